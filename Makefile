# "make help" lists what can be made. Needs Go 1.26 and GNU make.

.DEFAULT_GOAL := help
.PHONY: help run dev build test check generated format vet lint imports data generate bench soak audit

# Arguments of the server, as in: make run ARGS="--addr :9000"
ARGS =

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: ## Serve the site at http://localhost:8080
	go run ./cmd/incidentlib serve $(ARGS)

# Templates are generated again and the server is built and started again when
# a file changes that is part of the program.
dev: ## The same, built and started again on every change
	SHELL=/bin/sh go tool templ generate -watch -log-level warn \
		-watch-pattern '\.(go|templ|css|js|svg|json|sql|yaml)$$' -ignore-pattern '_test\.go$$' \
		-cmd 'go build -o bin/incidentlib ./cmd/incidentlib && exec bin/incidentlib serve $(ARGS)'

build: ## Build one static program, bin/incidentlib
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/incidentlib ./cmd/incidentlib

# What is missing is found out before anything slow begins.
test: ## Everything: make check, data, go test -race, browser journeys
	@sh .ci/need browser >/dev/null
	@sh .ci/need compiler >/dev/null
	@$(MAKE) --no-print-directory check data
	CGO_ENABLED=1 CC="$$(sh .ci/need compiler)" CHROME="$$(sh .ci/need browser)" go test -race -timeout 20m ./...

check: generated format vet lint imports ## What needs no test: generated code, format, vet, lint, imports

# Compares in memory: it neither changes files nor asks git, so it holds in a
# tree with changes too.
generated:
	@for f in $$(find . -name '*_templ.go'); do \
		test -f "$${f%_templ.go}.templ" || { echo "$$f: its template is gone; remove it too"; exit 1; }; \
	done
	@go tool templ generate -check -log-level warn || { echo 'generated code differs: run "make generate"'; exit 1; }

format:
	@files=$$("$$(go env GOROOT)/bin/gofmt" -l .) && test -z "$$files" || { echo "not formatted, run gofmt -w on: $$files"; exit 1; }

vet:
	go vet ./...

lint:
	go tool staticcheck ./...

imports:
	go test ./internal/archtest

data: ## Check the case files and vocabularies strictly
	go run ./cmd/incidentlib check --strict --data data

generate: ## Generate the code of the templates again
	go tool templ generate

# Arguments of the load test, as in: make bench LOAD="-cases 300"
LOAD =

# The second line asks the golden set of searches of other engines too, the third
# measures the program beside nginx.
bench: build ## Benchmarks; other search engines and nginx beside ours; cold start, memory
	go test -run '^$$' -bench . -benchmem ./...
	cd .ci/bench && go run .
	cd .ci/bench && go run ./load $(LOAD)

soak: build ## Ten minutes under load, with reloads each second
	cd .ci/bench && go run ./load -soak 10m $(LOAD)

# Which audits, as in: make audit AUDITS="links html"
AUDITS =

audit: build ## Audits of the pages, the API and the images; needs Node, Chromium, Java, buildah
	@sh .ci/audit/run $(AUDITS)
