import { getHeapSnapshot } from "node:v8";

/** Whether a key that begins with `KEY-CANARY-` and digits is in the memory of this process. */
export async function isInMemory(): Promise<boolean> {
  globalThis.gc?.();
  let rest = "";
  let found = false;
  for await (const chunk of getHeapSnapshot()) {
    const text = rest + String(chunk);
    found ||= /KEY-CANARY-\d{3}/.test(text);
    rest = text.slice(-100);
  }
  return found;
}
