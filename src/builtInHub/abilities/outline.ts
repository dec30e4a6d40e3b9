import { looksLikeCode } from "../reading/dataShape";
import { declarationsIn, type Declaration } from "../reading/declarations";
import { code, count, fence, paragraphs, table } from "../reading/markdown";
import { mask } from "../reading/mask";
import { bare } from "../reading/request";
import { inTime, type Ability } from "./ability";
import { fileNamed, sourceOf, type Source } from "./source";

const asks =
  /^(?:(?:show|give|make|get|print) (?:me )?)?(?:an? |the )?(?:outline|structure|overview|code metrics|metrics|symbols)\b|\b(?:list|show|which|what|name|count|how many)\b.*\b(?:functions|methods|classes|types|symbols|interfaces|declarations|lines of code|lines)\b|^how (?:long|big|complex|deep)\b|^what(?:'s| is) in [\w@./-]+\.\w+\??$|\b(?:longest function|nesting|lines of code|loc)\b/i;

export const outline: Ability = {
  id: 12,
  name: "Outline code",
  text: "Lists the functions and types of the selection or of a named file with their lines, and counts lines of code, comments, nesting and the longest function.",
  example: "Outline src/extension.ts",
  suits(question) {
    const { words, text, isAttached } = question;
    if (words === "") return looksLikeCode(text) ? "likely" : "none";
    if (!asks.test(bare(words))) return "none";
    if (fileNamed(question) !== undefined || (isAttached && looksLikeCode(text))) return "certain";
    return /\b(?:outline|structure|symbols|functions|classes)\b/i.test(words) ? "clear" : "none";
  },
  async answer(question, desk) {
    const source = await sourceOf(question, desk);
    if (typeof source === "string") return source;
    const declarations = inTime(() => declarationsIn(source.text, source.language));
    const tree = declarations.length > 0 && fence(declarations.map(line).join("\n"), "text");
    const none =
      declarations.length === 0 && "No functions or types were recognised in it by their shape.";
    if (desk.isBrief) return paragraphs(tree, none);
    return paragraphs(`Outline of ${named(source)}:`, tree, none, measures(source, declarations));
  },
};

function named({ name }: Source): string {
  return name.includes(" ") ? name : code(name);
}

function line({ kind, name, from, to, parameters, depth }: Declaration): string {
  const signature =
    kind === "type" ? `type ${name}` : `${name}(${parameters ? `${parameters}` : ""})`;
  const range = from === to ? `line ${from}` : `lines ${from}–${to} (${to - from + 1})`;
  return `${"  ".repeat(depth)}${signature}  ${range}`;
}

function measures({ text, language }: Source, declarations: readonly Declaration[]): string {
  const masked = mask(text, language);
  const lines = text.replace(/\n$/, "").split("\n");
  const codes = masked.code.split("\n");
  const comments = masked.comments.split("\n");
  const blank = lines.filter((text) => text.trim() === "").length;
  const comment = lines.filter((_, at) => !codes[at]?.trim() && comments[at]?.trim()).length;
  const functions = declarations.filter(({ kind }) => kind === "function");
  const longest = functions.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  const widest = functions.toSorted((a, b) => (b.parameters ?? 0) - (a.parameters ?? 0))[0];
  const nesting = deepest(masked.code, language === "python");
  const todos = masked.comments.match(/\b(?:TODO|FIXME|HACK|XXX)\b/g)?.length ?? 0;
  const rows = [
    ["Language", language],
    [
      "Lines",
      `${lines.length}: ${lines.length - blank - comment} code, ${comment} comment, ${blank} blank`,
    ],
    ["Functions", `${functions.length}`],
    ["Types", `${declarations.length - functions.length}`],
  ];
  if (longest) {
    rows.push([
      "Longest function",
      `${code(longest.name)}, ${count(longest.to - longest.from + 1, "line")}`,
    ]);
  }
  if (widest?.parameters) {
    rows.push(["Most parameters", `${code(widest.name)}, ${widest.parameters}`]);
  }
  rows.push(["Deepest nesting", `${nesting.depth}, at line ${nesting.line}`]);
  rows.push(["Open notes (TODO and the like)", `${todos}`]);
  return table(["Measure", "Value"], rows);
}

/** The deepest nesting of blocks, and where: by braces, or by indentation if that is the syntax. */
export function deepest(masked: string, byIndent: boolean): { depth: number; line: number } {
  let most = { depth: 0, line: 1 };
  let depth = 0;
  const indents: number[] = [];
  for (const [index, text] of masked.split("\n").entries()) {
    if (byIndent && text.trim() !== "") {
      const indent = text.length - text.trimStart().length;
      while ((indents.at(-1) ?? -1) >= indent) indents.pop();
      indents.push(indent);
      depth = indents.length - 1;
    } else if (!byIndent) {
      for (const character of text) {
        if (character === "{") depth += 1;
        if (character === "}") depth = Math.max(0, depth - 1);
        if (depth > most.depth) most = { depth, line: index + 1 };
      }
    }
    if (depth > most.depth) most = { depth, line: index + 1 };
  }
  return most;
}
