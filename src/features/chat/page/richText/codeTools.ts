import type { NamedFile } from "../../../../kit/namedFile";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools, RichTextContext } from "../contexts";

/** In the style of the page's icons (icons.ts); needed only beside code. */
const toolOutlines = {
  goTo: "M8.59 1c.4 0 .78.16 1.06.44l2.91 2.91c.28.28.44.67.44 1.06v7.59c0 1.1-.9 2-2 2h-6c-1.1 0-2-.9-2-2v-7h1v7c0 .55.45 1 1 1h6c.55 0 1-.45 1-1v-7h-2.5c-.83 0-1.5-.67-1.5-1.5v-2.5c-.07-.21-.19-.4-.35-.56l-.44-.44h1.38zM9 4.5c0 .28.22.5.5.5h2.29l-2.79-2.79v2.29zM4.5 0c.13 0 .26.05.35.15l2 2c.1.09.15.22.15.35 0 .13-.05.26-.15.36l-2 2c-.2.19-.51.19-.7-.01-.2-.19-.2-.51 0-.7l1.14-1.15h-2.79c-.83 0-1.5.67-1.5 1.5v1c0 .28-.22.5-.5.5-.28 0-.5-.22-.5-.5v-1c0-1.38 1.12-2.5 2.5-2.5h2.79l-1.14-1.15c-.2-.19-.2-.51 0-.7.09-.1.22-.15.35-.15z",
  wrap: "M2 3.5c0-.28.22-.5.5-.5h11c.28 0 .5.22.5.5 0 .28-.22.5-.5.5h-11c-.28 0-.5-.22-.5-.5zM2 7.5c0-.28.22-.5.5-.5h8.75c1.52 0 2.75 1.23 2.75 2.75s-1.23 2.75-2.75 2.75h-2.04l.64.65c.2.19.2.51 0 .7-.19.2-.51.2-.7 0l-1.5-1.5c-.2-.19-.2-.51 0-.7l1.5-1.5c.19-.2.51-.2.7 0 .2.19.2.51 0 .7l-.64.65h2.04c.97 0 1.75-.78 1.75-1.75s-.78-1.75-1.75-1.75h-8.75c-.28 0-.5-.22-.5-.5zM2 11.5c0-.28.22-.5.5-.5h3c.28 0 .5.22.5.5 0 .28-.22.5-.5.5h-3c-.28 0-.5-.22-.5-.5z",
};

const wrapped = "wrap-lines";

/** A code block of an answer, with the file that it names. */
export interface BlockOfAnswer {
  blockIndex: number;
  file: NamedFile | undefined;
}

/** Adds to a code block's buttons those that lead to what was asked about, unless the block names a file, and wrap its lines. */
export function addCodeTools(
  actions: HTMLElement,
  { blockIndex, file }: BlockOfAnswer,
  { answer, toolkit }: RichTextContext,
): void {
  if (!answer) return;
  const { button, iconOf, t, visible } = toolkit;
  const { host, turnId, target } = answer;
  if (!file && target)
    actions.append(
      button(
        { icon: iconOf(toolOutlines.goTo), label: t("Go to {0}", visible(target.label, 80)) },
        () => host.run("goToRange", { turnId, blockIndex }),
      ),
    );
  actions.append(wrapTool(answer, toolkit));
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

/** One switch for all code of the page, at every block. */
function wrapTool({ folds: { memory } }: AnswerTools, { button, iconOf, t }: Toolkit): HTMLElement {
  const options = {
    icon: iconOf(toolOutlines.wrap),
    label: t("Wrap lines"),
    class: `icon-button ${wrapped}-tool`,
  };
  const element = button(options, () => {
    const { top } = element.getBoundingClientRect();
    memory.wrapLines = !memory.wrapLines;
    memory.changed();
    show();
    const now = String(memory.wrapLines);
    for (const other of document.querySelectorAll(`.${wrapped}-tool`))
      other.setAttribute("aria-pressed", now);
    // The block stays under the pointer.
    element.closest(".log")?.scrollBy(0, element.getBoundingClientRect().top - top);
  });
  const show = () => {
    document.documentElement.classList.toggle(wrapped, memory.wrapLines);
  };
  element.setAttribute("aria-pressed", String(memory.wrapLines));
  show();
  return element;
}
