import assert from "node:assert/strict";
import { riskOf } from "../../../../../src/features/changes/editor/risks";

const at = (path: string, scheme = "file") => riskOf({ scheme, path } as never);

const risky: readonly (readonly [why: RegExp, paths: readonly string[]])[] = [
  [
    /your own settings/,
    [
      "/home/a/.config/Code/User/settings.json",
      "/home/a/.config/Code/User/keybindings.json",
      "/home/a/.config/Code/User/profiles/-1a2b/tasks.json",
      "/home/a/.vscode-server/data/Machine/settings.json",
    ],
  ],
  [/which programs to run/, ["/w/.vscode/tasks.json", "/w/a/.vscode/launch.json"]],
  [
    /weaken its protection/,
    [
      "/w/.vscode/settings.json",
      "/w/my.code-workspace",
      "/w/.devcontainer/devcontainer.json",
      "/w/.devcontainer/python/Dockerfile",
      "/w/.devcontainer.json",
    ],
  ],
  [
    /Git run programs/,
    [
      "/w/.git/config",
      "/w/.git/hooks/pre-commit",
      "/w/.git",
      "/h/.gitconfig",
      "/w/.gitmodules",
      "/w/.husky/pre-push",
    ],
  ],
  [/build server/, ["/w/.github/workflows/build.yml", "/w/.github/actions/setup/action.yml"]],
  [/scripts that run/, ["/w/package.json", "/w/packages/a/package.json"]],
  [
    /a shell starts/,
    [
      "/h/.bashrc",
      "/h/.zshrc",
      "/h/.kshrc",
      "/h/.cshrc",
      "/h/.tcshrc",
      "/h/.shrc",
      "/h/.zshenv",
      "/h/.bash_profile",
      "/h/.bash_login",
      "/h/.bash_logout",
      "/h/.zprofile",
      "/h/.zlogin",
      "/h/.zlogout",
      "/h/.profile",
      "/h/.login",
      "/h/.logout",
      "/h/.bash_aliases",
      "/w/.envrc",
      "/h/.config/fish/config.fish",
      "/h/Documents/PowerShell/Microsoft.PowerShell_profile.ps1",
      "/h/Documents/PowerShell/profile.ps1",
    ],
  ],
];

const ordinary = [
  "/w/src/index.ts",
  "/w/User/notes.md",
  "/w/User/deep/er/settings.json",
  "/w/vscode/tasks.json",
  "/w/my.vscode/tasks.json",
  "/w/.vscode/extensions.txt",
  "/w/.gitignore",
  "/w/.gitattributes",
  "/w/my.git/config",
  "/w/.github/ISSUE_TEMPLATE/bug.yml",
  "/w/package-lock.json",
  "/w/my-package.json",
  "/w/bashrc",
  "/w/.profiles",
  "/w/profiles.ps1",
];

describe("the files that make programs run", () => {
  it("I12 are known by their paths, in either case, with the reason", () => {
    for (const [why, paths] of risky)
      for (const path of paths)
        for (const spelled of [path, path.toUpperCase()]) {
          const risk = at(spelled);
          assert.match(risk?.why(risk.name) ?? "it is not known", why, spelled);
          assert.equal(risk?.name, spelled.split("/").at(-1));
        }
  });

  it("I12 include every settings file that VS Code opens itself", () => {
    const risk = at("/User/snippets/any.code-snippets", "vscode-userdata");
    assert.match(risk?.why(risk.name) ?? "", /your own settings/);
    assert.equal(risk?.name, "any.code-snippets");
  });

  it("I12 include no others, or each question would be pressed away", () => {
    for (const path of ordinary) assert.equal(at(path), undefined, path);
  });
});
