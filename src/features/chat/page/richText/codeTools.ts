import type { NamedFile } from "../../../../kit/namedFile";
import { openMenu, type MenuItem } from "../../../../page/ui/menu";
import type { Memory } from "../../../../page/host/memory";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools } from "../contexts";
import { outputItems } from "./outputItems";

/** A code block of an answer, with the file that it names. */
export interface BlockOfAnswer {
  blockIndex: number;
  file: NamedFile | undefined;
}

/** Applies a code block, copies it, and has a menu for all else: always reachable by keyboard. */
export function codeTools(
  answer: AnswerTools,
  { blockIndex, file }: BlockOfAnswer,
  toolkit: Toolkit,
): HTMLElement {
  const { button, el, t } = toolkit;
  const { host, notices, turnId } = answer;
  showWrapping(answer.folds.memory);
  const copy = button({ icon: "copy", label: t("Copy") }, () => {
    host.call("useOutput", { turnId, blockIndex, action: "copy" }).then((happened) => {
      if (happened) notices.confirm(copy, "copy", t("Copied"));
    }, notices.failed);
  });
  const more = button(
    {
      icon: "more",
      label: t("More code actions"),
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    () => openMenu(toolkit, more, menuOf(answer, { blockIndex, file }, { owner: more, toolkit })),
  );
  const title = t("Apply to the file that is meant, or insert at the cursor");
  const apply = button({ text: t("Apply"), title, class: "button secondary apply" }, () => {
    host.call("useOutput", { turnId, blockIndex, action: "apply" }).catch(notices.failed);
  });
  const name = t("Use code block {0}", blockIndex + 1);
  const named = { class: "actions", role: "toolbar", "aria-label": name };
  // An excerpt shows what is there already. From the code, one step back leads to the last button.
  return el("div", named, copy, more, file?.lines ? undefined : apply);
}

function menuOf(
  answer: AnswerTools,
  { blockIndex, file }: BlockOfAnswer,
  { owner, toolkit }: { owner: HTMLElement; toolkit: Toolkit },
): MenuItem[] {
  const { t, visible } = toolkit;
  const { host, turnId, target } = answer;
  const items: MenuItem[] = outputItems(toolkit, { turnId, blockIndex, target }, answer);
  const set = items.length;
  if (!file && target) {
    const label = t("Go to {0}", visible(target.label, 80));
    const onChoose = () => host.run("goToRange", { turnId, blockIndex });
    items.push({ label, title: label, onChoose });
  }
  const { memory } = answer.folds;
  const label = memory.wrapLines ? t("Do not wrap lines") : t("Wrap lines");
  items.push({ label, title: label, onChoose: () => wrapLines(answer, owner) });
  return items.map((item, at) => ({ ...item, isSetApart: at === set }));
}

/** As the host reads it. */
export function writtenPlace({ path, lines }: NamedFile): string {
  return lines ? `${path}:${lines.first}-${lines.last}` : path;
}

/** A file as a code block's label names it. */
export function fileLabel({ path, lines }: NamedFile, { visible }: Toolkit): string {
  const { first, last } = lines ?? {};
  const range = first === undefined ? "" : first === last ? `:${first}` : `:${first}–${last}`;
  return visible(path, 120) + range;
}

/** One switch for all code of the page. */
function wrapLines({ folds: { memory } }: AnswerTools, owner: HTMLElement): void {
  const { top } = owner.getBoundingClientRect();
  memory.wrapLines = !memory.wrapLines;
  memory.changed();
  showWrapping(memory);
  // The block stays under the pointer.
  owner.closest(".transcript, .column")?.scrollBy(0, owner.getBoundingClientRect().top - top);
}

function showWrapping({ wrapLines: isOn }: Pick<Memory, "wrapLines">): void {
  document.documentElement.classList.toggle("wrap-lines", isOn);
}
