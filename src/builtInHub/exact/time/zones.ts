import { t } from "../../../kit/l10n";
import { NoResult } from "../../refusal";

export interface Zone {
  /** As luxon takes it. */
  readonly id: string;
  /** As an answer names it. */
  readonly name: string;
}

/** Hours from UTC of abbreviations with one common meaning. */
const hours: ReadonlyMap<string, number> = new Map(
  (
    "UTC 0, GMT 0, Z 0, WET 0, WEST 1, CET 1, CEST 2, EET 2, EEST 3, MSK 3, TRT 3, " +
    "EST -5, EDT -4, CDT -5, MST -7, MDT -6, PST -8, PDT -7, AKST -9, AKDT -8, HST -10, " +
    "SGT 8, HKT 8, AWST 8, JST 9, KST 9, ACST 9.5, ACDT 10.5, AEST 10, AEDT 11, NZST 12, NZDT 13"
  )
    .split(", ")
    .map((each) => [each.split(" ")[0]!, Number(each.split(" ")[1])]),
);

const regional: Readonly<Record<string, string>> = {
  ET: "America/New_York",
  CT: "America/Chicago",
  MT: "America/Denver",
  PT: "America/Los_Angeles",
};

const ambiguous: Readonly<Record<string, string>> = {
  IST: "India (UTC+5:30), Israel (UTC+2) and Ireland (UTC+1)",
  CST: "North America (UTC-6), China (UTC+8) and Cuba (UTC-5)",
  BST: "the United Kingdom in summer (UTC+1) and Bangladesh (UTC+6)",
  AST: "the Atlantic coast (UTC-4) and Arabia (UTC+3)",
  GST: "the Gulf (UTC+4) and South Georgia (UTC-2)",
  SST: "Samoa (UTC-11) and Singapore (UTC+8)",
  AMT: "the Amazon (UTC-4) and Armenia (UTC+4)",
  WST: "Western Australia (UTC+8) and Samoa (UTC+13)",
  ECT: "Ecuador (UTC-5) and the Eastern Caribbean (UTC-4)",
};

const areas = ["Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/** A zone by its IANA name, an offset, a common abbreviation or its city; `undefined` if unknown. */
export function zoneNamed(written: string): Zone | undefined {
  const name = written
    .trim()
    .replace(/ time$/i, "")
    .replace(/^the /i, "");
  const short = name.toUpperCase();
  if (/^(?:local|my|here|our|your|local time|my (?:own )?(?:time ?)?zone)$/i.test(name))
    throw new NoResult(t("The hub does not know your zone. Name it, such as Europe/Berlin."));
  const meanings = ambiguous[short];
  if (meanings !== undefined)
    throw new NoResult(
      t(
        "{0} is used in several zones: {1}. Write the offset, such as UTC+1, or a name such as Europe/London.",
        short,
        meanings,
      ),
    );
  const offset = hours.get(short);
  if (offset !== undefined) return { id: offsetId(offset * 60), name: short };
  if (regional[short] !== undefined) return { id: regional[short], name: short };
  const [, base, sign, hour = "", minute = "00"] =
    /^(UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name) ?? [];
  if (sign !== undefined) {
    const minutes = Number(hour) * 60 + Number(minute);
    if (minutes > 14 * 60 || Number(minute) > 59) return undefined;
    return {
      id: offsetId(sign === "-" ? -minutes : minutes),
      name: base === undefined ? `UTC${name}` : short,
    };
  }
  return geographic(name);
}

function offsetId(minutes: number): string {
  if (minutes === 0) return "utc";
  const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "-" : "+"}${hour}${minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`}`;
}

/** `Europe/Berlin`, or a city that exactly one zone is called after. */
function geographic(name: string): Zone | undefined {
  if (!/^[A-Za-z]+(?:[ _/'-][A-Za-z]+)*$/.test(name) || name.length > 40) return undefined;
  const path = name.replaceAll(" ", "_");
  const found = path.includes("/") ? [path] : areas.map((area) => `${area}/${path}`);
  const ids = new Set(found.flatMap((id) => canonical(id) ?? []));
  const [id] = ids;
  return ids.size === 1 && id !== undefined ? { id, name: id } : undefined;
}

function canonical(id: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: id }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
