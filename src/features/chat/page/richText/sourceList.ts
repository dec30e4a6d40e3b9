import type { SourceView } from "../../../../page/protocol/views";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools } from "../contexts";
import { writtenPlace } from "./codeTools";
import { answerLinks, type AnswerLinks } from "./fileLinks";
import { linkFor } from "./references";

/** Stands for the end of a file whose length is unknown. */
const maxLine = 9_999_999;

/** Below an answer: how many files, pages and documents its steps name; unfolds to a list. */
export function showSources(answer: AnswerTools, toolkit: Toolkit): void {
  const { folds, sources = [], sourcesPlace, turnId } = answer;
  if (sources.length === 0) return;
  const { cutList, disclosure, el, t } = toolkit;
  const line = el("span", { class: "detail" }, t("Sources: {0}", counted(sources, toolkit)));
  const links = answerLinks(answer, toolkit);
  const fold = disclosure("sources", [line], (body) => {
    const list = el("ul", { "aria-label": t("Sources") });
    cutList(list, [...sources], (source) => sourceRow(source, { answer, links, toolkit }));
    body.append(list);
  });
  sourcesPlace.replaceChildren(fold);
  folds.open(turnId, sourcesPlace);
}

function counted(sources: readonly SourceView[], { plural, t }: Toolkit): string {
  const counts = Map.groupBy(sources, ({ kind }) => kind);
  const of = (kind: SourceView["kind"], one: string, many: string) => {
    const { length } = counts.get(kind) ?? [];
    return length === 0 ? [] : [plural(length, one, many)];
  };
  return [
    ...of("file", t("1 file"), t("{0} files")),
    ...of("page", t("1 page"), t("{0} pages")),
    ...of("document", t("1 document"), t("{0} documents")),
  ].join(", ");
}

interface RowParts {
  answer: AnswerTools;
  links: AnswerLinks;
  toolkit: Toolkit;
}

function sourceRow(source: SourceView, { answer, links, toolkit }: RowParts): HTMLElement {
  const { el, visible } = toolkit;
  if (source.kind !== "file") {
    const { url, title } = source;
    const words = title || url;
    const { element, inside } = linkFor(url, { answer, toolkit }, words);
    inside.prepend(visible(words, 300));
    const host = title ? el("span", { class: "address" }, ` ${visible(hostOf(url), 100)}`) : "";
    return el("li", { dir: "auto" }, element, host);
  }
  const { path, lines } = source;
  const [only, ...others] = lines;
  const link = (text: string, range: typeof only) => {
    const element = el("span", {}, text);
    const file = range ? { path, lines: range } : { path };
    links.linkFile(element, file, writtenPlace(file));
    return element;
  };
  if (others.length === 0) {
    const range = only ? `:${rangeText(only)}` : "";
    return el("li", { dir: "auto" }, link(visible(path, 300) + range, only));
  }
  const ranges = lines.flatMap((range) => [", ", link(rangeText(range), range)]);
  return el("li", { dir: "auto" }, `${visible(path, 300)}: `, ...ranges.slice(1));
}

function rangeText({ first, last }: { first: number; last: number }): string {
  if (first === last) return String(first);
  return last >= maxLine ? `${first}–` : `${first}–${last}`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}
