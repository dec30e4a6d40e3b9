import { isJudged, isMet, valueOf, type Result } from "./rows";

const units = { bytes: "B", ms: "ms", µs: "µs", calls: "" } as const;

function amount(value: number, unit: Result["unit"]): string {
  if (unit === "bytes" && Math.abs(value) >= 10_000) return `${Math.round(value / 1024)} KB`;
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`.trim();
}

const columns = (result: Result): string[] => {
  const { id, measure, unit, ours, floor, goal, isAbove, spread } = result;
  return [
    id,
    measure,
    amount(ours, unit),
    floor === undefined ? "" : amount(floor, unit),
    floor === undefined
      ? ""
      : isAbove
        ? `${amount(ours - floor, unit)} above`
        : `${valueOf(result).toFixed(2)} ×`,
    floor === undefined || isAbove ? amount(goal, unit) : `${goal} ×`,
    spread === undefined || Number.isNaN(spread) ? "" : `${Math.round(spread * 100)} %`,
    isJudged(result) ? (isMet(result) ? "met" : "MISSED") : "not judged",
  ];
};

const head = ["row", "measure", "ours", "floor", "against it", "goal", "spread", ""];

/** The results as a Markdown table. */
export function tableOf(results: readonly Result[]): string {
  const rows = [head, ...results.map(columns)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rows.slice(1).map(line)].join("\n");
}
