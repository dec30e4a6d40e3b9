const dull = new Set(
  (
    "a about after all also an and any are as at be been but by can code could did do does expert file files find for " +
    "from function get give has have how i if in into is it its know let line lines list locate look me my need not of " +
    "on or our please project search see should show so some tell than that the their them then there these this to " +
    "us use used uses using was we were what when where which who why will with workspace would you your"
  ).split(" "),
);

const maxTerms = 12;

export interface Term {
  readonly text: string;
  readonly weight: number;
}

/** The words of a question that are worth searching: quoted ones and identifiers weigh most. */
export function termsOf(text: string): Term[] {
  const found = new Map<string, Term>();
  const add = (word: string, weight: number) => {
    const key = word.toLowerCase();
    const before = found.get(key);
    if (!before || before.weight < weight) found.set(key, { text: word, weight });
  };
  for (const [, quoted = ""] of text.matchAll(/["'`“]([^"'`”\n]{2,80})["'`”]/g))
    add(quoted.trim(), 4);
  for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:[-.][\p{L}\p{N}_$]+)*/gu)) {
    const isIdentifier = /[a-z\d][A-Z]|[_$\d]|[-.]\p{L}/u.test(word);
    if (isIdentifier) add(word, 3);
    else if (word.length > 2 && !dull.has(word.toLowerCase()))
      add(word, /^\p{Lu}/u.test(word) ? 2 : 1);
  }
  return [...found.values()].toSorted((a, b) => b.weight - a.weight).slice(0, maxTerms);
}
