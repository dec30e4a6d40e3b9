import { createHash } from "node:crypto";
import type { HashedLine } from "../core/insertionOrigin";

/** A line by the hash of its text, without the white space around it. */
export function hashedLine(line: string): HashedLine {
  const text = line.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { length: text.length };
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { hash, length: text.length };
}
