import { fenceAround, fenced } from "../../../kit/fence";
import { quotedName } from "../../../kit/quotedName";
import { type Attachment, isInstructions, withoutInstructions } from "./attachment";

interface Composed {
  readonly typed: string;
  readonly attachments?: readonly Attachment[];
}

/**
 * `input_data`: exactly the attached text if nothing is typed, else the typed text with the attached
 * one in a fence below. Several attachments each get a line with the name, and a fence that is longer
 * than any run of backticks in the whole question.
 */
export function inputData(composed: Composed): string {
  const known = inputs.get(composed);
  if (known !== undefined) return known;
  const input = inputParts(composed)
    .map(({ text }) => text)
    .join(betweenParts);
  inputs.set(composed, input);
  return input;
}

/** The same in the conversation so far: each question brings the instructions along anew. */
export function earlierInputData(composed: Composed): string {
  const { attachments = [] } = composed;
  if (!attachments.some(isInstructions)) return inputData(composed);
  return inputData({ ...composed, attachments: withoutInstructions(attachments) });
}

/** Every later question repeats it, and memory holds it once. */
const inputs = new WeakMap<Composed, string>();

export const betweenParts = "\n\n";

interface InputPart {
  /** That of an attachment; absent for what was typed. */
  readonly name?: string;
  readonly text: string;
  /** Of a picture, which is sent apart from this text. */
  readonly detail?: string;
}

/** The parts of `input_data`, in order: instructions go before the question. */
export function inputParts({ typed, attachments = [] }: Composed): InputPart[] {
  const instructions = attachments.filter(isInstructions).map((one) => ({
    name: shownName(one),
    text: `Instructions of this project, from ${attachmentName(one)}:\n${fenced(one.text, infoOf(one))}`,
  }));
  return [
    ...instructions,
    ...questionParts({ typed, attachments: withoutInstructions(attachments) }),
  ];
}

function questionParts({ typed, attachments }: Required<Composed>): InputPart[] {
  const own = typed.trim() === "" ? [] : [{ text: typed }];
  const parts = [...own, ...textParts(typed, attachments), ...pictureParts(attachments)];
  return parts.length === 0 ? [{ text: typed }] : parts;
}

function textParts(typed: string, attachments: readonly Attachment[]): InputPart[] {
  const texts = attachments.filter(({ picture }) => picture === undefined);
  const [first, ...others] = texts;
  if (!first) return [];
  if (others.length > 0) {
    const named = namedAttachments(typed, texts);
    return texts.map((one, at) => ({ name: shownName(one), text: named[at]! }));
  }
  const isAlone = typed.trim() === "" && attachments.length === 1;
  return [
    { name: shownName(first), text: isAlone ? first.text : fenced(first.text, infoOf(first)) },
  ];
}

/** In place of each picture, so that later questions say that it was there. */
function pictureParts(attachments: readonly Attachment[]): InputPart[] {
  return attachments.flatMap((one) => {
    const { type, width, height } = one.picture ?? {};
    if (type === undefined) return [];
    const text = `[Picture ${attachmentName(one)}: ${type}, ${width} × ${height}]`;
    return [{ name: shownName(one), text, detail: one.detail }];
  });
}

/** The text stands between the first and the last line break of its block, which are not part of it. */
function namedAttachments(typed: string, attachments: readonly Attachment[]): string[] {
  const fence = fenceAround(
    typed,
    ...attachments.flatMap((one) => [one.text, attachmentName(one)]),
  );
  return attachments.map((one, at) => {
    const title = `Attachment ${at + 1} of ${attachments.length}: ${attachmentName(one)}`;
    return `${title}\n${fence}${infoOf(one)}\n${one.text}\n${fence}`;
  });
}

/** For a model: whoever named the file may have written a sentence. */
function attachmentName({ path, label, lines }: Attachment): string {
  const name = quotedName(path ?? label);
  return path === undefined || lines === undefined ? name : `${name}, ${inLines(lines)}`;
}

/** For the user. */
function shownName({ path, label, lines }: Attachment): string {
  const name = path !== undefined && lines !== undefined ? `${path}, ${inLines(lines)}` : path;
  return (name ?? label).replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ");
}

/** Those of imported conversations may be any text. */
function inLines(lines: string): string {
  const numbers = /^[\d–, ]{1,500}$/.test(lines) ? lines : quotedName(lines);
  return `${/^\d+$/.test(lines) ? "line" : "lines"} ${numbers}`;
}

function infoOf({ languageId }: Attachment): string {
  return languageId.replaceAll(/[`\p{C}\p{Z}]/gu, "").slice(0, 40);
}
