import { fold } from "./fold";
import { lastWhere } from "./hits";

const blockSelector =
  "p,li,td,th,h3,h4,h5,h6,pre,div,summary,blockquote,ul,ol,table,.step-sentence,.detail";
/** Text of the interface, not of the conversation. */
const labelSelector = ".code-head, .more, .spoken";

interface Run {
  text: string;
  nodes: { node: Text; from: number }[];
}

/** The runs of text in an element: continuous across nodes, but not across blockSelector. */
function runsOf(root: HTMLElement): Run[] {
  const runs: Run[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let block: Element | null | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      if (node.nodeName === "BR") block = undefined;
      continue;
    }
    const parent = node.parentElement;
    if (!parent || (parent !== root && parent.closest(labelSelector))) continue;
    const own = parent.closest(blockSelector);
    if (runs.length === 0 || own !== block) runs.push({ text: "", nodes: [] });
    block = own;
    const run = runs.at(-1);
    run?.nodes.push({ node, from: run.text.length });
    if (run) run.text += node.data;
  }
  return runs;
}

/** Every match of a folded query in an element, in reading order; none of an empty one. */
export function* rangesIn(root: HTMLElement, query: string): Generator<Range> {
  if (query === "") return;
  for (const { text, nodes } of runsOf(root)) {
    const folded = fold(text);
    for (let at = folded.indexOf(query); at !== -1; at = folded.indexOf(query, at + query.length)) {
      const range = document.createRange();
      const nodeAt = (position: number) => nodes[lastWhere(nodes, ({ from }) => from <= position)];
      const start = nodeAt(at);
      const end = nodeAt(at + query.length - 1);
      if (!start || !end) continue;
      range.setStart(start.node, at - start.from);
      range.setEnd(end.node, at + query.length - end.from);
      yield range;
    }
  }
}

/** The match with this index; the last one if the page shows fewer. */
export function rangeAt(root: HTMLElement, query: string, ordinal: number): Range | undefined {
  let last: Range | undefined;
  let at = 0;
  for (const range of rangesIn(root, query)) {
    last = range;
    if (at++ === ordinal) break;
  }
  return last;
}
