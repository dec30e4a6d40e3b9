import { locale, t } from "../../../kit/l10n";
import { sizeOf } from "../../../contract/sizes";
import { type ActivityEntry, isInsertion, type RequestEntry } from "./activityEntry";

/** Names of what entries only identify. */
export interface ActivityNames {
  /** Of the hub with this scope, else of an address. */
  place(hub: string | undefined, to: string): string;
  expert(hub: string | undefined, id: number): string;
  /** As a path in the open folders, if it is in one. */
  file(address: string): string;
}

type Row = readonly string[];

/** The entries as a text with aligned columns, the newest first, under a heading for each day. */
export function activityTable(entries: readonly ActivityEntry[], names: ActivityNames): string {
  const newestFirst = questionsAsOne(entries).toSorted((one, other) =>
    other.time.localeCompare(one.time),
  );
  const rows = newestFirst.map((entry) => cellsOf(entry, names));
  const head = [
    t("Time"),
    t("What"),
    t("To"),
    t("Expert"),
    t("Asked by"),
    t("Out"),
    t("In"),
    t("Took"),
    t("Outcome"),
    t("Files"),
  ];
  const aligning = [head, ...rows.filter((row) => row.length === head.length)];
  const widths = head.map((_, at) => Math.max(...aligning.map((row) => columnsOf(row[at]!))));
  const line = (row: Row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : aligned(cell, widths[at]!, at)))
      .join("  ")
      .trimEnd();
  const days = Map.groupBy(rows.keys(), (at) => dayKey(newestFirst[at]!));
  return [...days]
    .map(([day, at]) =>
      [day, "", line(head), ...at.map((index) => line(rows[index]!)), ""].join("\n"),
    )
    .join("\n");
}

/** A question to the built-in hub in one line with what its language model was asked for it. */
function questionsAsOne(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const questions = new Map<string, RequestEntry>();
  for (const entry of entries)
    if (!isInsertion(entry) && entry.kind === "question" && entry.turn !== undefined)
      questions.set(entry.turn, entry);
  const sums = new Map<ActivityEntry, RequestEntry>();
  const others = entries.filter((entry) => {
    if (isInsertion(entry) || entry.kind !== "model") return true;
    const question = entry.turn === undefined ? undefined : questions.get(entry.turn);
    if (!question) return true;
    // What went to the hub stayed on this computer.
    const { hub: _, ...own } = question;
    const { to, model = "", bytesOut, bytesIn } = entry;
    const sum = sums.get(question) ?? { ...own, to, model, bytesOut: 0, bytesIn: 0 };
    sums.set(question, {
      ...sum,
      bytesOut: sum.bytesOut + bytesOut,
      bytesIn: sum.bytesIn + bytesIn,
    });
    return false;
  });
  return others.map((entry) => sums.get(entry) ?? entry);
}

/** The local day of an entry: `2026-11-26`. */
export function dayKey({ time }: Pick<ActivityEntry, "time">): string {
  const at = new Date(time);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join("-");
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function cellsOf(entry: ActivityEntry, names: ActivityNames): Row {
  const at = new Date(entry.time);
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(":");
  if (isInsertion(entry)) {
    const [first, last] = entry.lines;
    // Of any length: the columns behind it are for requests.
    const place = `${names.file(entry.file)}:${first === last ? first : `${first}–${last}`}`;
    return [clock, t("insertion"), place];
  }
  const { kind, by, to, hub, expert, bytesOut, bytesIn, milliseconds } = entry;
  const named = entry.model ?? entry.tool;
  return [
    clock,
    named === undefined ? kindWords[kind] : `${kindWords[kind]} · ${named}`,
    names.place(hub, to),
    expert === undefined ? "" : names.expert(hub, expert),
    askerWords[by],
    sizeOf(bytesOut),
    sizeOf(bytesIn),
    timeTaken(milliseconds),
    outcomeWords(entry),
    (entry.attachments ?? []).join(", "),
  ];
}

const oneDecimal = {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
} as const;

function timeTaken(milliseconds: number): string {
  if (milliseconds < 1000) return t("{0} ms", milliseconds);
  return t("{0} s", (milliseconds / 1000).toLocaleString(locale(), oneDecimal));
}

function outcomeWords({ status, error }: { status?: number; error?: string }): string {
  return [status, error].filter((part) => part !== undefined).join(" ");
}

/** Sizes and times are read from the right. */
const rightAligned: ReadonlySet<number> = new Set([5, 6, 7]);

function aligned(cell: string, width: number, column: number): string {
  const blanks = " ".repeat(Math.max(0, width - columnsOf(cell)));
  return rightAligned.has(column) ? blanks + cell : cell + blanks;
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Columns in a fixed-width font, where Chinese, Japanese and Korean characters take two. */
function columnsOf(cell: string): number {
  return [...cell].length + (cell.match(wide)?.length ?? 0);
}

const kindWords: Readonly<Record<RequestEntry["kind"], string>> = {
  account: t("account"),
  expert: t("expert"),
  question: t("question"),
  model: t("language model"),
  models: t("list of models"),
  document: t("document"),
  search: t("web search"),
  tool: t("tool"),
};

const askerWords: Readonly<Record<RequestEntry["by"], string>> = {
  chat: t("chat"),
  compare: t("comparison"),
  commitMessage: t("commit message"),
  command: t("command"),
  tool: t("agent"),
  mcp: t("MCP client"),
  participant: t("VS Code's chat"),
  languageModel: t("as a language model"),
  view: t("view"),
  setup: t("setup"),
  checkConnection: t("Check Connection"),
  program: t("program"),
};
