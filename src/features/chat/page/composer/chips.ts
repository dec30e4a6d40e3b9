import type { AttachmentView, SuggestionView } from "../../../../page/protocol/views";
import type { PartContext, Toolkit } from "../../../../page/ui/toolkit";

/** Pixels between two chips; the same as in the style sheet. */
const gap = 4;
const maxLines = 2;

/** The chips in at most two lines, with a button for those that do not fit; unfolded, each has a row. */
class ChipLines {
  readonly list: HTMLElement;
  readonly #element: HTMLElement;
  readonly #toolkit: Toolkit;
  readonly #more: HTMLButtonElement;
  readonly #suggested: HTMLElement;
  #width = 0;
  /** What was drawn last. */
  #drawn = "";

  constructor(element: HTMLElement, toolkit: Toolkit) {
    const { button, el } = toolkit;
    this.#element = element;
    this.#toolkit = toolkit;
    this.list = el("div", { class: "chip-list" });
    this.#more = button({ text: "", class: "chip-more" }, () => {
      this.#unfold(!this.#isUnfolded);
    });
    this.#suggested = el("div", { class: "chip-suggestion" });
    this.list.addEventListener(
      "toggle",
      ({ target }) => {
        if (target instanceof HTMLDetailsElement && target.open) this.#unfold(true);
      },
      { capture: true },
    );
    new ResizeObserver(() => {
      if (element.clientWidth === this.#width) return;
      this.show();
    }).observe(element);
  }

  /** For another conversation, folded again. */
  begin(): void {
    this.#element.classList.remove("unfolded");
    this.list.replaceChildren();
    this.#element.replaceChildren(this.#suggested, this.list, this.#more);
  }

  /** Measuring takes time: what is the same is not drawn again. */
  isNew(attachments: readonly AttachmentView[], suggested: SuggestionView | undefined): boolean {
    const drawn = JSON.stringify([attachments.map((one) => [one.id, one.isChanged]), suggested]);
    if (drawn === this.#drawn) return false;
    this.#drawn = drawn;
    return true;
  }

  suggest(suggested: SuggestionView | undefined, attach: (label: string) => void): void {
    const { button, el, t, visible } = this.#toolkit;
    const label = visible(suggested?.label ?? "", 300);
    const detail = visible(suggested?.detail ?? "", 300);
    const key = `${label} ${detail}`;
    if (this.#suggested.dataset["of"] === key) return;
    this.#suggested.dataset["of"] = key;
    const hadFocus = this.#suggested.contains(document.activeElement);
    const offer = button(
      {
        icon: "attach",
        label: t("Attach {0}, which is suggested", label),
        title: t("Attach {0}: {1}", label, detail),
        class: "chip-suggested",
      },
      () => attach(label),
    );
    offer.append(el("span", { class: "chip-label" }, label));
    this.#suggested.replaceChildren(...(suggested ? [offer] : []));
    if (hadFocus) offer.focus();
  }

  /** Hides what does not fit into the lines. */
  show(): void {
    const rows = [...this.list.children] as HTMLElement[];
    this.#element.hidden = rows.length === 0 && this.#suggested.firstChild === null;
    const { clientWidth } = this.#element;
    this.#width = clientWidth;
    if (rows.length < 2) this.#element.classList.remove("unfolded");
    for (const row of rows) row.hidden = false;
    const fitting = this.#isUnfolded ? rows.length : this.#fitting(rows, clientWidth);
    for (const row of rows.slice(fitting)) row.hidden = true;
    this.#nameMore(rows.slice(fitting));
  }

  get #isUnfolded(): boolean {
    return this.#element.classList.contains("unfolded");
  }

  #unfold(isUnfolded: boolean): void {
    if (this.list.childElementCount < 2) return;
    this.#element.classList.toggle("unfolded", isUnfolded);
    if (!isUnfolded) for (const fold of this.list.querySelectorAll("details")) fold.open = false;
    const hadFocus = this.#more === document.activeElement;
    const revealed = this.list.querySelector<HTMLElement>("[hidden] summary");
    this.show();
    if (!hadFocus) return;
    const next = revealed ?? (this.#more.hidden ? this.list.querySelector("summary") : this.#more);
    next?.focus();
  }

  #fitting(rows: readonly HTMLElement[], width: number): number {
    this.#more.hidden = false;
    this.#more.textContent = `+${rows.length}`;
    const widths = rows.map((row) => row.offsetWidth);
    const { offsetWidth: more } = this.#more;
    const suggested = this.#suggested.firstChild ? [this.#suggested.offsetWidth] : [];
    const isFitting = (count: number): boolean => {
      const rest = count < rows.length ? [more] : [];
      return linesOf([...suggested, ...widths.slice(0, count), ...rest], width) <= maxLines;
    };
    let count = rows.length;
    while (count > 1 && !isFitting(count)) count--;
    return count;
  }

  #nameMore(hidden: readonly HTMLElement[]): void {
    const { formatNumber, plural, t } = this.#toolkit;
    const more = this.#more;
    more.hidden = !this.#isUnfolded && hidden.length === 0;
    more.setAttribute("aria-expanded", String(this.#isUnfolded));
    const changed = hidden.some((row) => row.querySelector(".chip-change") !== null);
    more.classList.toggle("changed", changed);
    if (this.#isUnfolded) {
      more.textContent = t("Show fewer");
      more.removeAttribute("aria-label");
      more.removeAttribute("title");
      return;
    }
    const label = plural(hidden.length, t("1 more attachment"), t("{0} more attachments"));
    more.textContent = `+${formatNumber(hidden.length)}`;
    more.title = changed ? t("{0}, changed", label) : label;
    more.setAttribute("aria-label", more.title);
  }
}

/** In how many lines pieces of these widths stand. */
function linesOf(widths: readonly number[], width: number): number {
  let lines = 0;
  let left = 0;
  for (const each of widths) {
    if (lines === 0 || each > left) {
      lines++;
      left = width;
    }
    left -= each + gap;
  }
  return lines;
}

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
