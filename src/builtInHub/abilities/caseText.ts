import {
  camelCase,
  constantCase,
  dotCase,
  kebabCase,
  noCase,
  pascalCase,
  snakeCase,
} from "change-case";

const title = (text: string) => text.replace(word, capital);
const sentence = (text: string) =>
  text.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase());

/** Each case with its way to write a name, and a text of several words. */
const cases = {
  camelCase,
  PascalCase: pascalCase,
  snake_case: snakeCase,
  CONSTANT_CASE: constantCase,
  "kebab-case": kebabCase,
  "dot.case": dotCase,
  "Title Case": (name: string) => title(isProse(name) ? name : noCase(name)),
  "Sentence case": (name: string) => sentence(isProse(name) ? name : noCase(name)),
  "UPPER CASE": (name: string) => name.toUpperCase(),
  "lower case": (name: string) => name.toLowerCase(),
} satisfies Readonly<Record<string, (name: string, options?: object) => string>>;

export type CaseName = keyof typeof cases;
export const caseNames = Object.keys(cases) as CaseName[];

const word = /\p{L}[\p{L}\p{N}]*(?:['’]\p{L}+)*/gu;
const identifier = /(?<![\p{L}\p{N}_$"'.-])[\p{L}_$][\p{L}\p{N}_$]*(?:-[\p{L}][\p{L}\p{N}]*)*/gu;
const keepMarks = { prefixCharacters: "_$", suffixCharacters: "_$" };

/** A line in another case, its indentation kept; in a line of code only names of several words change. */
export function inCase(name: CaseName, line: string): string {
  const convert: (text: string, options?: object) => string = cases[name];
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const text = line.slice(indent.length);
  if (/^(?:Title|Sentence|UPPER|lower) /i.test(name) || !isCode(text)) {
    return indent + convert(text, keepMarks);
  }
  return (
    indent +
    text.replace(identifier, (found) =>
      /[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}][_-][\p{L}\p{N}]/u.test(found)
        ? convert(found, keepMarks)
        : found,
    )
  );
}

/** A line with marks that neither names nor phrases have. */
function isCode(text: string): boolean {
  return /[:;=(){}[\]<>,"`]/.test(text);
}

function isProse(text: string): boolean {
  return /\s/.test(text);
}

function capital(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}
