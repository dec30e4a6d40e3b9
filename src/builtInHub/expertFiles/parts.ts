import type { FileProblem } from "../../contract/builtInHubApi";

/** A problem in a file that is named elsewhere. */
export type Complaint = Omit<FileProblem, "file">;

/** Why a file cannot be used as a whole. */
export function unusableFile(message: string): Complaint {
  return { line: 1, message, severity: "error" };
}

/** A file in its two parts, with `\n` as the end of every line. */
export interface Parts {
  /** The YAML between the two lines of dashes; `undefined` without front matter. */
  readonly header: string | undefined;
  readonly body: string;
}

/** The line of a file that is the first one of its header. */
export const headerStartsIn = 2;

const opening = /^---[ \t]*\n/;
const closing = /\n---[ \t]*(?:\n|$)/g;

/** Splits a file at its front matter; `undefined` if that is opened and never closed. */
export function frontMatterParts(text: string): Parts | undefined {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const [start] = opening.exec(plain) ?? [];
  if (start === undefined) return { header: undefined, body: plain };
  // The line break of the opening line also ends an empty header.
  closing.lastIndex = start.length - 1;
  const end = closing.exec(plain);
  if (!end) return undefined;
  return {
    header: plain.slice(start.length, end.index),
    body: plain.slice(end.index + end[0].length),
  };
}

const plainDescription = /^description:[ \t]+(?=[^\s"'[\]{}|>&*!%@`#])/m;
const knownField =
  /\n(?=(?:name|model|effort|tools|color|agents|skills|handoffs|disallowedTools|argument-hint|allowed-tools|license|metadata|target):(?:[ \t]|\n|$))/;

/**
 * The header with its unquoted description in quotes, on as many lines as before. Many published
 * files have colons, quotes and line breaks in it, which is no YAML, and Claude Code accepts them.
 */
export function withQuotedDescription(header: string): string {
  const found = plainDescription.exec(header);
  if (!found) return header;
  const start = found.index + found[0].length;
  const rest = header.slice(start);
  const length = knownField.exec(rest)?.index ?? rest.length;
  const value = rest.slice(0, length).trimEnd();
  const lines = value.split("\n").length - 1;
  return `${header.slice(0, start)}${JSON.stringify(value)}${"\n".repeat(lines)}${rest.slice(length)}`;
}

/** Control characters except line breaks and tabs. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Text without control characters and halves of characters. */
export function cleaned(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controls, "").toWellFormed().trim();
}

/** The text in one line, at most so many characters long. */
export function inOneLine(text: string, most: number): string {
  const characters = [...cleaned(text).replace(/\s+/gu, " ")];
  return characters.length <= most
    ? characters.join("")
    : `${characters.slice(0, most - 1).join("")}…`;
}
