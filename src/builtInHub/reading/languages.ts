const byEnding: Readonly<Record<string, string>> = {
  c: "c",
  cc: "cpp",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  go: "go",
  h: "c",
  hpp: "cpp",
  java: "java",
  js: "javascript",
  cjs: "javascript",
  mjs: "javascript",
  jsx: "javascriptreact",
  kt: "kotlin",
  lua: "lua",
  md: "markdown",
  php: "php",
  py: "python",
  rb: "ruby",
  rs: "rust",
  scala: "scala",
  sh: "shellscript",
  sql: "sql",
  swift: "swift",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "typescriptreact",
  yaml: "yaml",
  yml: "yaml",
};

/** The editor's language id for a file name or a fence; empty if unknown. */
export function languageOf(name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return byEnding[ending] ?? (/^[a-z]{2,}$/.test(ending) && !name.includes(".") ? ending : "");
}

/** The likely language of code that came without a name. */
export function guessLanguage(code: string): string {
  if (/^\s*(?:def|class|async def)\s+\w+.*:\s*(?:#.*)?$/m.test(code)) return "python";
  if (/^\s*(?:pub\s+)?fn\s+\w+/m.test(code)) return "rust";
  if (/^\s*func\s+(?:\(\w+ [^)]*\)\s*)?\w+\(/m.test(code) && /^package\s/m.test(code)) return "go";
  if (/^\s*#include\s/m.test(code)) return "cpp";
  if (/^\s*(?:def|module)\s+\w+/m.test(code) && /^\s*end\s*$/m.test(code)) return "ruby";
  if (/^\s*(?:public|private|protected)\s+(?:static\s+)?(?:final\s+)?\w+.*[({]\s*$/m.test(code))
    return "java";
  return "typescript";
}
