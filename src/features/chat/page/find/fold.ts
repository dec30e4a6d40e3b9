/** Text normalised for comparison: case and kinds of space are ignored, the length is kept. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const even =
    lower.length === text.length
      ? lower
      : Array.from(text, (character) => {
          const small = character.toLowerCase();
          return small.length === character.length ? small : character;
        }).join("");
  return even.replace(/[\n\r\t\u00a0]/g, " ");
}

export function countIn(text: string, query: string): number {
  let count = 0;
  for (let at = text.indexOf(query); at !== -1; count++)
    at = text.indexOf(query, at + query.length);
  return count;
}
