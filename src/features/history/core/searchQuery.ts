import { t } from "../../../kit/l10n";
import { midnight } from "./dayGroups";

/** What to search for, and among which questions. */
interface SearchQuery {
  /** Without the filters. */
  readonly text: string;
  /** `undefined` without a filter. `askedAt` is in milliseconds since 1970. */
  readonly isWanted: ((asked: { expertName: string; askedAt: number }) => boolean) | undefined;
}

/** What can be entered instead of what was typed so far. */
export interface Completion {
  readonly label: string;
  readonly description: string;
  readonly typed: string;
}

const filters = /(?<=^|\s)(expert|after|before):("[^"]*"?|\S*)/giu;
const unfinished = /(?<=^|\s)(expert|after|before):("[^"]*|[^\s"]*)$/iu;

/** For comparison; of the same length as the text in normal form, so that places are the same in both. */
export function fold(text: string): string {
  return text.normalize().replaceAll("İ", "i").toLowerCase();
}

function unquoted(text: string): string {
  return text.replaceAll('"', "");
}

/**
 * Filters are `expert:name`, `expert:"two words"`, `after:2026-11-01`, which includes that day, and
 * `before:2026-11-01`, which does not. A filter without a valid value is ordinary text.
 */
export function parseQuery(typed: string): SearchQuery {
  const experts: string[] = [];
  let [from, until] = [-Infinity, Infinity];
  const text = typed.replace(filters, (whole: string, name: string, quoted: string) => {
    const value = fold(unquoted(quoted).trim());
    const kind = name.toLowerCase();
    const day = kind === "expert" ? undefined : dayIn(value);
    if (kind === "expert" && value !== "") experts.push(value);
    else if (day === undefined) return whole;
    else if (kind === "after") from = Math.max(from, day);
    else until = Math.min(until, day);
    return "";
  });
  const isNarrowed = experts.length > 0 || from !== -Infinity || until !== Infinity;
  const isBy = (name: string): boolean =>
    experts.length === 0 || experts.some((expert) => fold(unquoted(name)).includes(expert));
  return {
    text,
    isWanted: isNarrowed
      ? ({ expertName, askedAt }) => askedAt >= from && askedAt < until && isBy(expertName)
      : undefined,
  };
}

/** The filters that can be begun. */
export function filtersFor(typed: string): Completion[] {
  const begun = typed.trim() === "" ? "" : `${typed.trimEnd()} `;
  return [
    { label: t("By expert…"), description: "expert:", typed: `${begun}expert:` },
    { label: t("Since a day…"), description: "after:", typed: `${begun}after:` },
    { label: t("Before a day…"), description: "before:", typed: `${begun}before:` },
  ];
}

/** The values of the filter at the end of what was typed, while it is not complete. */
export function completionsOf(
  typed: string,
  expertNames: readonly string[],
  now: Date,
): Completion[] {
  const found = unfinished.exec(typed);
  if (!found) return [];
  const [, name = "", quoted = ""] = found;
  const begun = typed.slice(0, found.index);
  const value = fold(unquoted(quoted));
  if (name.toLowerCase() === "expert")
    return expertNames
      .filter((expertName) => fold(expertName).includes(value))
      .map((label) => ({
        label,
        description: name,
        typed: `${begun}${name}:"${unquoted(label)}" `,
      }));
  if (dayIn(value) !== undefined) return [];
  return days.flatMap(([label, ago]) => {
    const day = isoDay(midnight(now, -ago));
    const isMeant = day.startsWith(value) || fold(label).startsWith(value);
    const filter = `${name}:${day}`;
    return isMeant ? [{ label, description: filter, typed: `${begun}${filter} ` }] : [];
  });
}

const days = [
  [t("Today"), 0],
  [t("Yesterday"), 1],
  [t("7 days ago"), 7],
  [t("30 days ago"), 30],
] as const;

/** The beginning of a local day, in milliseconds since 1970; `undefined` if there is no such day. */
function dayIn(text: string): number | undefined {
  const [, year = NaN, month = NaN, day = NaN] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)?.map(Number) ?? [];
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 ? date.getTime() : undefined;
}

function isoDay(time: number): string {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}
