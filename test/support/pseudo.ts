import type { Messages } from "../../src/kit/l10n";

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = [..."àƀćďéƒğĥîĵķĺɱñöþɋŕšţüṽŵẋýžÀƁĆĎÉƑĞĤÎĴĶĹṀÑÖÞɊŔŠŢÜṼŴẊÝŽ"];
/** What a translator keeps. */
const kept = /\{\d+\}|\(command:[^)]+\)|`[^`]+`|\$\([a-z-]+\)/g;

const altered = (text: string): string =>
  [...text].map((character) => accented[plain.indexOf(character)] ?? character).join("");

/** In no language: with accents, in brackets, and about 40 % longer; without a letter of English. */
export function pseudo(message: string): string {
  let from = 0;
  let words = "";
  for (const { 0: part, index } of message.matchAll(kept)) {
    words += altered(message.slice(from, index)) + part;
    from = index + part.length;
  }
  words += altered(message.slice(from));
  const longer = "·".repeat(Math.ceil(message.replaceAll(kept, "").length * 0.4));
  // Where words break, as in a translation.
  return `[${words} ${longer.replaceAll(/·{6}/g, "····· ").trimEnd()}]`;
}

export const pseudoMessages = (messages: readonly string[]): Messages =>
  Object.fromEntries(messages.map((message) => [message, pseudo(message)]));

/** What is not words: names of states and actions, times, addresses, ids. */
const structure =
  /^(?:state|action|kind|setupStep|mode|memory|askedAt|documentUrls|shownState|tools|id|turnIds?|row|column)$/;

/** Data without a letter of English: what still has one afterwards is no data. */
export function wordless<T>(data: T): T {
  if (typeof data === "string") return data.replaceAll(/[a-z]/gi, "ж") as T;
  if (Array.isArray(data)) return data.map(wordless) as T;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      structure.test(name) ? value : wordless(value),
    ]),
  ) as T;
}
