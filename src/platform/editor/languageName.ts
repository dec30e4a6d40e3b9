import { t } from "../../kit/l10n";

const spelled: Readonly<Record<string, string>> = {
  cpp: "C++",
  csharp: "C#",
  fsharp: "F#",
  javascript: "JavaScript",
  javascriptreact: "JavaScript JSX",
  "objective-c": "Objective-C",
  plaintext: t("plain text"),
  powershell: "PowerShell",
  shellscript: t("shell script"),
  typescript: "TypeScript",
  typescriptreact: "TypeScript JSX",
};

const initials = new Set([
  "css",
  "html",
  "ini",
  "json",
  "jsonc",
  "php",
  "r",
  "sql",
  "vb",
  "xml",
  "yaml",
]);

export function languageName(id: string): string {
  if (initials.has(id)) return id.toUpperCase();
  return spelled[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
}

const aliases: Readonly<Record<string, string>> = {
  "c#": "csharp",
  "c++": "cpp",
  bash: "shellscript",
  cs: "csharp",
  js: "javascript",
  jsx: "javascriptreact",
  md: "markdown",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shellscript",
  shell: "shellscript",
  ts: "typescript",
  tsx: "typescriptreact",
  yml: "yaml",
};

/** The editor's id for a language name from a Markdown fence. */
export function languageIdOf(fence: string): string {
  const name = fence.toLowerCase();
  return aliases[name] ?? name;
}
