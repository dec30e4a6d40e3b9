import assert from "node:assert/strict";
import { languageIdOf, languageName } from "../../../../src/platform/editor/languageName";

describe("the name of a language", () => {
  it("is spelled as its users spell it", () => {
    const names: Record<string, string> = {
      cpp: "C++",
      csharp: "C#",
      css: "CSS",
      fsharp: "F#",
      go: "Go",
      html: "HTML",
      ini: "INI",
      javascript: "JavaScript",
      javascriptreact: "JavaScript JSX",
      json: "JSON",
      jsonc: "JSONC",
      "objective-c": "Objective-C",
      php: "PHP",
      plaintext: "plain text",
      powershell: "PowerShell",
      python: "Python",
      r: "R",
      shellscript: "shell script",
      sql: "SQL",
      typescript: "TypeScript",
      typescriptreact: "TypeScript JSX",
      vb: "VB",
      xml: "XML",
      yaml: "YAML",
    };
    for (const [id, name] of Object.entries(names)) assert.equal(languageName(id), name);
  });

  it("gives the editor's id, however the fence of a code block names it", () => {
    const ids: Record<string, string> = {
      "C#": "csharp",
      "c++": "cpp",
      Bash: "shellscript",
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
      JSON: "json",
      "": "",
    };
    for (const [fence, id] of Object.entries(ids)) assert.equal(languageIdOf(fence), id);
  });
});
