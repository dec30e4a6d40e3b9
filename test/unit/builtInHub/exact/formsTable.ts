import type { ExactAbility } from "../../../../src/builtInHub/exact/exactAbility";

/** The examples of the abilities as the Markdown table of the documentation. */
export function formsTable(abilities: readonly ExactAbility[]): string {
  const rows = abilities.flatMap(({ name, examples }) =>
    examples.map(({ question, attached, language, answer }) => {
      const text = attached === undefined ? "" : ` with ${code(attached)}`;
      const named = language === undefined ? "" : ` as ${language}`;
      return `| ${name()} | ${code(question)}${text}${named} | ${code(answer)} |`;
    }),
  );
  return ["| ability | question | in the answer |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Line breaks are shown as a mark, since a table has none. */
function code(text: string): string {
  const line = text.replaceAll("\n", " ⏎ ").replaceAll("|", "\\|");
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}
