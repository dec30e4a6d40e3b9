/** Words; in scripts without spaces, characters. */
export function searchWords(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+/gu,
    ) ?? []
  );
}

/**
 * A word with numbers for letters of large alphabets: the index takes time in proportion to how many
 * letters may follow one another.
 */
export function indexed(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[^\0-\u024f]/gu, (letter) =>
      (letter.codePointAt(0) ?? 0).toString(16).padStart(6, "0"),
    );
}
