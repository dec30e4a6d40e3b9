import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { from } from "../../scripts/root";
import { readManifest } from "../support/manifest";

// What the documentation names has to exist, and what exists has to be named where readers look for it.

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  contributes: {
    commands: { command: string; title: string }[];
    configuration: { properties: Record<string, { scope: string }> };
    menus: { commandPalette: { command: string; when: string }[] };
  };
}

const manifest = readManifest() as Manifest;

const entriesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: from() }).map((entry) => entry.replaceAll("\\", "/"));

const topFolders = [
  ".ci",
  ".github",
  ".vscode",
  "bench",
  "docs",
  "l10n",
  "media",
  "schemas",
  "scripts",
  "skills",
  "src",
  "test",
];

/** Every file and folder of the repository. */
const entries: ReadonlySet<string> = new Set([
  ...entriesOf("*"),
  ...topFolders.flatMap((folder) => entriesOf(`${folder}/**/*`)),
]);

const papers = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "test/README.md",
  ...entriesOf("docs/*.md"),
];

const read = (file: string): string => readFileSync(from(file), "utf8");

/** Names of files that belong to a user, to another program or to a build, and of examples. */
const elsewhere: readonly RegExp[] = [
  // Of programs that read configurations of MCP servers.
  /^(?:\.vscode\/|\.cursor\/|\.)mcp\.json$|^settings\.json$/,
  /^\.(?:github|claude|agents)\/(?:agents|skills|prompts)(?:\/|$)/,
  /^(?:SKILL\.md|reviewer\.agent\.md|prompts\/\*\.md|mcp\.json|activity\.jsonl|policy\.json)$/,
  /^(?:AGENTS\.md|CLAUDE\.md|\.github\/copilot-instructions\.md)$/,
  /(?:^|\/)x\.test\.ts$/,
  /^(?:(?:dist|out)\/.*|ThirdPartyNotices\.txt|undici\.cjs)$/,
];

const withoutBlocks = (text: string): string =>
  text.replace(/<!-- forms -->[^]*?<!-- end of forms -->/g, "").replace(/^(`{3,})[^]*?^\1$/gm, "");

const isFileName = /\.(?:[cm]?[jt]s|jsonl?|css|md|svg|png|yml|txt|html)$/;
const isSpelledAsPath = /^[\w.@-]+(?:\/[\w.*@-]+)*\/?$|^[\w*.-]+\.\w+$/;

/** The file or folder that a name in this paper means, or undefined. */
function whole(name: string, paper: string): string | undefined {
  const trimmed = name.replace(/\/$/, "");
  return [trimmed, path.posix.join(path.posix.dirname(paper), trimmed)].find((candidate) =>
    candidate.includes("*") ? entriesOf(candidate).length > 0 : entries.has(candidate),
  );
}

/**
 * The names in this text that nothing answers to. A line is a paragraph: a file that it names with
 * its path lets it name others of that folder, and of those below, without.
 */
function unknownNames(text: string, paper: string): string[] {
  const own = [...entries].filter(
    (entry) => !path.posix.relative(path.posix.dirname(paper), entry).startsWith(".."),
  );
  const isOurs = (name: string): boolean =>
    isFileName.test(name) ||
    (name.includes("/") &&
      (topFolders.includes(name.split("/", 1)[0]!) ||
        own.some(
          (entry) => entry === path.posix.join(path.posix.dirname(paper), name.split("/", 1)[0]!),
        )));
  return withoutBlocks(text)
    .split("\n")
    .flatMap((line) => {
      const names = [...line.matchAll(/`([^`]+)`/g)]
        .map(([, name = ""]) => name)
        .filter((name) => isSpelledAsPath.test(name) && isOurs(name))
        .filter((name) => !elsewhere.some((pattern) => pattern.test(name)));
      const folders = names
        .map((name) => whole(name, paper))
        .filter((name) => name !== undefined)
        .map((name) => (isFileName.test(name) ? path.posix.dirname(name) : name));
      const isBelow = (name: string): boolean =>
        folders.some((folder) =>
          [...entries].some(
            (entry) => entry.startsWith(`${folder}/`) && entry.endsWith(`/${name}`),
          ),
        );
      return names.filter((name) => whole(name, paper) === undefined && !isBelow(name));
    });
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

function brokenLinks(text: string, paper: string): string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = "", anchor] = target.split("#");
      const linked = file ? path.posix.join(path.posix.dirname(paper), file) : paper;
      if (!entries.has(linked)) return true;
      if (anchor === undefined) return false;
      const headings = read(linked).matchAll(/^#+ (.+)$/gm);
      return ![...headings].some(([, heading = ""]) => anchorOf(heading) === anchor);
    });
}

/** The part of a text below a heading, up to the next one of the same depth. */
function sectionOf(text: string, heading: string): string {
  const [, section = ""] = text.split(new RegExp(`^## ${heading}$`, "m"));
  return section.split(/^## /m, 1)[0]!;
}

/** The cells of each row of the tables in a text, without their heads. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|(.+)\|$/gm)]
    .map(([, row = ""]) => row.split("|").map((cell) => cell.trim()))
    .filter((_, index, rows) => !isRule(rows[index]) && !isRule(rows[index + 1]));

const isRule = (row?: readonly string[]): boolean =>
  row?.every((cell) => /^-+$/.test(cell)) ?? false;

const differences = (found: readonly string[], wanted: readonly string[]) => ({
  missing: wanted.filter((name) => !found.includes(name)),
  gone: found.filter((name) => !wanted.includes(name)),
});

const none = { missing: [], gone: [] };

describe("the documentation", () => {
  for (const paper of papers) {
    it(`names only files and folders that exist: ${paper}`, () => {
      assert.deepEqual(unknownNames(read(paper), paper), []);
    });

    it(`has no broken link: ${paper}`, () => {
      assert.deepEqual(brokenLinks(read(paper), paper), []);
    });

    it(`names only scripts of package.json: ${paper}`, () => {
      const named = [...read(paper).matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = ""]) => name);
      assert.deepEqual(differences(named, Object.keys(manifest.scripts)).gone, []);
    });
  }

  it("explains every setting, and no other, with the right scope", () => {
    const rows = rowsOf(read("docs/settings.md"));
    const { properties } = manifest.contributes.configuration;
    const named = rows.map(([name = ""]) => name.replaceAll("`", ""));
    assert.deepEqual(differences(named, Object.keys(properties)), none);
    for (const [name = "", , text = ""] of rows)
      assert.equal(
        /\buser only\b/.test(text),
        properties[name.replaceAll("`", "")]?.scope === "application",
        name,
      );
  });

  it("names every command of the palette, and no other", () => {
    const { commands, menus } = manifest.contributes;
    const hidden = menus.commandPalette.filter(({ when }) => when === "false");
    const reachable = commands.filter(
      ({ command }) => !hidden.some((entry) => entry.command === command),
    );
    const section = sectionOf(read("docs/keys-and-commands.md"), "Commands");
    const named = rowsOf(section).flatMap(([, titles = ""]) =>
      [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = ""]) => title),
    );
    assert.deepEqual(
      differences(
        named,
        reachable.map(({ title }) => title),
      ),
      none,
    );
  });

  it("gives a reason for every dependency, and for no other", () => {
    const rows = rowsOf(sectionOf(read("CONTRIBUTING.md"), "Dependencies"));
    const named = rows.flatMap(([names = ""]) => names.split(", "));
    const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    assert.deepEqual(differences(named, wanted), none);
    for (const [names = "", reason = ""] of rows) assert.notEqual(reason, "", names);
  });

  it("draws the folders of src and every feature", () => {
    const [, tree = ""] = /^```\nsrc\/\n([^]*?)^```$/m.exec(read("docs/architecture.md")) ?? [];
    let top = "";
    const drawn = [...tree.matchAll(/^( {2,4})([\w.]+)\/? +\S/gm)].map(
      ([, indent = "", name = ""]) => {
        if (indent.length === 2) top = name;
        return indent.length === 2 ? `src/${name}` : `src/${top}/${name}`;
      },
    );
    const wanted = [...entriesOf("src/*"), ...entriesOf("src/features/*")].filter(
      (entry) => !entry.endsWith(".json"),
    );
    assert.deepEqual(
      differences(
        drawn.filter((entry) => !/^src\/(?!features)\w+\//.test(entry)),
        wanted,
      ),
      none,
    );
    assert.deepEqual(
      drawn.filter((entry) => !entries.has(entry)),
      [],
    );
  });

  it("lists every feature with what it does", () => {
    const rows = rowsOf(sectionOf(read("CONTRIBUTING.md"), "Features"));
    const features = entriesOf("src/features/*").map((folder) => path.posix.basename(folder));
    assert.deepEqual(
      differences(
        rows.map(([name = ""]) => name.replaceAll("`", "")),
        features,
      ),
      none,
    );
    for (const [name = "", text = ""] of rows) assert.notEqual(text, "", name);
  });

  const planted: [string, string[]][] = [
    ["`src/kit/event.ts`, `lazy.ts`", []],
    ["`src/kit/gate.ts`", ["src/kit/gate.ts"]],
    ["`src/kit/event.ts`, `gate.ts`", ["gate.ts"]],
    ["`lazy.ts` alone, `package.json`, `kit`", ["lazy.ts"]],
    ["`src/cellar`, `src/*/event.ts`, `src/*/gate.ts`", ["src/cellar", "src/*/gate.ts"]],
    ["`.github/prompts/*.prompt.md`, `web/fetch`, `npm run gate.ts`", []],
  ];
  for (const [text, unknown] of planted)
    it(`finds names of what does not exist in ${text}`, () => {
      assert.deepEqual(unknownNames(text, "README.md"), unknown);
    });
});
