// The results in words.
import type { Asked, Result } from "./checkHub.ts";

/** The lines of the report. Should a hub give the key as the name of a field, it is masked. */
export function reportLines({ baseUrl, key }: Asked, results: readonly Result[]): string[] {
  const lines = [`The contract of the service (docs/service.md) with ${baseUrl}`];
  let part = "";
  for (const result of results) {
    if (result.part !== part) lines.push("", result.part);
    part = result.part;
    const { verdict, promise, section, details } = result;
    lines.push(`  ${verdict.padEnd(14)}  ${promise} (section ${section})`);
    for (const detail of details)
      lines.push(`  ${" ".repeat(16)}- ${detail.replaceAll(key, "••••")}`);
  }
  return [...lines, "", summaryOf(results)];
}

function summaryOf(results: readonly Result[]): string {
  const count = (verdict: string): number =>
    results.filter((result) => result.verdict === verdict).length;
  return ["passed", "failed", "not applicable"]
    .map((verdict) => `${count(verdict)} ${verdict}`)
    .join(", ");
}
