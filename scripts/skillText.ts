// The skill that tells agents when to ask which expert: what it says of the built-in experts.

interface Described {
  record: {
    name?: string;
    function_description?: string;
    abilities: { name?: string }[];
  };
}

const list = new Intl.ListFormat("en", { type: "disjunction" });

function row({ record }: Described): string {
  const abilities = record.abilities.map(({ name }) => name).join(", ");
  return `| ${record.name} | ${record.function_description} | ${abilities} |\n`;
}

/** The text of the skill, with these experts in its description and its table. */
export function withExperts(text: string, experts: readonly Described[]): string {
  const names = list.format(experts.map(({ record: { name = "" } }) => name));
  return text
    .replace(/(?<=^description: .* such as the built-in ).*(?=\.$)/m, () => names)
    .replace(/(?<=^\| --- \| --- \| --- \|\n)(?:\|.*\n)*/m, () => experts.map(row).join(""));
}
