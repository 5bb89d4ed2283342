package views

// Moved is a page that leads on to another address.
type Moved struct {
	Page
	To string
}
