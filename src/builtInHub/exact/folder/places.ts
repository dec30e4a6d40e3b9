import { literalPattern } from "../../../contract/text";
import type { TextFile } from "../../tools/workspace/textFiles";
import type { Place } from "../../tools/workspace/workspace";

type Finder = (file: TextFile) => readonly Place[];

const maxLength = 200;
const keyword =
  "function\\*?|class|interface|type|enum|const|let|var|val|def|fn|func|fun|sub|struct|union|trait|module|mod|namespace|package|record|object|protocol|macro_rules!|#define|typedef";
const modifier =
  "export|default|declare|public|private|protected|internal|static|async|abstract|final|sealed|override|open|readonly|pub(?:\\([^)]*\\))?|unsafe|extern|virtual|inline|data|get|set|func|fun";

/** Every line that has this name as a whole word. */
export function usesOf(name: string): Finder {
  const word = wholeWord(name);
  return (file) => linesOf(file, (line) => word.test(line));
}

/** Lines that declare the name: with a keyword of some language, or as a method with a body. */
export function definitionsOf(name: string): Finder {
  const own = literalPattern(name);
  const declared = new RegExp(
    `^\\s*(?:(?:${modifier})\\s+)*(?:${keyword})\\s+(?:\\([^)]*\\)\\s*)?(?:[*&]\\s*)?${own}(?![\\p{L}\\p{N}_$])`,
    "u",
  );
  const method = new RegExp(
    `^\\s*(?:(?:${modifier})\\s+)*(?:[\\w$.]+(?:<[^(){};=]*>)?[\\[\\]?*&]*\\s+)?[*#]?${own}\\s*(?:<[^>(]*>)?\\([^;]*\\)\\s*(?:(?:->|:|throws)[^;{}=]*)?\\{`,
    "u",
  );
  const notMethod = /^\s*(?:return|await|throw|new|else|if|for|while|switch|catch|case|yield)\b/;
  return (file) =>
    linesOf(file, (line) => declared.test(line) || (method.test(line) && !notMethod.test(line)));
}

/** None reads on where another statement or bracket begins: the time is linear in the text's length. */
const statements = [
  // JavaScript and TypeScript, also over several lines.
  /^[ \t]*(?:import\b(?:(?:(?!^[ \t]*(?:import|export)\b)[^;"'`])*?\bfrom\b)?|export\b(?:(?!^[ \t]*(?:import|export)\b)[^;"'`])*?\bfrom\b)\s*["'][^"'\n]*["']/gm,
  /\b(?:require|import)\s*\(\s*["'`][^"'`\n]*["'`]\s*\)/g,
  /^.*=\s*require\s*\(\s*["'`][^"'`\n]*["'`]\s*\)/gm,
  // Python
  /^[ \t]*from[ \t]+[\w.]+[ \t]+import[ \t]+(?:\([^()]*\)|.*)/gm,
  // Java, Kotlin, Go, C#, Rust, C, PHP and Swift
  /^[ \t]*(?:import|using|use|#[ \t]*include|require_relative|require|include)\b[^\n"'=({]*(?:[{(][^(){}]*[})]|["'<][^"'>\n]*["'>])?[ \t]*;?[ \t]*$/gm,
];

/** The statements that import the name, or a module whose path ends with it. */
export function importsOf(name: string): Finder {
  const isPath = /[./@-]/.test(name);
  const word = isPath
    ? new RegExp(`["'/\\s<]${literalPattern(name)}(?:\\.\\w+)?(?=["'>;\\s]|$)`)
    : wholeWord(name);
  return (file) => {
    const found = new Map<number, Place>();
    for (const statement of statements)
      for (const { index, 0: text } of file.text.matchAll(statement)) {
        const at = word.exec(text)?.index;
        if (at === undefined) continue;
        const line = file.text.slice(0, index + text.search(/\S/)).split("\n").length;
        if (!found.has(line))
          found.set(line, placeAt(file, line, text.trim().replace(/\s+/g, " ")));
      }
    return [...found.values()].toSorted((a, b) => a.line - b.line);
  };
}

function linesOf(file: TextFile, isPlace: (line: string) => boolean): Place[] {
  return file.text
    .split(/\r?\n/)
    .flatMap((line, at) => (isPlace(line) ? [placeAt(file, at + 1, line.trim())] : []));
}

function placeAt({ name }: TextFile, line: number, text: string): Place {
  return { name, line, text: text.slice(0, maxLength).toWellFormed() };
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${literalPattern(name)}(?![\\p{L}\\p{N}_$])`, "u");
}
