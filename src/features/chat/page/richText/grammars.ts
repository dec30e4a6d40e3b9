import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

/**
 * A call of the highlighter cannot be split into tasks, and these patterns take up to the square of
 * the code's length and the cube of a line's: longer code is not highlighted.
 */
export const maxCodeLength = 3000;
export const maxCodeLine = 500;
/** For all pieces of a block together: each adds elements to the layout. */
const maxBlockLength = 15_000;
/** An empty line before one that is not indented and closes nothing: rarely in a comment or a string. */
const beginning = /\n\n(?=[^\s)\]}])/g;

const lowlight = createLowlight({
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});
lowlight.registerAlias({ bash: ["shell", "console"], cpp: ["c", "h"], json: ["json5"] });

export const languages = lowlight.listLanguages();

export type Tree = ReturnType<typeof lowlight.highlight>;

/** Splits code into pieces that can be highlighted independently; empty if that is not possible. */
export function highlightPieces(text: string): string[] {
  if (text.length > maxBlockLength) return [];
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > maxCodeLength) {
    const ends = text.slice(from, from + maxCodeLength).matchAll(beginning);
    const last = [...ends].at(-1);
    if (!last) return [];
    const to = from + last.index + last[0].length;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return [...pieces, text.slice(from)];
}

/** The syntax tree of code; `undefined` if the language is unknown, or if highlighting could take long. */
export function syntaxOf(text: string, language: string): Tree | undefined {
  const name = language.toLowerCase();
  const isShort =
    text.length <= maxCodeLength && text.split("\n").every((line) => line.length <= maxCodeLine);
  return isShort && lowlight.registered(name) ? lowlight.highlight(name, text) : undefined;
}
