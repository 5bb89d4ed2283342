package web_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/incidentlib/incidentlib/internal/testkit"
)

// until waits for an expression to become true.
func (b tab) until(expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[any](expression)); err != nil {
		b.t.Fatalf("waiting for %s: %v", expression, err)
	}
}

// press types as a keyboard does: a key press that the page handles writes
// nothing.
func (b tab) press(keys string, modifiers ...chromedp.Modifier) {
	b.t.Helper()
	for _, r := range keys {
		if err := chromedp.Do(b.ctx, key(r, modifiers...)); err != nil {
			b.t.Fatalf("pressing %q: %v", r, err)
		}
	}
}

func key(r rune, modifiers ...chromedp.Modifier) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		p := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: string(r), Text: string(r)}
		switch r {
		case '\x1b':
			p = input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Escape", WindowsVirtualKeyCode: 27}
		case '\r':
			p.Key, p.WindowsVirtualKeyCode = "Enter", 13
		}
		for _, m := range modifiers {
			p.Modifiers |= int64(m)
		}
		if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, p); err != nil {
			return err
		}
		p.Type, p.Text = input.DispatchKeyEventTypeKeyUp, ""
		_, err := cdp.Call(ctx, target, input.DispatchKeyEvent, p)
		return err
	})
}

// pressTo presses a key and waits until the page that it leads to has loaded.
func (b tab) pressTo(r rune, address string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.WaitEvent(page.LoadEventFired, nil, key(r))); err != nil {
		b.t.Fatalf("pressing %q: %v", r, err)
	}
	if got := eval[string](b, "location.pathname + location.search"); got != address {
		b.t.Fatalf("%q leads to %s, want %s", r, got, address)
	}
}

const (
	paperOf    = `getComputedStyle(document.documentElement).backgroundColor`
	lightPaper = "rgb(251, 250, 246)"
	darkPaper  = "rgb(20, 21, 24)"
	barColor   = `[...document.querySelectorAll("[name=theme-color]")].find(m => matchMedia(m.media).matches).content`
	pressTheme = `document.querySelector(".theme button").click()`
	themeName  = `document.querySelector(".theme button").getAttribute("aria-label")`
)

func TestThemeSwitch(t *testing.T) {
	base := openSite(t)
	b := newTab(t) // prefers light
	b.open(base + "/ko/")
	steps := []struct{ name, paper, bar string }{
		{"화면 테마: 시스템 설정", lightPaper, "#fbfaf6"},
		{"화면 테마: 어둡게", darkPaper, "#141518"},
		{"화면 테마: 밝게", lightPaper, "#fbfaf6"},
		{"화면 테마: 시스템 설정", lightPaper, "#fbfaf6"},
		{"화면 테마: 어둡게", darkPaper, "#141518"},
	}
	for i, want := range steps {
		if i > 0 {
			eval[any](b, pressTheme)
		}
		if name, paper, bar := eval[string](b, themeName), eval[string](b, paperOf), eval[string](b, barColor); name != want.name || paper != want.paper || bar != want.bar {
			t.Errorf("step %d: %q on %s with %s, want %v", i, name, paper, bar, want)
		}
	}
	b.open(base + "/en/cases/IL-0136")
	if name, paper := eval[string](b, themeName), eval[string](b, paperOf); name != "Theme: dark" || paper != darkPaper {
		t.Errorf("the next page is %s, %q", paper, name)
	}
	if cookie := eval[string](b, "document.cookie"); cookie != "" {
		t.Errorf("a cookie: %s", cookie)
	}
}

// TestThemeIsSetBeforeTheBody looks at the page when its body begins: that is
// before anything is painted.
func TestThemeIsSetBeforeTheBody(t *testing.T) {
	base := openSite(t)
	b := newTab(t)
	b.open(base + "/en/")
	eval[any](b, `localStorage["il-theme"] = "dark"`)
	const watch = `new MutationObserver((_, o) => { if (document.body) { window.atBody = document.documentElement.dataset.theme; o.disconnect() } })
		.observe(document, {childList: true, subtree: true})`
	if err := chromedp.Do(b.ctx, chromedp.Func(onNewPage(watch))); err != nil {
		t.Fatal(err)
	}
	b.open(base + "/en/about")
	if got := eval[string](b, "window.atBody"); got != "dark" {
		t.Errorf("when the body begins the theme is %q", got)
	}
}

func TestPagesWithoutScriptHaveNoControlOfScript(t *testing.T) {
	b := newTab(t, testkit.NoScript())
	b.open(openSite(t) + "/en/cases/IL-0136")
	const made = `[...document.querySelectorAll(".theme, .keys-slot")].filter(e => e.offsetHeight > 0 && e.offsetWidth > 0 || e.childElementCount).length +
		document.querySelectorAll(".copy, .share button, dialog").length`
	if n := eval[int](b, made); n != 0 {
		t.Errorf("%d controls that only script moves", n)
	}
	if href := eval[string](b, `document.querySelector(".share a").pathname`); href != "/cases/IL-0136" {
		t.Errorf("the permalink is %s", href)
	}
}

// TestControlsOfScriptMoveNothing takes the controls away again: nothing else
// may stand elsewhere then.
func TestControlsOfScriptMoveNothing(t *testing.T) {
	base := openSite(t)
	for _, width := range []int{320, 360, 1280} {
		b := newTab(t, testkit.Viewport(width, 800))
		for _, path := range []string{"/en/cases/IL-0136", "/ko/cases/IL-0136", "/en/api", "/ko/", "/en/nowhere"} {
			b.open(base + path)
			b.until(`document.querySelector(".theme button")`)
			const moved = `(() => {
				const made = ".theme button, .keys-slot button, .share button, .copy"
				const all = [...document.querySelectorAll("body *")].filter(e => !e.closest(made))
				const boxes = () => all.map(e => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(Math.round).join() })
				const before = boxes()
				document.querySelectorAll(made).forEach(e => e.remove())
				const after = boxes()
				return all.filter((e, i) => before[i] != after[i]).map(e => e.outerHTML.slice(0, 80))
			})()`
			if got := eval[[]string](b, moved); len(got) > 0 {
				t.Errorf("%s at %d px: %d elements move, first %s", path, width, len(got), got[0])
			}
		}
	}
}

func TestKeys(t *testing.T) {
	base := openSite(t)
	const (
		focused = `document.activeElement.id`
		first   = `document.querySelector("main a[rel=prev]").pathname`
	)
	b := newTab(t)
	b.open(base + "/en/cases/IL-1005")
	earlier := eval[string](b, first)
	b.pressTo('[', earlier)
	b.pressTo(']', "/en/cases/IL-1005")

	b.press("/")
	if id := eval[string](b, focused); id != "find-q" {
		t.Errorf("/ focuses %q", id)
	}
	b.press("/[?")
	if typed := eval[string](b, `document.activeElement.value`); typed != "/[?" {
		t.Errorf("typing in the search field gives %q", typed)
	}

	b.open(base + "/ko/")
	b.press("/")
	if id := eval[string](b, focused); id != "q" {
		t.Errorf("on the home page / focuses %q", id)
	}

	b.open(base + "/en/cases/IL-1005")
	b.press("[", chromedp.ModifierCtrl)
	const composing = `["isComposing", "keyCode"].forEach(k => document.body.dispatchEvent(
		new KeyboardEvent("keydown", {key: "?", bubbles: true, [k]: k == "keyCode" ? 229 : true})))`
	eval[any](b, composing)
	if eval[bool](b, `!!document.querySelector("dialog[open]")`) {
		t.Error("a key of an input method is taken for a shortcut")
	}
	if at := eval[string](b, "location.pathname"); at != "/en/cases/IL-1005" {
		t.Errorf("with Ctrl, [ leads to %s", at)
	}
}

func TestListOfKeysAndSwitchingThemOff(t *testing.T) {
	base := openSite(t)
	b := newTab(t)
	const open = `!!document.querySelector("dialog[open]")`
	b.open(base + "/ko/cases/IL-1005")
	b.press("?")
	if text := eval[string](b, `document.querySelector("dialog[open]").innerText`); !strings.Contains(text, "키보드 단축키") || !strings.Contains(text, "다음 사례") {
		t.Errorf("the list says %q", text)
	}
	if inside := eval[bool](b, `document.querySelector("dialog").contains(document.activeElement)`); !inside {
		t.Error("the focus is not in the list")
	}
	b.press("\x1b")
	if eval[bool](b, open) {
		t.Error("Escape does not close the list")
	}

	eval[any](b, `document.querySelector(".keys-slot button").focus()`)
	b.press("\r")
	eval[any](b, `document.querySelector("dialog input").click()`)
	b.press("\x1b")
	if at := eval[string](b, `document.activeElement.parentElement.className`); at != "keys-slot" {
		t.Errorf("after the list the focus is in %q", at)
	}
	b.open(base + "/ko/cases/IL-1005") // the choice outlives the page
	b.press("?/[")
	if eval[bool](b, open) || eval[string](b, "document.activeElement.tagName") != "BODY" || eval[string](b, "location.pathname") != "/ko/cases/IL-1005" {
		t.Error("shortcuts that are switched off still work")
	}
}

// TestSlashOpensTheFieldOfAPhone: there the header's field is folded away.
func TestSlashOpensTheFieldOfAPhone(t *testing.T) {
	b := newTab(t, testkit.Viewport(360, 640))
	b.open(openSite(t) + "/ko/cases/IL-0136")
	b.press("/")
	if !eval[bool](b, `document.activeElement.id == "find-q" && document.activeElement.checkVisibility()`) {
		t.Error("the field is not shown and focused")
	}
}

func TestCopyAndShare(t *testing.T) {
	base := openSite(t)
	b := newTab(t)
	b.open(base + "/en/cases/IL-0136")
	eval[any](b, `navigator.clipboard.writeText = async t => { window.copied = t }`)
	const status = `document.querySelector("[role=status]").textContent`
	eval[any](b, `document.querySelectorAll(".share button")[0].click()`)
	b.until(status + ` == "Link copied"`)
	if got := eval[string](b, "window.copied"); got != base+"/cases/IL-0136" {
		t.Errorf("copied %q", got)
	}

	eval[any](b, `document.querySelectorAll(".share button")[1].click()`)
	b.until(status + ` == "Copied"`)
	if got := eval[string](b, "window.copied"); !strings.HasPrefix(got, "A deployment emptied caches") || !strings.Contains(got, " — Faulty deployment: a rollout") || !strings.HasSuffix(got, "\n"+base+"/cases/IL-0136") {
		t.Errorf("copied for chat: %q", got)
	}

	const command = `document.querySelector("#checks pre code")`
	eval[any](b, `document.querySelector("#checks details:has(pre)").open = true`)
	eval[any](b, `document.querySelector("#checks .copy").click()`)
	b.until(`window.copied == ` + command + `.textContent`)
	if name := eval[string](b, `document.querySelector("#checks .copy").getAttribute("aria-label")`); !strings.HasPrefix(name, "Copy: ") {
		t.Errorf("the button is called %q", name)
	}

	// Without the clipboard, as on a site without TLS, and where both fail.
	eval[any](b, `Object.defineProperty(navigator, "clipboard", {value: undefined});
		document.execCommand = c => { window.copied = c + " " + document.activeElement.value; return true }`)
	eval[any](b, `document.querySelector("#checks .copy").click()`)
	b.until(`window.copied.startsWith("copy ")`)
	if got := eval[string](b, "window.copied"); got != "copy "+eval[string](b, command+".textContent") {
		t.Errorf("without a clipboard: %q", got)
	}
	eval[any](b, `document.execCommand = () => false`)
	eval[any](b, `document.querySelector("#checks .copy").click()`)
	b.until(status + `.startsWith("Copying failed")`)
}

func TestContentsFollowTheReader(t *testing.T) {
	b := newTab(t)
	b.open(openSite(t) + "/ko/cases/IL-0136")
	const current = `document.querySelector(".contents [aria-current]")?.hash`
	for _, id := range []string{"lessons", "timeline", "record"} {
		eval[any](b, `document.getElementById("`+id+`").scrollIntoView({behavior: "instant"})`)
		b.until(current + ` == "#` + id + `"`)
	}
	if n := eval[int](b, `document.querySelectorAll(".contents [aria-current]").length`); n != 1 {
		t.Errorf("%d entries are current", n)
	}
}

// onNewPage runs an expression in every page that the tab opens from now on,
// before its own scripts.
func onNewPage(expression string) func(context.Context, *chromedp.Target) error {
	return func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: expression})
		return err
	}
}
