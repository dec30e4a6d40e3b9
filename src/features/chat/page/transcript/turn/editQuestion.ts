import type { TurnView } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import type { Edits, TurnContext } from "../../contexts";
import { isLineBreak, sendKey } from "../../sendKey";

interface EditContext extends TurnContext {
  readonly toolkit: Toolkit;
  readonly edits: Edits;
  /** The question is drawn again while it is edited. */
  readonly isAgain: boolean;
}

/** Makes a question a box in its place: the key that sends asks anew, Escape leaves the question as it was. */
export function editQuestion(element: HTMLElement, turn: TurnView, context: EditContext): void {
  const { edits, host, notices, toolkit } = context;
  const { el, isOfInputMethod, t } = toolkit;
  const { id: turnId } = turn;
  const bubble = element.querySelector(".bubble");
  const text = element.querySelector(".question-text");
  if (!bubble || element.classList.contains("edited")) return;
  const id = `edit-hint-${turnId}`;
  const named = { "aria-label": t("Edit question"), "aria-describedby": id };
  const box = el("textarea", { class: "edit-box", rows: "1", dir: "auto", ...named });
  box.value = edits.get(turnId) ?? turn.question;
  const hint = el(
    "p",
    { class: "detail edit-hint", id },
    t("{0} asks anew, Escape cancels", sendKey()),
  );
  const end = () => {
    edits.set(turnId, undefined);
    element.classList.remove("edited");
    box.remove();
    hint.remove();
    element.querySelector<HTMLElement>(".edit-question")?.focus();
  };
  const send = async () => {
    if (box.readOnly) return;
    box.readOnly = true;
    try {
      await host.call("editQuestion", { turnId, text: box.value });
      edits.set(turnId, undefined);
    } catch (reason) {
      notices.fail(reason);
    } finally {
      box.readOnly = false;
    }
  };
  box.addEventListener("input", () => edits.set(turnId, box.value));
  box.addEventListener("keydown", (event) => {
    if (isOfInputMethod(event)) return;
    if (event.key === "Escape") end();
    else if (event.key === "Enter" && !event.shiftKey && !isLineBreak(event)) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.classList.add("edited");
  if (text) text.before(box);
  else bubble.prepend(box);
  bubble.append(hint);
  edits.set(turnId, box.value);
  if (context.isAgain) return;
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}
