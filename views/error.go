package views

// Error is the page for a request that could not be answered.
type Error struct {
	Page
	Status   int
	Heading  string
	Message  string
	Problems []Problem
	Ways     []Link // ways on
	Request  string // id of the request, by which its fault is found in the log; "" for none
}

// Problem is one thing that was wrong, with what would be right.
type Problem struct {
	Sentence string // names the parameter and the value
	Fix      string // what to give instead; "" where the suggestions say it
	Suggest  []Link
}
