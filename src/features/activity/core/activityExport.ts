import { type ActivityEntry, isInsertion } from "./activityEntry";

const columns = [
  "time",
  "kind",
  "by",
  "to",
  "hub",
  "expert",
  "ability",
  "model",
  "tool",
  "bytesOut",
  "bytesIn",
  "milliseconds",
  "status",
  "error",
  "turn",
  "attachments",
  "file",
  "lines",
  "conversation",
] as const;

/** One object a line; without the hashes of lines, from which short ones could be guessed. */
export function activityJsonLines(entries: readonly ActivityEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(withoutHashes(entry))}\n`).join("");
}

/** As RFC 4180 has it, with a head. */
export function activityCsv(entries: readonly ActivityEntry[]): string {
  const rows = entries.map((entry) => {
    const fields: Readonly<Record<string, unknown>> = { ...withoutHashes(entry) };
    return columns.map((name) => csvCell(fields[name]));
  });
  return [columns, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

function withoutHashes(entry: ActivityEntry): object {
  if (!isInsertion(entry)) return entry;
  const { hashes: _, ...rest } = entry;
  return rest;
}

function csvCell(value: unknown): string {
  // A spreadsheet would compute what begins like a formula.
  const text = plainCell(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plainCell(value: unknown): string {
  if (Array.isArray(value)) return value.join(value.every(Number.isInteger) ? "-" : "; ");
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}
