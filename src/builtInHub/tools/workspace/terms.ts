import { indexed, searchWords } from "../searchWords";

const maxLength = 40;
const questionWords = new Set(
  (
    "a an and any are at be by can code do does explain file files find for from get has have how i if in is it " +
    "list me my of on or our please show so tell that the there these this to us use used uses we what when where " +
    "which who why will with you your"
  ).split(" "),
);

/** The words of code and prose as an index has them: a name as a whole and by its parts, without endings. */
export function termsOf(text: string): string[] {
  return searchWords(text).flatMap((word) => {
    const parts = word
      .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_+/gu, " ")
      .split(" ");
    const terms = parts.filter((part) => part !== "" && part.length <= maxLength).map(stem);
    return parts.length > 1 && word.length <= maxLength ? [indexed(word), ...terms] : terms;
  });
}

/** The words of a question that say what is looked for. */
export function tellingWords(query: string): string[] {
  const words = searchWords(query).filter(
    (word) => !questionWords.has(word.toLowerCase()) && !/^[a-z]$/i.test(word),
  );
  return [...new Set(words)];
}

/** Words from five letters on lose what *created*, *creates* and *creation* differ in. */
function stem(word: string): string {
  const term = indexed(word);
  if (term.length < 5) return term;
  return term
    .replace(/ies$/, "y")
    .replace(/(?<=.{5})ations?$|(?<=...)(?:ions?|ings?|ed|es|ers?|s|e)$/, "")
    .replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}
