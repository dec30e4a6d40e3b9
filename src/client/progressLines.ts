import { decodeProgressLine, type ProgressLine } from "../contract/decode";
import { HubError } from "../contract/errors";
import { parseJson } from "../contract/json";
import type { HubProgress } from "../contract/progress";
import type { KeyMask } from "../contract/secrets/keyMask";
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

/** Reads an answer line by line, the key masked in each, and reports what comes before its end. */
export async function readProgress(
  chunks: AsyncIterable<Uint8Array>,
  keys: KeyMask,
  onProgress: (progress: HubProgress) => void,
): Promise<End> {
  const report = (progress: HubProgress) => ignoreErrors(() => onProgress(progress));
  const live = new LiveLines(keys, report);
  let end: End | undefined;
  let count = 0;
  for await (const { bytes, isCut } of linesOf(chunks)) {
    if (bytes.every(isBlank)) continue;
    if (end) throw unusable(t("The hub's answer goes on after its last line."));
    if (++count > maxLines) throw unusable(t("The hub's answer has too many lines."));
    const line = decodeProgressLine(parseJson(bytes, keys, isCut));
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
  readonly #report: (progress: HubProgress) => void;
  readonly #text: LiveText;
  readonly #reasoning: LiveText;
  #rounds = 0;

  constructor(keys: KeyMask, report: (progress: HubProgress) => void) {
    this.#report = report;
    this.#text = new LiveText(keys);
    this.#reasoning = new LiveText(keys);
  }

  add({ text, reasoning, replace = false, calls, steps, wait }: ProgressLine): void {
    if (wait !== undefined) this.#report({ kind: "wait", seconds: wait });
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

/** A text in pieces. */
class LiveText {
  readonly #keys: KeyMask;
  #pieces: ReturnType<KeyMask["pieces"]>;
  #value = "";

  constructor(keys: KeyMask) {
    this.#keys = keys;
    this.#pieces = this.#begun();
  }

  get value(): string {
    return this.#value;
  }

  add(piece: string, replace: boolean): void {
    if (replace) {
      this.#value = "";
      this.#pieces = this.#begun();
    }
    if (this.#value.length < shown.characters) this.#pieces.add(piece);
  }

  #begun() {
    return this.#keys.pieces((text) => {
      this.#value = (this.#value + text).slice(0, shown.characters);
    });
  }
}

function unusable(sentence: string): HubError {
  return new HubError("bad-response", sentence);
}
