import {
  fitIndent,
  isAligned,
  type TargetPlace,
  type FileIndentation,
  targetPlace,
} from "./indentation/fitIndent";
import { indentOf, isOffside } from "./indentation/measure";

/** A place in a text. */
interface Spot {
  readonly line: number;
  readonly character: number;
}

interface Span {
  readonly start: Spot;
  readonly end: Spot;
}

export interface CursorEdit extends Span {
  readonly text: string;
  /** Where the cursor goes, as an offset in the text. */
  readonly cursor: number;
}

/** The file that a text goes into. */
export interface CursorFile extends FileIndentation, Pick<TargetPlace, "languageId" | "sent"> {
  readonly lines: readonly string[];
}

/**
 * Where an answer goes at these cursors: one line goes there, several stand on lines of their own, as
 * does a comment in front of text, and a selection is replaced. In the order of the file, each place once.
 */
export function cursorEdits(
  answer: string,
  selections: readonly Span[],
  file: CursorFile,
): CursorEdit[] {
  const text = answer.replace(/\r\n?/g, "\n");
  const edits = selections
    .map((selection) => editAt(text, selection, file))
    .toSorted((a, b) => compare(a.start, b.start) || compare(a.end, b.end));
  return edits.filter((edit, at) => {
    const before = edits[at - 1];
    return !before || compare(before.end, edit.start) < 0 || isAdjacent(before, edit);
  });
}

/** What the edits make of the text, and where the cursors are then. */
export function withEdits(
  lines: readonly string[],
  edits: readonly CursorEdit[],
): { readonly after: string; readonly cursors: readonly Spot[] } {
  let after = "";
  let from: Spot = { line: 0, character: 0 };
  let at = from;
  const cursors: Spot[] = [];
  const add = (text: string): void => {
    after += text;
    at = behind(at, text);
  };
  for (const { start, end, text, cursor } of edits) {
    add(textBetween(lines, from, start));
    cursors.push(behind(at, text.slice(0, cursor)));
    add(text);
    from = end;
  }
  const last = lines.length - 1;
  add(textBetween(lines, from, { line: last, character: lines[last]!.length }));
  return { after, cursors };
}

function editAt(answer: string, { start, end }: Span, file: CursorFile): CursorEdit {
  const { lines } = file;
  const isEmpty = lines.length === 1 && lines[0] === "";
  const text = isEmpty ? answer : answer.replace(/\n$/, "");
  if (compare(start, end) !== 0) return replacement(text, { start, end }, file);
  const line = lines[start.line]!;
  if (line.trim() === "") return onBlankLine(text, start.line, file);
  const isCommentBefore = lineComment.test(text) && line.slice(start.character).trim() !== "";
  if (!text.includes("\n") && !isCommentBefore) return replacement(text, { start, end }, file);
  if (line.slice(0, start.character).trim() === "") {
    const at = { line: start.line, character: 0 };
    const own = onLinesOfItsOwn(text, indentAbove(start.line, file), file);
    return { start: at, end: at, text: `${own}\n`, cursor: own.length };
  }
  const at = { line: start.line, character: line.length };
  const own = `\n${onLinesOfItsOwn(text, indentBelow(start.line, file), file)}`;
  return { start: at, end: at, text: own, cursor: own.length };
}

/** What would make a comment of the rest of the line. */
const lineComment = /^\s*(?:\/\/+|#+|--|%+)\s/;

function replacement(text: string, { start, end }: Span, file: CursorFile): CursorEdit {
  const own = fitIndent(text, targetPlace(file.lines[start.line]!, start.character, file));
  // The line end of whole lines stays.
  const isWhole = end.character === 0 && end.line > start.line;
  return { start, end, text: isWhole ? `${own}\n` : own, cursor: own.length };
}

function onBlankLine(text: string, line: number, file: CursorFile): CursorEdit {
  const { lines, languageId } = file;
  const blanks = lines[line]!;
  const indent = blanks !== "" || isAligned(languageId) ? blanks : indentBetween(line, file);
  const own = onLinesOfItsOwn(text, indent, file);
  const isFinal = line > 0 && line === lines.length - 1;
  return {
    start: { line, character: 0 },
    end: { line, character: blanks.length },
    text: isFinal ? `${own}\n` : own,
    cursor: own.length,
  };
}

function onLinesOfItsOwn(text: string, indent: string, file: CursorFile): string {
  return fitIndent(text, targetPlace(indent, 0, file));
}

/** Of a new line above this one. */
function indentAbove(line: number, file: CursorFile): string {
  const own = file.lines[line]!;
  return isAligned(file.languageId) || !closes(own) ? indentOf(own) : indentBetween(line, file);
}

/** Of a new line below this one. */
function indentBelow(line: number, file: CursorFile): string {
  const own = file.lines[line]!;
  if (isAligned(file.languageId)) return indentOf(own);
  return indentInside(own, nextLine(line + 1, file), file) ?? indentOf(own);
}

/** Of a new line between the last one with text before this one, and the first from it on. */
function indentBetween(line: number, file: CursorFile): string {
  const before = file.lines.slice(0, line).findLast((one) => one.trim() !== "");
  const next = nextLine(line, file);
  if (before === undefined) return next === undefined ? "" : indentOf(next);
  const inside = indentInside(before, next, file);
  if (inside !== undefined) return inside;
  if (next === undefined) return isOffside(file.languageId) ? "" : indentOf(before);
  const [above, below] = [indentOf(before), indentOf(next)];
  return closes(next) || above.length < below.length ? above : below;
}

/** Of what follows a line that begins a block; `undefined` if it begins none. */
function indentInside(
  line: string,
  next: string | undefined,
  file: CursorFile,
): string | undefined {
  const own = indentOf(line);
  if (next !== undefined && !closes(next) && indentOf(next).length > own.length)
    return indentOf(next);
  return opens(line, file.languageId) ? own + targetPlace(line, 0, file).unit : undefined;
}

function nextLine(from: number, { lines }: CursorFile): string | undefined {
  return lines.slice(from).find((line) => line.trim() !== "");
}

function opens(line: string, languageId: string): boolean {
  const code = line.replace(/\s(?:\/\/|#).*$/, "").trimEnd();
  return (
    /[[({]$|=>$|\b(?:then|do|else|begin)$|^\s*<[a-z](?:[^<>]*[^<>/])?>$/i.test(code) ||
    (isOffside(languageId) && code.endsWith(":"))
  );
}

function closes(line: string): boolean {
  return /^\s*(?:[)\]}]|<\/|(?:end|else|elif|elsif|except|finally|catch|rescue|ensure|fi|done|esac)\b)/.test(
    line,
  );
}

function compare(a: Spot, b: Spot): number {
  return a.line - b.line || a.character - b.character;
}

/** Two selections side by side; not the same place twice. */
function isAdjacent({ start, end }: Span, next: Span): boolean {
  return compare(end, next.start) === 0 && compare(start, next.start) !== 0;
}

function textBetween(lines: readonly string[], start: Spot, end: Spot): string {
  if (start.line === end.line) return lines[start.line]!.slice(start.character, end.character);
  return [
    lines[start.line]!.slice(start.character),
    ...lines.slice(start.line + 1, end.line),
    lines[end.line]!.slice(0, end.character),
  ].join("\n");
}

function behind({ line, character }: Spot, text: string): Spot {
  const lastLine = text.lastIndexOf("\n") + 1;
  if (lastLine === 0) return { line, character: character + text.length };
  return { line: line + text.split("\n").length - 1, character: text.length - lastLine };
}
