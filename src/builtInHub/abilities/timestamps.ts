import type { Ability } from "./ability";
import { code, fence, paragraphs, table } from "../reading/markdown";

const maxShown = 50;
const iso =
  /(?<!\d)\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?/;
const mail =
  /(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d{4}(?: \d{2}:\d{2}(?::\d{2})?(?: (?:GMT|UTC|Z|[+-]\d{4}))?)?/;
const epoch = /(?<![\w.])-?\d{9,19}(?:\.\d{1,6})?(?![\w.])/;
const anyTime = new RegExp(`${iso.source}|${mail.source}|${epoch.source}|\\bnow\\b`, "g");

const bare = new RegExp(`^\\s*(?:${iso.source}|${mail.source}|${epoch.source})\\s*$`);

interface Moment {
  readonly written: string;
  readonly ms: number;
  readonly note: string;
}

export const timestamps: Ability = {
  id: 34,
  name: "Timestamps",
  text: "Reads Unix times in seconds to nanoseconds, ISO 8601 and mail dates, shows each as the others, and the time between two.",
  example: "1767225600",
  tools: [],
  suits: ({ words, input, isAttached }) =>
    (/\b(?:timestamps?|epoch|unix|date|time|iso 8601)\b/i.test(words) &&
      input.match(anyTime) !== null) ||
    (!isAttached && bare.test(input)),
  answer({ input, text, isAttached }, { isBrief }) {
    const source = isAttached ? text : input;
    const moments = [...source.matchAll(anyTime)]
      .slice(0, maxShown)
      .flatMap(([found]) => momentOf(found));
    if (moments.length === 0) {
      return "There is no time in this text that can be read. Try `1767225600`, `2026-01-01T00:00:00Z` or `now`.";
    }
    const shown = fence(moments.map(({ ms }) => new Date(ms).toISOString()).join("\n"), "text");
    if (isBrief) return shown;
    const rows = moments.map(({ written, ms, note }) => [
      code(written),
      note,
      new Date(ms).toISOString(),
      String(Math.floor(ms / 1000)),
      new Date(ms).toUTCString().slice(0, 3),
    ]);
    const [first, second] = moments;
    return paragraphs(
      shown,
      table(["Given", "Read as", "ISO 8601, UTC", "Unix seconds", "Day"], rows),
      first &&
        second &&
        moments.length === 2 &&
        `From the first to the second: **${duration(second.ms - first.ms)}** (${(second.ms - first.ms) / 1000} seconds).`,
    );
  },
};

function momentOf(written: string): Moment[] {
  const [ms, note] = read(written);
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? [{ written, ms, note }] : [];
}

function read(written: string): [ms: number, note: string] {
  if (written === "now") return [Date.now(), "the clock of this computer"];
  if (/^-?\d{9,}(?:\.\d+)?$/.test(written)) {
    const number = Number(written);
    const digits = written.replace(/^-|\..*$/g, "").length;
    if (digits <= 11) return [number * 1000, "Unix seconds"];
    if (digits <= 14) return [number, "Unix milliseconds"];
    if (digits <= 17) return [number / 1000, "Unix microseconds"];
    return [number / 1e6, "Unix nanoseconds"];
  }
  const hasZone =
    /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/.test(written) && !/^\d{4}-\d{2}-\d{2}$/.test(written);
  const text = written
    .replace(",", ".")
    .replace(/^(\d{4}-\d{2}-\d{2}) /, "$1T")
    .replace(/ (?=Z|[+-]\d)/, "");
  const isIso = iso.test(written);
  if (hasZone) return [Date.parse(isIso ? text : written), "with its zone"];
  return [
    Date.parse(isIso ? (text.includes("T") ? `${text}Z` : text) : `${written} UTC`),
    "as UTC, for it names no zone",
  ];
}

function duration(ms: number): string {
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
