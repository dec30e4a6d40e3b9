import { isKey } from "../../hub/address";

/** The key in what was typed or pasted, white space around it left out; `undefined` for what no hub can be sent. */
export function typedKey(text: string): string | undefined {
  const key = text.trim();
  return isKey(key) ? key : undefined;
}
