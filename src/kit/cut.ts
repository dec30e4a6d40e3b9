const segmenters = new Map<"grapheme" | "word", Intl.Segmenter>();

/** The beginning of the word or character, as a person sees it, that a place in the text belongs to. */
function startAt(text: string, place: number, granularity: "grapheme" | "word"): number {
  let segmenter = segmenters.get(granularity);
  if (!segmenter)
    segmenters.set(granularity, (segmenter = new Intl.Segmenter("en", { granularity })));
  return segmenter.segment(text.slice(0, place * 2)).containing(place)?.index ?? place;
}

/** The text, or its beginning with an ellipsis, `max` long together. An emoji stays whole. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = startAt(text, max - 1, "grapheme");
  // A single character may consist of any number of marks.
  return `${text.slice(0, end > 0 ? end : max - 1).trimEnd()}…`;
}

/** The same, cut between two words unless one of them is very long. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const ends = [text.slice(0, max).search(/\s+\S*$/), startAt(text, max - 1, "word")];
  const end = ends.find((one) => one > max / 2);
  if (end === undefined) return cutText(text, max);
  return `${text.slice(0, end).replace(/[\s,;:([{–—-]+$/u, "")}…`;
}
