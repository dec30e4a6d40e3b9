import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { TurnView } from "../../../src/page/protocol/views";
import type { OpenPage } from "../../support/pageHarness";
import { chat } from "./fixtures";

const words = (text: string) => text.split(" ");

const allowed = {
  elements: words(
    "ARTICLE BDI H1 BLOCKQUOTE BR BUTTON CODE DETAILS DIV EM FOOTER H2 H3 H4 H5 H6 HEADER HR LABEL LI MAIN OL P PRE S SECTION SPAN STRONG SUMMARY TABLE TBODY TD TEXTAREA TH THEAD TIME TR UL path svg",
  ),
  /** With all permitted values; untrusted text only where it is `text`. */
  attributes: {
    "aria-controls": "panel",
    "aria-expanded": "true false",
    "aria-haspopup": "dialog menu true",
    "aria-hidden": "true",
    "aria-label": "text",
    "aria-live": "off polite",
    "aria-pressed": "true false",
    autocomplete: "off",
    class: "own",
    d: "own",
    "data-action": "continue clear edit moveUp moveDown remove",
    "data-field": "query log",
    "data-of": "own",
    "data-question": "own",
    "data-turn": "own",
    "data-vscode-context": '{"webviewSection":"transcript"} {"webviewSection":"selectedAnswer"}',
    datetime: "text",
    dir: "auto",
    disabled: " ",
    "fill-rule": "evenodd",
    for: "question",
    hidden: " ",
    id: "question panel",
    open: " ",
    placeholder: "text",
    role: "alert group img link list listitem log region status toolbar",
    rows: "1",
    start: "number",
    tabindex: "0 -1",
    title: "text",
    type: "button",
    viewBox: "own",
  } as Record<string, string>,
  /** Every class that is not in the style sheet. */
  classes: words(
    "arrowDown attached-body call compare-answer details-body messages notices quiet raw raw-body request send step-alone undo-answer unset",
  ),
  /** Everything that an answer may consist of: nothing that looks or acts like the page around it. */
  inAnswer: {
    elements: words(
      "BLOCKQUOTE BR BUTTON CODE DIV EM H3 H4 H5 H6 HR LI OL P PRE S SPAN STRONG TABLE TBODY TD TH THEAD TR UL path svg",
    ),
    classes: words(
      "piece part plain undrawn code-block code-head code-language code-piece actions action icon-button icon button secondary apply link address maths image-chip mark task done task-item table-frame align-left align-center align-right",
    ),
    roles: words("group img link toolbar"),
  },
};

const styled = new Set(
  [...readFileSync("dist/webview/chat.css", "utf8").matchAll(/\.([a-z][\w-]*)/gi)].map(
    ([, name]) => name ?? "",
  ),
);

/** Runs in the page: what the document contains that the page itself would never put there. */
async function look({
  elements,
  attributes,
  classes,
  inAnswer,
}: typeof allowed): Promise<string[]> {
  // Disclosures are filled when they open, and contain further ones.
  for (;;) {
    const closed = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    const last = closed.at(-1);
    if (!last) break;
    const filled = new Promise((resolve) => {
      last.addEventListener("toggle", resolve, { once: true });
    });
    for (const details of closed) details.open = true;
    await filled;
    // The code of steps is loaded on first use.
    while (document.querySelector("details[open] > div:last-child:empty"))
      await new Promise((resolve) => setTimeout(resolve));
  }
  const found = new Set<string>();
  const known = {
    elements: new Set(elements),
    classes: new Set(classes),
    answerElements: new Set(inAnswer.elements),
    answerClasses: new Set(inAnswer.classes),
  };
  const fits = (name: string, value: string): boolean => {
    const rule = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (rule === "text" || rule === "own") return true;
    if (rule === "number") return /^\d+$/.test(value);
    return rule !== undefined && rule.split(" ").includes(value);
  };
  for (const element of document.querySelectorAll("#app *")) {
    const { tagName } = element;
    const answer = element.closest(".answer");
    const inside = answer !== null && answer !== element;
    if (!(inside ? known.answerElements : known.elements).has(tagName)) found.add(`<${tagName}>`);
    // Where it offers to quote a selection, which a test may have made; how high an answer was.
    const isPlaced = (name: string, value: string) =>
      name === "style" &&
      (element.className === "quote-button"
        ? /^left: [\d.]+px; top: [\d.]+px;$/.test(value)
        : element.matches(".quiet, .batch") &&
          /^contain-intrinsic-block-size: auto [\d.]+px;$/.test(value));
    for (const { name, value } of element.attributes)
      if (!fits(name, value) && !isPlaced(name, value)) found.add(`${tagName} ${name}=${value}`);
    for (const name of element.classList) {
      const fine = inside
        ? known.answerClasses.has(name) ||
          (tagName === "SPAN" && element.closest("code") !== null && /^hljs-[a-z_-]+$/.test(name))
        : known.classes.has(name);
      if (!fine) found.add(`${inside ? "answer " : ""}class=${name}`);
    }
    const role = element.getAttribute("role");
    if (inside && role !== null && !inAnswer.roles.includes(role)) found.add(`answer role=${role}`);
  }
  for (const element of document.querySelectorAll("html, head, head *, body, body > *")) {
    const ours = /^(?:HTML|HEAD|META|LINK|STYLE|TITLE|BODY|SCRIPT)$/.test(element.tagName);
    if (!ours && element.id !== "app") found.add(`outside: <${element.tagName}>`);
  }
  const own = document.querySelectorAll("head *").length;
  if (own !== 7 || document.styleSheets.length !== 2) found.add(`${own} elements in the head`);
  if ("pwned" in globalThis) found.add("a script of the payload ran");
  return [...found];
}

const inPage = { ...allowed, classes: [...allowed.classes, ...styled] };

/** What the document contains that the page itself would never put there. */
export function strangers(open: OpenPage): Promise<string[]> {
  return open.page.evaluate(look, inPage);
}

/** Nothing foreign in the document, nothing left it, nothing threw. */
export async function assertInert(open: OpenPage, name: string): Promise<void> {
  assert.deepEqual(await strangers(open), [], name);
  assertQuiet(open, name);
}

function assertQuiet(open: OpenPage, name: string): void {
  assert.deepEqual(open.requests, [], name);
  assert.deepEqual(open.errors, [], name);
}

/** Few enough to be inspected in one task without being noticed. */
const perLook = 60;

/** Shows these turns in batches of what one inspection can cover, each drawn in full; all must be inert. */
export async function assertTurnsInert(
  open: OpenPage,
  turns: TurnView[],
  name: string,
): Promise<void> {
  for (let from = 0; from < turns.length; from += perLook) {
    await showLive(open, turns.slice(from, from + perLook));
    assert.equal(await open.page.locator(".quiet").count(), 0);
    await assertInert(open, `${name}, from ${from}`);
  }
}

/** Shows turns that arrive one by one, and waits for the last. */
export async function showLive(open: OpenPage, turns: TurnView[]): Promise<void> {
  const messages = [
    { event: "chat", chat: chat([]) },
    ...turns.map((turn) => ({ event: "turn", turn })),
  ];
  await open.page.evaluate(
    async ({ messages, last }) => {
      for (const message of messages) window.postMessage(message, "*");
      while (!document.querySelector(`[data-turn="${last}"]`))
        await new Promise((resolve) => setTimeout(resolve));
    },
    { messages, last: turns.at(-1)?.id },
  );
}

/** Sends each message and inspects the resulting page. */
export async function assertEachInert(
  open: OpenPage,
  messages: unknown[],
  name: string,
): Promise<void> {
  const found = await open.page.evaluate(`(async () => {
    const look = ${look.toString()};
    const found = [];
    for (const message of ${JSON.stringify(messages)}) {
      postMessage(message, "*");
      await new Promise((resolve) => {
        const marker = Math.random();
        addEventListener("message", function heard({ data }) {
          if (data !== marker) return;
          removeEventListener("message", heard);
          resolve();
        });
        postMessage(marker, "*");
      });
      found.push(...(await look(${JSON.stringify(inPage)})));
    }
    return found;
  })()`);
  assert.deepEqual(found, [], name);
  assertQuiet(open, name);
}
