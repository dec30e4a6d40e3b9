const zone =
  "(?: ?(?:Z|[+-]\\d{2}(?::?\\d{2})?)(?![\\w-])| (?:[A-Z]{3,4}|[A-Z][a-z]+\\/[A-Z]\\w+)\\b)?";
const iso = `(?<!\\d)\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?${zone})?`;
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";
const mail = `(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\\d{1,2} ${month} \\d{4}(?: \\d{2}:\\d{2}(?::\\d{2})?${zone})?`;
const spoken = `${month} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`;
const epoch = "(?<![\\w.])-?\\d{9,19}(?:\\.\\d{1,6})?(?![\\w.]\\w|\\w)";
const clock = "(?<![\\w:.-])(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?(?![\\w:])";
const written = `${iso}|${mail}|${spoken}|${epoch}`;

/** Every time that is written out in a text, and words such as `now`. */
const anyTime = new RegExp(`${written}|${clock}|\\b(?:now|today|tomorrow|yesterday)\\b`, "g");
const onlyTime = new RegExp(`^\\s*["']?(?:${written})["']?,?\\s*$`);

const units = "(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)";

/** `90 days after`, `3 weeks ago`, `+ 90 days`: an amount, a unit and a direction. */
const shift = new RegExp(
  `\\b(\\d+)\\s+(${units})\\s+(ago|before|earlier|after|later|from|since)\\b|([+-]|\\b(?:plus|minus|add|subtract|in))\\s*(\\d+)\\s+(${units})\\b`,
  "i",
);

/** The times of a text as they are written. */
export function timesIn(text: string): string[] {
  return [...text.matchAll(anyTime)].map(([found]) => found);
}

/** Whether a text is nothing but times, one a line. */
export function areTimes(text: string): boolean {
  const lines = text.split(/\r?\n/, 100).filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.every((line) => onlyTime.test(line));
}

export interface Shift {
  readonly amount: number;
  /** As luxon names it, such as `days`. */
  readonly unit: string;
}

/** How far a question moves a time: forward if positive. */
export function shiftIn(words: string): Shift | undefined {
  const [, amount, unit, side, sign, signed, signedUnit] = shift.exec(words) ?? [];
  const number = Number(amount ?? signed);
  const name = (unit ?? signedUnit)?.toLowerCase().replace(/s?$/, "s");
  if (name === undefined) return undefined;
  const isBack =
    /^(?:ago|before|earlier)$/i.test(side ?? "") || /^(?:-|minus|subtract)$/i.test(sign ?? "");
  return { amount: isBack ? -number : number, unit: name };
}

/** A duration in milliseconds such as `59 d 12 h`. */
export function durationInWords(ms: number): string {
  const units: readonly (readonly [string, number])[] = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1000],
    ["ms", 1],
  ];
  let rest = Math.abs(Math.round(ms));
  const parts = units.flatMap(([name, size]) => {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    return amount > 0 ? [`${amount} ${name}`] : [];
  });
  return `${ms < 0 ? "−" : ""}${parts.join(" ") || "0 s"}`;
}
