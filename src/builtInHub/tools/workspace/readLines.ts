import type { MaskedSecret } from "../../../contract/secrets/maskSecrets";
import { CallProblem } from "../tool";
import { quotedName } from "../../../kit/quotedName";
import { asData, wholeEnd } from "../dataBlock";
import { maskedNote, textFilesNamed, type MaskedFile } from "./textFiles";
import { limits, shownAs, tidied, type View } from "./walk";

const defaultLines = 200;
const maxLines = 400;
const maxCharacters = 16_000;
const maxLineLength = 2000;

/** A part of a file; lines and columns count from 1. */
interface Range {
  readonly from: number;
  readonly to: number | undefined;
  /** Where the first line starts. */
  readonly column: number;
}

/** Numbered lines of one file, with notes on what was cut or masked. */
export async function readLines(view: View, path: string, range: Range): Promise<string> {
  const [file, ...others] = await textFilesCalled(view, path);
  if (!file) {
    throw new CallProblem(
      `${quotedName(path)} cannot be read. It is not a file in the open folders, or it is ignored, excluded, in a hidden folder, binary, likely to hold secrets, or larger than ${limits.fileBytes / 1024} KiB.`,
    );
  }
  if (others.length > 0) {
    const names = [file, ...others].map(({ name }) => quotedName(name));
    throw new CallProblem(`Several folders have this file; say which: ${names.join(", ")}`);
  }
  const { text, secrets } = file;
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (range.from > lines.length) {
    throw new CallProblem(`${quotedName(file.name)} has ${lines.length} lines only.`);
  }
  const { shown, end, next } = numberedLines(lines, range);
  const isSeen = (secret: MaskedSecret) => secret.to >= range.from && secret.from <= end;
  return [
    asData(`the file ${quotedName(file.name)}`, shown.join("\n")),
    `[Lines ${range.from} to ${end} of ${lines.length}.${next === "" ? "" : ` Read on with ${next}.`}]`,
    ...maskedNote(secrets.filter(isSeen)),
  ].join("\n");
}

/** The files of that name, else those whose name was shown to the model in this way. */
async function textFilesCalled(view: View, path: string): Promise<MaskedFile[]> {
  const named = await textFilesNamed(view.folders, tidied(path), view);
  if (named.length > 0) return named;
  const shown = (await shownAs(view, path)).filter(({ isFolder }) => !isFolder);
  const found = shown.map(({ name }) => textFilesNamed(view.folders, name, view));
  return (await Promise.all(found)).flat();
}

interface Numbered {
  readonly shown: readonly string[];
  /** The last line that is shown. */
  readonly end: number;
  /** The arguments that read on; empty at the end. */
  readonly next: string;
}

function numberedLines(lines: readonly string[], { from, to, column }: Range): Numbered {
  const last = Math.min(lines.length, to ?? from + defaultLines - 1, from + maxLines - 1);
  const shown: string[] = [];
  let length = 0;
  let start = column - 1;
  for (let line = from; line <= Math.max(last, from); line++) {
    const text = lines[line - 1] ?? "";
    const end = wholeEnd(text, Math.min(text.length, start + maxLineLength));
    if (shown.length > 0 && length + end - start > maxCharacters) {
      return { shown, end: line - 1, next: `from_line ${line}` };
    }
    shown.push(`${line}: ${text.slice(start, end)}`);
    if (end < text.length) {
      return {
        shown,
        end: line,
        next: `from_line ${line}, from_column ${end + 1}: line ${line} was cut`,
      };
    }
    length += end - start + 8;
    start = 0;
  }
  return { shown, end: last, next: last < lines.length ? `from_line ${last + 1}` : "" };
}
