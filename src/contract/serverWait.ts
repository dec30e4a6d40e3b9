import { isRecord, items, parsedJson, record } from "./record";

/** What a server that refuses a request for now says about the next one. */
export interface ServerWait {
  /** Seconds until it may be sent again; absent where the server does not say. */
  readonly seconds?: number;
  /** A quota is used up: the request is refused until somebody pays, or for hours. */
  readonly isExhausted: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The longest wait after which a request is sent again, in seconds. */
export const maxWaitSeconds = 60;

/**
 * Reads an answer with an error status: its headers, and its body as JSON. `arrived` is when its
 * head arrived, in milliseconds since 1970.
 */
export function serverWait(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  body: unknown,
  arrived: number,
): ServerWait {
  const said = new Said(body);
  const inBody = said.seconds;
  const seconds =
    millisecondsIn(headers["retry-after-ms"]) ??
    retryAfterSeconds(headers, arrived) ??
    fractionIn(headers["retry-after"]) ??
    inBody ??
    (status === 429 ? resetSeconds(headers, arrived) : undefined);
  return {
    ...(seconds !== undefined && { seconds }),
    isExhausted: status === 402 || said.hasNoQuota || (status === 429 && said.isOverQuota),
  };
}

/** A request that an error status refuses, so that nothing of it ran. */
export function isRefusal(status: number): boolean {
  return refusals.has(status);
}

// Without 408, 409, 424, 425 and 499: something may have begun.
const refusals = new Set([
  400, 401, 402, 403, 404, 405, 406, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 428,
  429, 431, 451,
]);

/**
 * Seconds that a Retry-After requests, 0 for the past. A date counts from the answer's own Date, so
 * that a wrong clock of the server does no harm; without one from `arrived`, the time (ms) when the
 * head of the answer arrived. `undefined` if it is absent, duplicated, or neither digits nor an
 * HTTP date.
 */
export function retryAfterSeconds(
  { "retry-after": after, date }: Headers,
  arrived: number,
): number | undefined {
  if (typeof after === "string" && /^\d{1,9}$/.test(after)) return Number(after);
  return secondsUntil(httpDateOf(after), date, arrived);
}

/** Whole seconds until a time, 0 for the past. */
function secondsUntil(
  time: number | undefined,
  date: string | string[] | undefined,
  arrived: number,
): number | undefined {
  if (time === undefined) return undefined;
  return Math.max(0, Math.ceil((time - (httpDateOf(date) ?? arrived)) / 1000));
}

/** The three forms of RFC 9110. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

function httpDateOf(date: string | string[] | undefined): number | undefined {
  if (typeof date !== "string" || !httpDates.some((form) => form.test(date))) return undefined;
  return timeOf(date.endsWith("GMT") ? date : `${date} GMT`);
}

function timeOf(date: string): number | undefined {
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : time;
}

function millisecondsIn(value: string | string[] | undefined): number | undefined {
  return typeof value === "string" && /^\d{1,12}(?:\.\d{1,9})?$/.test(value)
    ? Math.ceil(Number(value)) / 1000
    : undefined;
}

/** Some servers of models give parts of a second. */
function fractionIn(value: string | string[] | undefined): number | undefined {
  return typeof value === "string" && /^\d{1,9}\.\d{1,9}$/.test(value)
    ? Math.ceil(Number(value))
    : undefined;
}

const resetName = /^(?:(?:x-)?ratelimit-reset(?:-(.+))?|.+-ratelimit-(.+)-reset)$/;

/**
 * The reset of the limit that was met: of the only one, or of those of which nothing remains. Which
 * one was met is not clear otherwise.
 */
function resetSeconds(headers: Headers, arrived: number): number | undefined {
  const limits = Object.entries(headers).flatMap(([name, value]) => {
    const found = resetName.exec(name);
    if (!found || typeof value !== "string") return [];
    const remaining = headers[name.replace("-reset", "-remaining").replace(/-after$/, "")];
    const isMet = typeof remaining === "string" ? Number(remaining) <= 0 : undefined;
    return [{ isMet, seconds: resetTime(value, headers["date"], arrived) }];
  });
  const met = limits.filter(({ isMet }) => isMet === true);
  const [only, ...others] = limits;
  const meant =
    met.length > 0 ? met : only && others.length === 0 && only.isMet !== false ? [only] : [];
  const seconds = meant.map((one) => one.seconds);
  if (seconds.length === 0 || seconds.includes(undefined)) return undefined;
  return Math.max(...seconds.filter((each) => each !== undefined));
}

/** `1m30s`, a date, seconds from now, or seconds or milliseconds since 1970. */
function resetTime(
  value: string,
  date: string | string[] | undefined,
  arrived: number,
): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(value)) {
    const number = Number(value);
    if (number >= 1e12) return secondsUntil(number, date, arrived);
    return number >= 1e9 ? secondsUntil(number * 1000, date, arrived) : Math.ceil(number);
  }
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return secondsUntil(timeOf(value), date, arrived);
  return durationSeconds(value);
}

const unit =
  "(ms|milli(?:second)?s?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])";
const part = String.raw`(\d{1,9}(?:\.\d{1,9})?)\s*${unit}`;
const parts = new RegExp(part, "gi");
const duration = `${part}(?:[\\s,]*(?:and\\s+)?${part})*`;
const whole = new RegExp(`^\\s*${duration}\\s*$`, "i");
const inWords = new RegExp(
  String.raw`(?:\b(?:re-?try|try again|(?:be |is )?available again|come back|ask again|resets?)\b[^.\d]{0,60}\b(?:in|after)|\bwait(?: for| at least| about| another)*)\s+(?:about |approximately |around |at least )?(${duration})`,
  "i",
);

/** `34.07s`, `1m12s`, `20 ms`, `2 minutes and 5 seconds`; `undefined` for anything else. */
function durationSeconds(text: string): number | undefined {
  if (!whole.test(text)) return undefined;
  let milliseconds = 0;
  for (const [, number, name = ""] of text.matchAll(parts))
    milliseconds += Number(number) * unitMs(name.toLowerCase());
  return Math.ceil(milliseconds) / 1000;
}

function unitMs(name: string): number {
  if (/^m(?:s|illi)/.test(name)) return 1;
  if (name.startsWith("s")) return 1000;
  if (name.startsWith("m")) return 60_000;
  return name.startsWith("h") ? 3_600_000 : 86_400_000;
}

const delayName = /^retry[_-]?(?:delay|after|in)(?:[_-]?(ms|milli(?:second)?s|s|sec|seconds?))?$/i;

/** A field such as Google's `retryDelay: "34s"` or `retry_after: 5`. */
function delayIn(name: string, value: unknown): number | undefined {
  const found = delayName.exec(name);
  if (!found) return undefined;
  if (isRecord(value)) {
    const { seconds = 0, nanos = 0 } = value;
    const all = Number(seconds) + Number(nanos) / 1e9;
    return all >= 0 ? Math.ceil(all * 1000) / 1000 : undefined;
  }
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number))
    return typeof value === "string" ? durationSeconds(value) : undefined;
  if (!(number >= 0)) return undefined;
  return /^m/i.test(found[1] ?? "") ? Math.ceil(number) / 1000 : number;
}

/** Where errors have their words: never in what they repeat of the request. */
const wordNames = new Set([
  "error",
  "errors",
  "message",
  "msg",
  "detail",
  "details",
  "code",
  "type",
  "status",
  "reason",
  "title",
  "description",
  "error_description",
  "metadata",
  "raw",
  "violations",
  "quotaid",
  "quotametric",
]);
const maxWords = 20_000;
const maxDepth = 8;

const noQuota =
  /insufficient[_ -]?(?:quota|credits?|balance|funds)|quota (?:is |has been |was )?(?:exhausted|used up)|billing[_ -](?:hard[_ -])?limit|billing[_ -](?:is )?not[_ -]active|payment[_ ]required|credit balance|credits? (?:are |is |have been |has been )?(?:exhausted|used up|depleted)|(?:not enough|no(?: more| remaining)?|out of|run out of|ran out of) (?:credits?|balance|funds|quota)/i;
const aboutQuota = /quota[_ -]?(?:exceeded|limit)|exceed\w*(?: \w+){0,4} quota|\bbilling\b/i;
const longWindow = /per[ _-]?(?:day|week|month)|daily|weekly|monthly|\b[RT]PD\b/i;
const shortWindow = /per[ _-]?(?:minute|second|min\b|sec\b)|\b[RT]P[MS]\b/i;

/** The words of an error, and the delay that its fields or its words name. */
class Said {
  #words = "";
  #delay: number | undefined;

  constructor(body: unknown) {
    this.#read(body, 0);
  }

  get seconds(): number | undefined {
    if (this.#delay !== undefined) return this.#delay;
    const found = inWords.exec(this.#words)?.[1];
    return found === undefined ? undefined : durationSeconds(found);
  }

  get hasNoQuota(): boolean {
    return noQuota.test(this.#words);
  }

  /** A limit for each minute is called a quota as well, and is not used up for long. */
  get isOverQuota(): boolean {
    const words = this.#words;
    if (!aboutQuota.test(words)) return false;
    if (longWindow.test(words)) return true;
    const { seconds = Infinity } = this;
    return seconds > maxWaitSeconds && !shortWindow.test(words);
  }

  #read(value: unknown, depth: number): void {
    if (depth > maxDepth || this.#words.length > maxWords) return;
    if (typeof value === "string") return this.#add(value, depth);
    for (const each of items(value)) this.#read(each, depth + 1);
    for (const [name, inside] of Object.entries(record(value))) {
      this.#delay ??= delayIn(name, inside);
      if (wordNames.has(name.toLowerCase())) this.#read(inside, depth + 1);
    }
  }

  /** A server may pass on the JSON of another one as text. */
  #add(text: string, depth: number): void {
    this.#words += `${text.slice(0, maxWords)}\n`;
    if (/^\s*[[{]/.test(text)) this.#read(parsedJson(text), depth + 1);
  }
}
