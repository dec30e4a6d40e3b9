import { assignedValue } from "./assignedValue";
import { markedValue } from "./markedValue";
import { ScannedText, type NamedValue } from "./scannedText";
import { nameKind } from "./secretNames";

const keyword = /pass|kennwort|pwd|pw\b|pswd|psk\b|secret|token|key|credential|auth|pat\b|cookie/gi;
const restOfName = /[\w.-]*/y;
const nameCharacter = /[\w.-]/;
const maxNameLength = 100;

/** Values whose name says that they are secret, in settings, code, JSON, YAML, XML and commands. */
export function namedSecrets(text: string): NamedValue[] {
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
