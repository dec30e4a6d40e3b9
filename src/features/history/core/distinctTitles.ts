/** Characters of a common beginning that stay. */
const headLength = 20;
/** Characters before a difference that stay, back to the beginning of its word. */
const contextLength = 15;

/**
 * How to show each title where `max` characters can be seen: one that would be cut before it differs
 * from another has its middle left out instead.
 */
export function distinctTitles(
  titles: readonly string[],
  max: number,
): ReadonlyMap<string, string> {
  const sorted = [...new Set(titles)].toSorted();
  return new Map(
    sorted.map((title, at) => {
      const shared = Math.max(
        sharedLength(title, sorted[at - 1] ?? ""),
        sharedLength(title, sorted[at + 1] ?? ""),
      );
      const isDistinct = title.length <= max || shared <= max - contextLength;
      return [title, isDistinct ? title : withoutMiddle(title, shared)];
    }),
  );
}

function withoutMiddle(title: string, shared: number): string {
  const word = title.lastIndexOf(" ", shared - 1) + 1;
  const tail = shared - word > contextLength ? shared - contextLength : word;
  const head = title.slice(0, headLength);
  const end = head.lastIndexOf(" ");
  return `${wholeTitle(end > 0 ? head.slice(0, end) : head)}… ${wholeTitle(title.slice(tail))}`;
}

/** Without half a character at its ends. */
function wholeTitle(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
