import { isKey } from "../../../contract/address";

/** The typed or pasted key without surrounding white space; `undefined` if it cannot be sent to a hub. */
export function typedKey(text: string): string | undefined {
  const key = text.trim();
  return isKey(key) ? key : undefined;
}
