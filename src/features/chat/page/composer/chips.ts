import type { AttachmentView, SuggestionView } from "../../../../page/protocol/views";
import type { PartContext } from "../../../../page/ui/toolkit";
import { ChipLines } from "./chipLines";

interface ChipContext extends PartContext {
  box: HTMLElement;
}

interface ChipsContext extends ChipContext {
  suggested: SuggestionView | undefined;
}

/** Pixels, for screens with two to each of the page. */
const thumbnailSide = 40;
const wholeSide = 800;

const attachmentIds = new WeakMap<Element, string>();
const lines = new WeakMap<Element, ChipLines>();

/** Draws a chip for each attachment, and what is suggested; those that are there already stay as they are. */
export function drawChips(
  element: HTMLElement,
  attachments: readonly AttachmentView[],
  context: ChipsContext,
): void {
  const line = lines.get(element) ?? new ChipLines(element, context.toolkit);
  lines.set(element, line);
  const { list } = line;
  const isNew = line.isNew(attachments, context.suggested);
  if (!element.contains(list)) line.begin();
  else if (!isNew) return;
  const known = new Map([...list.children].map((row) => [attachmentIds.get(row), row]));
  const rows = attachments.map((one) => known.get(one.id) ?? chip(one, context));
  for (const [at, one] of attachments.entries())
    showChange(rows[at]!, one, context, known.has(one.id));
  const hadFocus = element.contains(document.activeElement);
  const focused = [...list.children].findIndex((row) => row.contains(document.activeElement));
  list.replaceChildren(...rows);
  line.suggest(context.suggested, (label) => attach(label, context));
  line.show();
  if (rows.length > 0) list.setAttribute("role", "list");
  else list.removeAttribute("role");
  if (!hadFocus || element.contains(document.activeElement)) return;
  const shown = focused === -1 ? [] : rows.filter((row) => !(row as HTMLElement).hidden);
  const next = shown[Math.min(focused, shown.length - 1)]?.querySelector<HTMLElement>("summary");
  (next ?? context.box).focus();
}

/** Attaches what is suggested, and leaves the focus in the box. */
function attach(label: string, { toolkit: { t }, host, notices, box }: ChipContext): void {
  box.focus();
  host
    .call("attachSuggested")
    .then(() => notices.say(t("{0} is attached.", label)), notices.failed);
}

/** One of what is sent with the next question; unfolds to show the exact text. */
function chip(attachment: AttachmentView, context: ChipContext): HTMLElement {
  const { toolkit, host, box } = context;
  const { button, disclosure, el, scrollable, t, visible, visibleText } = toolkit;
  const label = visible(attachment.label, 300);
  const title = visible(attachment.path ?? attachment.label, 300);
  const remove = () => host.run("removeAttachment", { id: attachment.id });
  const thumbnail = el("canvas", { class: "chip-picture", "aria-hidden": "true" });
  if (attachment.isPicture) drawPicture(thumbnail, attachment.id, thumbnailSide, context);
  const words = [
    attachment.isPicture ? thumbnail : undefined,
    el("span", { class: "chip-label", title }, label),
    el("span", { class: "detail" }, visible(attachment.detail, 300)),
  ];
  const fold = disclosure("chip", words, (body) => {
    if (attachment.isPicture) {
      const whole = el("canvas", { role: "img", "aria-label": label });
      drawPicture(whole, attachment.id, wholeSide, context);
      body.append(whole);
      return;
    }
    const code = el("code", {}, visibleText(attachment.text));
    body.append(scrollable(t("Attached text"), { class: "preview" }, code));
  });
  fold.dataset["of"] = attachment.id;
  const row = el(
    "div",
    { class: "chip-row", role: "listitem" },
    fold,
    button({ icon: "close", label: t("Do not attach {0}", label) }, () => {
      remove();
      box.focus();
    }),
  );
  attachmentIds.set(row, attachment.id);
  row.addEventListener("keydown", (event) => {
    const isRemoval = event.key === "Delete" || event.key === "Backspace";
    if (!isRemoval || (event.target as Element).closest(".preview")) return;
    event.preventDefault();
    remove();
  });
  return row;
}

function drawPicture(
  canvas: HTMLCanvasElement,
  id: string,
  pixels: number,
  { host, notices }: ChipContext,
): void {
  const drawing = async () => {
    const [{ drawAttached }, picture] = await Promise.all([
      import("./pictures"),
      host.call("attachedPicture", { id }),
    ]);
    await drawAttached(canvas, picture, pixels);
  };
  drawing().catch(notices.failed);
}

/** Says below a chip that its text is another one by now, and offers that text. */
function showChange(
  row: Element,
  { id, label: given, isChanged = false }: AttachmentView,
  { toolkit: { button, el, t, visible }, host, notices }: ChipContext,
  wasShown: boolean,
): void {
  const summary = row.querySelector("summary")!;
  const shown = row.querySelector(".chip-change");
  if (isChanged === (shown !== null)) return;
  if (shown) {
    if (shown.contains(document.activeElement)) summary.focus();
    summary.removeAttribute("aria-describedby");
    shown.remove();
    return;
  }
  const label = visible(given, 300);
  const mark = el("span", { id: `changed-${id}` }, t("changed"));
  summary.setAttribute("aria-describedby", mark.id);
  const title = t("Attach the text of {0} as it is now", label);
  const offer = button(
    { text: t("Update"), label: t("Update {0}", label), title, class: "link" },
    () => host.run("updateAttachment", { id }),
  );
  row.append(el("div", { class: "chip-change" }, mark, offer));
  if (wasShown) notices.say(t("{0} has changed since it was attached.", label));
}
