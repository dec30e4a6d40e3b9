const head = 4000;

/** Whether a text begins and ends like a JSON object or array. */
export function looksLikeJson(text: string): boolean {
  const ends = text.slice(-200).trimEnd();
  const begins = text
    .slice(0, head)
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (begins.startsWith("{")) return /^\{\s*(?:["'}/]|[\w$-]+\s*:|$)/.test(begins);
  return begins.startsWith("[") && /\]\s*$|,\s*$|\/$/.test(ends);
}

/** Whether a text has the shape of YAML: names with values, or a list with hyphens. */
export function looksLikeYaml(text: string): boolean {
  const lines = text.slice(0, head).split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "" && !/^\s*#/.test(line)) ?? "";
  if (/[;{(]\s*$/.test(first)) return false;
  return first.startsWith("---") || /^[\w"'./-]+:(?:\s|$)/.test(first) || /^- \S/.test(first);
}

/** The columns of CSV-like text, by the mark that divides every line alike; 0 if none does. */
export function columnsOf(text: string): number {
  const lines = text
    .slice(0, head)
    .split(/\r?\n/)
    .slice(0, text.length > head ? -1 : undefined)
    .filter((line) => line.trim() !== "")
    .slice(0, 20);
  if (lines.length < 2) return 0;
  for (const mark of [",", "\t", ";", "|"]) {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, "").split(mark).length);
    const [first = 0] = counts;
    if (first > 1 && counts.every((held) => held === first)) return first;
  }
  return 0;
}

/** Whether a text is a Markdown table: a row of dashes follows its head. */
export function isMarkdownTable(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().slice(0, head).split(/\r?\n/, 2);
  return first.includes("|") && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(second);
}

/** Whether a text is code by its shape, not prose, names or data. */
export function looksLikeCode(text: string): boolean {
  return /[;{}]\s*$|^\s*(?:def|class|func|fn|function|import|export|const|let|var|return|if|for|while|public|private|package|use|#include)\b.*[\w)({:;'"]|=>/m.test(
    text.slice(0, head),
  );
}
