import { secretLevel, nameKind } from "./secretLevel";
import { secretFormats, type SecretKind } from "./secretFormats";
import { assignedValue } from "./assignedValue";
import { markedValue } from "./markedValue";
import { ScannedText, type NamedValue } from "./scannedText";

/** Something in a text that looks like a secret. */
export interface Secret {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
  /** Worth a question before it is sent; otherwise it is only masked, as it may well be harmless. */
  readonly isStrong: boolean;
}

/** Right before a token, they would seem to be a part of it. */
const escapes = /\\[nrt]|%[\dA-F]{2}/g;

/** What looks like a secret in a text, in order and without overlaps. Linear in the text's length. */
export function secretsIn(text: string): Secret[] {
  const spaced = text.replace(escapes, (escape) => " ".repeat(escape.length));
  const found = [
    ...secretFormats.flatMap((format) => formatted(format, text)),
    ...(spaced === text ? [] : secretFormats.flatMap((format) => formatted(format, spaced))),
    ...namedSecrets(text).map((value): Secret => ({ kind: "a secret value", ...value })),
  ];
  return withoutOverlaps(found.toSorted((one, other) => one.start - other.start));
}

function formatted(format: (typeof secretFormats)[number], text: string): Secret[] {
  return [...text.matchAll(format.pattern)].flatMap((match) => {
    const groups = Object.values(match.indices?.groups ?? {}).find((each) => each !== undefined);
    const [start, end] = groups ?? [match.index, match.index + match[0].length];
    const { kind } = format;
    if (!("isJudged" in format)) return [{ kind, start, end, isStrong: true }];
    const level = secretLevel(text.slice(start, end), { context: "data", nameKind: "password" });
    return level === "none" ? [] : [{ kind, start, end, isStrong: level === "strong" }];
  });
}

const rank = (kind: SecretKind): number =>
  secretFormats.findIndex((format) => format.kind === kind);

/** The kind of the earlier row stays, as it says more. */
function withoutOverlaps(sorted: readonly Secret[]): Secret[] {
  const merged: Secret[] = [];
  for (const secret of sorted) {
    const last = merged.at(-1);
    if (!last || secret.start >= last.end) {
      merged.push(secret);
      continue;
    }
    merged[merged.length - 1] = {
      kind: rank(secret.kind) < rank(last.kind) ? secret.kind : last.kind,
      start: last.start,
      end: Math.max(last.end, secret.end),
      isStrong: last.isStrong || secret.isStrong,
    };
  }
  return merged;
}

const keyword = /pass|kennwort|pwd|pw\b|pswd|psk\b|secret|token|key|credential|auth|pat\b|cookie/gi;
const restOfName = /[\w.-]*/y;
const nameCharacter = /[\w.-]/;
const maxNameLength = 100;

/** Values whose name says that they are secret, in settings, code, JSON, YAML, XML and commands. */
function namedSecrets(text: string): NamedValue[] {
  const scanned = new ScannedText(text);
  const found: NamedValue[] = [];
  let done = 0;
  keyword.lastIndex = 0;
  for (let match = keyword.exec(text); match; match = keyword.exec(text)) {
    const earliest = Math.max(done, match.index - maxNameLength);
    let start = match.index;
    while (start > earliest && nameCharacter.test(text.charAt(start - 1))) start--;
    restOfName.lastIndex = match.index + match[0].length;
    restOfName.exec(text);
    const end = restOfName.lastIndex;
    const kind = end - start > maxNameLength ? undefined : nameKind(text.slice(start, end));
    const name = kind && scanned.name({ start, end, kind });
    const value = name && (assignedValue(scanned, name) ?? markedValue(scanned, name));
    if (value) found.push(value);
    done = value?.end ?? end;
    keyword.lastIndex = done;
  }
  return found;
}
