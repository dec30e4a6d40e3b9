import type { StepView, ToolCallView } from "../../../protocol/views";
import type { Toolkit } from "../../ui/toolkit";

const shownAtOnce = 10_000;
const shownNext = 100_000;

/** Everything of one step as text: query, log, messages with their calls, ids, raw JSON. */
export function stepBody(toolkit: Toolkit, body: HTMLElement, step: StepView): void {
  const { cutList, disclosure, el, visible } = toolkit;
  field(toolkit, body, "Query", step.query);
  field(toolkit, body, "Log", step.log);
  if (step.messageLog.length > 0) {
    const list = el("div", { class: "messages" });
    cutList(list, step.messageLog, (entry) => message(toolkit, entry, step.toolCallId));
    body.append(el("div", { class: "field-name" }, "Message log"), list);
  }
  if (step.toolCallId) {
    const own = body.querySelector(".own-call");
    body.append(
      el(
        "div",
        { class: "call-head call-id" },
        el("span", { class: "field-name" }, "Call id"),
        el("span", { dir: "auto" }, visible(step.toolCallId, 300)),
        own ? el("span", { class: "detail" }, "as marked in the message log") : undefined,
      ),
    );
  }
  body.append(
    disclosure("raw", [el("span", { class: "detail" }, "Raw JSON")], (raw) => {
      raw.append(longText(toolkit, step.raw, "Raw JSON"));
    }),
  );
}

function message(
  toolkit: Toolkit,
  { content, calls }: StepView["messageLog"][number],
  ownId: string | undefined,
): HTMLElement {
  const { cutList, el } = toolkit;
  const element = el("div", { class: "message" });
  if (content) element.append(longText(toolkit, content, "Message"));
  if (calls.length > 0) cutList(element, calls, (each) => call(toolkit, each, ownId));
  if (!content && calls.length === 0)
    element.append(el("p", { class: "detail" }, "(empty message)"));
  return element;
}

/** A call whose id is that of the step is marked as the step's own. */
function call(
  toolkit: Toolkit,
  { index, id, type, name, arguments: given }: ToolCallView,
  ownId: string | undefined,
): HTMLElement {
  const { el, visible } = toolkit;
  const own = id !== undefined && id !== "" && id === ownId;
  const facts = [type, id, index === undefined ? undefined : `no. ${index}`]
    .filter((fact) => fact !== undefined && fact !== "")
    .map((fact) => visible(fact ?? "", 200));
  const element = el(
    "div",
    own
      ? {
          class: "call own-call",
          role: "group",
          "aria-label": `This step's call, ${visible(id, 200)}`,
        }
      : { class: "call" },
    el(
      "div",
      { class: "call-head" },
      el("span", { class: "step-tool", dir: "auto" }, visible(name ?? "", 200) || "call"),
      el("span", { class: "detail", dir: "auto" }, facts.join(" · ")),
      own ? el("span", { class: "badge" }, "this step's call") : undefined,
    ),
  );
  if (given) element.append(longText(toolkit, given, "Arguments"));
  return element;
}

function field(toolkit: Toolkit, body: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined || value === "") return;
  body.append(toolkit.el("div", { class: "field-name" }, name), longText(toolkit, value, name));
}

/** Text of any length: its beginning, and a button for the next part. */
function longText(
  { button, counted, el, growsBy, visibleText }: Toolkit,
  text: string,
  name: string,
): HTMLElement {
  const element = el("pre", {
    class: "long-text",
    tabindex: "0",
    role: "group",
    "aria-label": name,
  });
  let shown = 0;
  const more = button({ text: "", class: "link more" }, () => {
    grow(shownNext);
  });
  const grow = (length: number) => {
    const next = text.slice(shown, shown + length);
    shown += next.length;
    more.remove();
    element.append(visibleText(next));
    if (shown < text.length) {
      more.textContent = `${counted(text.length - shown, "character")} more`;
      element.append(more);
    }
  };
  growsBy(element, (upTo) => {
    if (upTo >= shown) grow(upTo + 1 - shown);
  });
  grow(shownAtOnce);
  return element;
}
