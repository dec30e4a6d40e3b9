import type { StepView, ToolCallView } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import type { AnswerLinks } from "../../richText/fileLinks";

const firstCharacters = 10_000;
const nextCharacters = 100_000;

export interface StepContext {
  toolkit: Toolkit;
  /** Links of the answer that the step belongs to. */
  links: Pick<AnswerLinks, "nodesOf"> | undefined;
}

/** Everything of one step as text: query, log, messages with their calls, ids, raw JSON. */
export function stepBody(context: StepContext, body: HTMLElement, step: StepView): void {
  const { toolkit } = context;
  const { cutList, disclosure, el, t, visible } = toolkit;
  field(context, body, ["query", t("Query")], step.query);
  field(context, body, ["log", t("Log")], step.log);
  if (step.messageLog.length > 0) {
    const list = el("div", { class: "messages" });
    cutList(list, step.messageLog, (entry) => messageElement(context, entry, step.toolCallId));
    body.append(el("div", { class: "field-name" }, t("Message log")), list);
  }
  if (step.toolCallId) {
    body.append(
      el(
        "div",
        { class: "call-head call-id" },
        el("span", { class: "field-name" }, t("Call ID")),
        el("span", { dir: "auto" }, visible(step.toolCallId, 300)),
      ),
    );
  }
  body.append(
    disclosure("raw", [el("span", { class: "detail" }, t("Raw JSON"))], (raw) =>
      raw.append(longText({ toolkit, links: undefined }, step.raw, t("Raw JSON"))),
    ),
  );
}

function messageElement(
  context: StepContext,
  { content, calls }: StepView["messageLog"][number],
  ownId: string | undefined,
): HTMLElement {
  const { cutList, el, t } = context.toolkit;
  const element = el("div", { class: "message" });
  if (content) element.append(longText(context, content, t("Message")));
  if (calls.length > 0) cutList(element, calls, (each) => callElement(context, each, ownId));
  if (!content && calls.length === 0)
    element.append(el("p", { class: "detail" }, t("(empty message)")));
  return element;
}

/** A call whose id is that of the step is marked as the step's own. */
function callElement(
  context: StepContext,
  { index, id, type, name, arguments: given }: ToolCallView,
  ownId: string | undefined,
): HTMLElement {
  const { el, t, visible } = context.toolkit;
  const own = id !== undefined && id !== "" && id === ownId;
  const facts = [type, id, index === undefined ? undefined : t("#{0}", index)]
    .filter((fact) => fact !== undefined && fact !== "")
    .map((fact) => visible(fact ?? "", 200));
  const element = el(
    "div",
    own
      ? {
          class: "call own-call",
          role: "group",
          "aria-label": t("This step's call, {0}", visible(id, 200)),
        }
      : { class: "call" },
    el(
      "div",
      { class: "call-head" },
      el("span", { class: "step-tool", dir: "auto" }, visible(name ?? "", 200) || t("call")),
      el("span", { class: "detail", dir: "auto" }, facts.join(" · ")),
      own ? el("span", { class: "badge" }, t("this step's call")) : undefined,
    ),
  );
  if (given) element.append(longText(context, given, t("Arguments")));
  return element;
}

function field(
  context: StepContext,
  body: HTMLElement,
  [kind, name]: [kind: "query" | "log", name: string],
  value: string | undefined,
): void {
  if (value === undefined || value === "") return;
  const text = longText(context, value, name);
  text.dataset["field"] = kind;
  body.append(context.toolkit.el("div", { class: "field-name" }, name), text);
}

/** Text of any length: its beginning, and a button for the next part. */
function longText({ toolkit, links }: StepContext, text: string, name: string): HTMLElement {
  const { moreCharacters, scrollable, showGradually, visibleText } = toolkit;
  const element = scrollable(name, { class: "long-text" });
  showGradually(element, {
    count: text.length,
    first: firstCharacters,
    next: nextCharacters,
    draw: (from, to) => {
      const part = text.slice(from, to);
      return links ? [...links.nodesOf(part)] : [visibleText(part)];
    },
    label: moreCharacters,
  });
  return element;
}
