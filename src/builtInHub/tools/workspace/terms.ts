import { literalPattern } from "../../../contract/text";

const dull = new Set(
  (
    "a about after all also an and any are as at be been but by can code could describe did do does expert explain file " +
    "files find for from function generate get give has have how i if in into is it its know let line lines list locate " +
    "look me my need not of on or our please project search see should show so some tell than that the their them then " +
    "there these this to us use used uses using was we were what when where which who why will with workspace would you your"
  ).split(" "),
);

const maxTerms = 12;
/** Such as TODOs and IDs, which stand in files without their last letter. */
const pluralOfCapitals = /^(\p{Lu}{2,})s$/u;

/** Something to search for. */
export interface Term {
  /** As displayed. */
  readonly text: string;
  readonly weight: number;
  /** Ignores case; two words also match written as one name. */
  readonly pattern: RegExp;
}

/** The words of a question worth searching for: quoted ones, identifiers and pairs weigh most. */
export function termsOf(text: string): Term[] {
  const found = new Map<string, Term>();
  const add = (word: string, weight: number, source = literalPattern(word)) => {
    const key = word.toLowerCase();
    const before = found.get(key);
    if (before && before.weight >= weight) return;
    found.set(key, { text: word, weight, pattern: new RegExp(source, "iu") });
  };
  for (const [, quoted = ""] of text.matchAll(/["'`“]([^"'`”\n]{2,80})["'`”]/g))
    add(quoted.trim(), 4);
  let before = "";
  for (const [written] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:[-.][\p{L}\p{N}_$]+)*/gu)) {
    const word = written.replace(pluralOfCapitals, "$1");
    const isDull = dull.has(word.toLowerCase());
    if (/[a-z\d][A-Z]|[_$\d]|[-.]\p{L}/u.test(word)) add(word, 3);
    else if (word.length > 2 && !isDull) add(word, /^\p{Lu}/u.test(word) ? 2 : 1, stem(word));
    if (before !== "" && !isDull) {
      add(`${before} ${word}`, 3, `${literalPattern(before)}[\\s_-]?${literalPattern(word)}`);
    }
    before = isDull ? "" : word;
  }
  return [...found.values()].toSorted((a, b) => b.weight - a.weight).slice(0, maxTerms);
}

/** A long word without its ending: *created* finds *create* and *creation*, too. */
function stem(word: string): string {
  if (word.length < 5) return literalPattern(word);
  return literalPattern(word.replace(word.length === 5 ? /s$/ : /(?:ings?|ed|es|s)$/, ""));
}
