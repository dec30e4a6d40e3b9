import { brackets } from "../reading/brackets";
import { looksLikeCode } from "../reading/dataShape";
import { declarationsIn } from "../reading/declarations";
import { code, count, cut, fence, paragraphs, table } from "../reading/markdown";
import { mask } from "../reading/mask";
import { bare } from "../reading/request";
import { inTime, type Ability } from "./ability";
import { deepest } from "./outline";
import { fileNamed, sourceOf, type Source } from "./source";

interface Finding {
  readonly line: number;
  readonly what: string;
}

const asksAll =
  /^(?:check|lint|clean up)(?:\s+(?:this|that|it|the|my|all|code|files?|selection|function|class|module|script|[\w./-]+\.\w+))*$/i;
const asks =
  /\b(?:todos?|fixmes?|debug (?:leftovers?|statements?|output)|leftovers?|console\.logs?|debugger|unmatched|unclosed|brackets?|invisible characters?|trailing (?:white ?space|spaces)|merge (?:marks?|markers?|conflicts?)|code smells?|smells)\b/i;
const maxShown = 60;
const longLine = 140;
const longFunction = 60;
const manyParameters = 5;
const deepNesting = 5;

/** In code, outside strings and comments. */
const inCode: readonly (readonly [RegExp, string])[] = [
  [/\bdebugger\b\s*;?/, "`debugger` left in"],
  [/\bconsole\.(?:log|debug|trace)\s*\(/, "console output left in"],
  [/\b(?:breakpoint|pdb\.set_trace)\s*\(\)/, "breakpoint left in"],
  [/\b(?:it|describe|test)\.only\s*\(/, "`.only` switches the other tests off"],
  [/\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}/, "empty `catch` hides errors"],
  [/^\s*except\s*:/, "`except:` catches everything, interrupts included"],
  [/\beval\s*\(/, "`eval` runs text as code"],
  [/(?<![=!<>])==(?!=)\s*null\b|(?<![=!])!=(?!=)\s*null\b/, "loose comparison with null"],
];
const anywhere: readonly (readonly [RegExp, string])[] = [
  [/^(?:<{7}|={7}|>{7})(?: |$)/, "mark of an unresolved merge"],
  [/\b(?:AKIA|ASIA)[A-Z\d]{16}\b/, "looks like a cloud access key"],
  [/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/, "a private key"],
  [
    /\b(?:password|passwd|secret|api_?key|token)\b["']?\s*[:=]\s*["'][^"'\s]{8,}["']/i,
    "looks like a secret in the source",
  ],
  [
    /[\u202A-\u202E\u2066-\u2069\u200E\u200F]/,
    "invisible character that changes the direction of text",
  ],
  [/[\u200B\u2060\uFEFF\u00AD]/, "invisible character"],
  [/[ \t]+\r?$/, "white space at the end"],
  [/^ +\t|^\t+ {2,}\t/, "tabs and spaces mixed in the indentation"],
];

export const check: Ability = {
  id: 13,
  name: "Check code",
  text: "Goes through the selection or a named file for things to clean up: open TODOs, debug leftovers, unmatched brackets, merge marks, invisible characters, secrets, empty catches, long or deeply nested functions.",
  example: "Check src/extension.ts",
  suits(question) {
    const { words, text, isAttached } = question;
    if (!asksAll.test(bare(words)) && !asks.test(bare(words))) return "none";
    if (fileNamed(question) !== undefined || (isAttached && looksLikeCode(text))) return "certain";
    return isAttached || /\b(?:this|code|file|selection)\b/i.test(words) ? "clear" : "likely";
  },
  async answer(question, desk) {
    const source = await sourceOf(question, desk);
    if (typeof source === "string") return source;
    const found = inTime(() => findingsIn(source)).toSorted((a, b) => a.line - b.line);
    const shown = found.slice(0, maxShown);
    if (found.length === 0) {
      return "None of the things that this check knows was found. It goes by the shape of lines and does not run or understand the code.";
    }
    if (desk.isBrief) {
      return fence(
        shown.map(({ line, what }) => `${line}: ${what.replaceAll("`", "")}`).join("\n"),
        "text",
      );
    }
    return paragraphs(
      `${count(found.length, "finding")} in ${source.name.includes(" ") ? source.name : code(source.name)}${found.length > maxShown ? `, the first ${maxShown} shown` : ""}:`,
      table(
        ["Line", "Finding"],
        shown.map(({ line, what }) => [String(line), what]),
      ),
      "This check goes by the shape of lines; it does not run or understand the code.",
    );
  },
};

function findingsIn({ text, language }: Source): Finding[] {
  const masked = mask(text, language);
  const found: Finding[] = [...brackets(masked.code)];
  const codes = masked.code.split("\n");
  const comments = masked.comments.split("\n");
  for (const [index, line] of text.split("\n").entries()) {
    const at = (what: string) => found.push({ line: index + 1, what });
    for (const [pattern, what] of anywhere) if (pattern.test(line)) at(what);
    for (const [pattern, what] of inCode) if (pattern.test(codes[index] ?? "")) at(what);
    const note = /\b(?:TODO|FIXME|HACK|XXX)\b.*/.exec(comments[index] ?? "")?.[0];
    if (note !== undefined) at(`open note: ${code(cut(note.trim(), 100))}`);
    if (line.length > longLine) at(`${line.length} characters in one line`);
  }
  for (const { kind, name, from, to, parameters = 0 } of declarationsIn(text, language)) {
    if (kind !== "function") continue;
    if (to - from + 1 > longFunction)
      found.push({ line: from, what: `${code(name)} has ${to - from + 1} lines` });
    if (parameters > manyParameters)
      found.push({ line: from, what: `${code(name)} takes ${parameters} parameters` });
  }
  const nesting = deepest(masked.code, language === "python");
  if (nesting.depth > deepNesting)
    found.push({ line: nesting.line, what: `blocks nested ${nesting.depth} deep` });
  return found;
}
