import { camelCase, constantCase, kebabCase, pascalCase, snakeCase } from "change-case";

const word = /\p{L}[\p{L}\p{N}]*(?:['’]\p{L}+)*/gu;

const cases = {
  camelCase,
  PascalCase: pascalCase,
  snake_case: snakeCase,
  CONSTANT_CASE: constantCase,
  "kebab-case": kebabCase,
  "Title Case": (text: string) => text.replace(word, capital),
  "UPPER CASE": (text: string) => text.toUpperCase(),
  "lower case": (text: string) => text.toLowerCase(),
} satisfies Readonly<Record<string, (text: string, options?: object) => string>>;

export type CaseName = keyof typeof cases;

/** A line in another case, its indentation kept. */
export function inCase(name: CaseName, line: string): string {
  const convert: (text: string, options?: object) => string = cases[name];
  const [, indent = "", text = ""] = /^(\s*)([^]*)$/.exec(line) ?? [];
  return indent + convert(text, { prefixCharacters: "_", suffixCharacters: "_" });
}

function capital(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}
