import { decodeProgressLine, type ProgressLine } from "../contract/decode";
import { HubError } from "../contract/errors";
import { parseJson } from "../contract/json";
import type { Progress } from "../contract/progress";
import { mask } from "../contract/text";
import { t } from "../kit/l10n";
import { ignoreErrors } from "./ignoreErrors";

/** The last line of an answer that shows its progress. */
type End =
  | { readonly answer: unknown }
  | { readonly error: unknown; readonly status?: number | undefined };

const lineFeed = 0x0a;
/** More than any answer has; each takes time. */
const maxLines = 100_000;
/** How much is shown before the answer is complete; the answer itself is whole. */
const shown = { characters: 1_000_000, rounds: 1000 };

/** Reads an answer line by line, the secret masked in each, and reports what comes before its end. */
export async function readProgress(
  chunks: AsyncIterable<Uint8Array>,
  secret: string,
  onProgress: (progress: Progress) => void,
): Promise<End> {
  const report = (progress: Progress) => ignoreErrors(() => onProgress(progress));
  const live = new LiveLines(secret, report);
  let end: End | undefined;
  let count = 0;
  for await (const { bytes, isCut } of linesOf(chunks)) {
    if (bytes.every(isBlank)) continue;
    if (end) throw unusable(t("The hub's answer goes on after its last line."));
    if (++count > maxLines) throw unusable(t("The hub's answer has too many lines."));
    const line = decodeProgressLine(parseJson(bytes, secret, isCut));
    const { answer, error, status, tokens } = line;
    if (answer !== undefined) {
      end = { answer };
      if (Object.keys(tokens).length > 0) report({ kind: "tokens", ...tokens });
    } else if (error !== undefined) end = { error, status };
    else live.add(line);
  }
  if (end) return end;
  throw new HubError("network", t("The connection ended early, in the middle of the answer."));
}

interface Line {
  readonly bytes: Uint8Array;
  /** It is the last one, and nothing says that it is complete. */
  readonly isCut: boolean;
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      const rest = chunk.subarray(from, at);
      yield { bytes: begun.length === 0 ? rest : Buffer.concat([...begun, rest]), isCut: false };
      begun = [];
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield { bytes: Buffer.concat(begun), isCut: true };
}

/** Space, tab and the line breaks. */
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** What the lines so far say of an answer. */
class LiveLines {
  readonly #report: (progress: Progress) => void;
  readonly #text: MaskedText;
  readonly #reasoning: MaskedText;
  #rounds = 0;

  constructor(secret: string, report: (progress: Progress) => void) {
    this.#report = report;
    this.#text = new MaskedText(secret);
    this.#reasoning = new MaskedText(secret);
  }

  add({ text, reasoning, replace = false, calls, steps }: ProgressLine): void {
    if (text !== undefined || reasoning !== undefined) {
      if (text !== undefined) this.#text.add(text, replace);
      if (reasoning !== undefined) this.#reasoning.add(reasoning, replace);
      const thought = this.#reasoning.value;
      this.#report({
        kind: "text",
        text: this.#text.value,
        ...(thought !== "" && { reasoning: thought }),
      });
    }
    if (steps && ++this.#rounds <= shown.rounds) {
      this.#reasoning.add("", true);
      this.#report({ kind: "steps", steps });
    }
    if (calls) this.#report({ kind: "calls", calls });
  }
}

/** A text in pieces: a secret that is divided between them is masked as well. */
class MaskedText {
  readonly #secret: string;
  #safe = "";
  /** May be the beginning of the secret. */
  #tail = "";

  constructor(secret: string) {
    this.#secret = secret;
  }

  get value(): string {
    return this.#safe + this.#tail.slice(0, this.#tail.length - this.#begun);
  }

  /** Characters at the end with which the secret begins; three say nothing of it. */
  get #begun(): number {
    for (let count = this.#tail.length; count > 3; count--)
      if (this.#secret.startsWith(this.#tail.slice(-count))) return count;
    return 0;
  }

  add(piece: string, replace: boolean): void {
    if (replace) this.#safe = this.#tail = "";
    const room = Math.max(0, shown.characters - this.#safe.length);
    const text = mask(this.#tail + piece.slice(0, room), this.#secret);
    const end = Math.max(0, text.length - this.#secret.length + 1);
    this.#safe += text.slice(0, end);
    this.#tail = text.slice(end);
  }
}

function unusable(sentence: string): HubError {
  return new HubError("bad-response", sentence);
}
