// The results in words.

/** The lines of the report. Should a hub give the key as the name of a field, it is masked. */
export function reportLines({ baseUrl, key }, results) {
  const lines = [`The contract of the service (docs/service.md) with ${baseUrl}`];
  let part;
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

function summaryOf(results) {
  const count = (verdict) => results.filter((result) => result.verdict === verdict).length;
  return ["passed", "failed", "not applicable"]
    .map((verdict) => `${count(verdict)} ${verdict}`)
    .join(", ");
}
