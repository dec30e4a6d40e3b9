import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { from } from "../../scripts/root";

interface Layer {
  /** What it may import besides itself. */
  layers: readonly string[];
  packages: readonly string[];
  /** May use Node's modules. */
  node?: boolean;
}

/** Files of features that ask whether a hub is the built-in one, by what they need to know it for. */
const builtInAsked: Readonly<Record<string, readonly string[]>> = {
  "its name": [
    "asking/core/preparedQuestion.ts",
    "chat/editor/chatPresenter.ts",
    "chat/editor/extrasInWords.ts",
    "chat/editor/turnView.ts",
    "chat/page/composer/composer.ts",
    "chat/page/transcript/emptyState.ts",
    "chat/page/transcript/transcript.ts",
    "chat/page/transcript/turn/turnHeader.ts",
    "chat/page/transcript/turn/waiting.ts",
    "compare/editor/comparisonPage.ts",
    "compare/page/answerColumn.ts",
    "compare/page/comparisonDocument.ts",
    "compare/page/comparisonHeader.ts",
    "connection/core/connectionReport.ts",
    "connection/core/hub.ts",
    "connection/editor/statusBar.ts",
    "conversation/core/turn.ts",
    "conversation/core/turnSchema.ts",
    "experts/editor/activityNames.ts",
    "experts/editor/checkConnection.ts",
  ],
  "its start, which needs no key": [
    "chat/page/transcript/invitation.ts",
    "compare/editor/comparePick.ts",
    "connection/core/connection.ts",
    "connection/editor/commands.ts",
    "connection/editor/connectionPrompts.ts",
    "connection/editor/switchHub.ts",
    "experts/core/fileExperts.ts",
    "experts/editor/newExpertFile.ts",
  ],
  "that it charges nothing": ["asking/core/questionRunner.ts"],
  "its models": [
    "asking/core/questionSender.ts",
    "asking/core/questionTools.ts",
    "asking/editor/consent.ts",
    "chat/editor/index.ts",
    "compare/editor/comparing.ts",
    "models/editor/commands.ts",
    "models/editor/modelPrompts.ts",
  ],
};

const builtInHubPackages = [
  "eventsource-parser",
  "htmlparser2",
  "ignore",
  "mathjs",
  "minisearch",
  "yaml",
];

/** Which files belong to which layer: the first pattern that matches. */
const layerOfFile: readonly (readonly [RegExp, string])[] = [
  [/^(?:kit|contract|files|client|policy|builtInHub)\//, "$&"],
  [/^page\/protocol\//, "protocol"],
  [/^features\/agents\/mcp\//, "mcp"],
  [/^(?:platform|features\/\w+)\/core\//, "core"],
  [/^(?:page|features\/\w+\/page)\//, "page"],
  [/^(?:platform|features\/\w+)\/editor\//, "editor"],
  [/^\w+\.ts$/, "root"],
];

function layerOf(file: string): string {
  for (const [pattern, name] of layerOfFile) {
    const [match] = pattern.exec(file) ?? [];
    if (match !== undefined) return name.replace("$&", match.slice(0, -1));
  }
  return "";
}

const table: Readonly<Record<string, Layer>> = {
  kit: { layers: [], packages: ["markdown-it"] },
  contract: { layers: ["kit"], packages: ["valibot"] },
  files: { layers: ["kit"], packages: ["ignore"], node: true },
  protocol: { layers: ["contract", "kit"], packages: ["valibot"] },
  client: { layers: ["contract", "kit"], packages: ["undici", "valibot"], node: true },
  policy: { layers: ["contract", "kit"], packages: [], node: true },
  core: {
    layers: ["contract", "client", "policy", "kit"],
    packages: ["diff", "markdown-it", "valibot"],
  },
  mcp: { layers: [], packages: ["@modelcontextprotocol/server"], node: true },
  page: {
    layers: ["contract", "protocol", "kit"],
    packages: ["highlight.js", "lowlight", "markdown-it"],
  },
  builtInHub: {
    layers: ["contract", "files", "client", "policy", "kit"],
    packages: builtInHubPackages,
    node: true,
  },
  editor: {
    layers: ["core", "contract", "files", "client", "policy", "mcp", "protocol", "kit"],
    packages: ["vscode"],
    node: true,
  },
  root: {
    layers: ["editor", "core", "contract", "client", "policy", "protocol", "kit"],
    packages: ["vscode"],
    node: true,
  },
};

/** From the bottom to the top: imports between them only run down. */
const order = [
  "kit",
  "contract",
  "files",
  "client",
  "policy",
  "platform",
  "page",
  ...[
    "activity",
    "connection",
    "experts",
    "models",
    "conversation",
    "attachments",
    "asking",
    "changes",
    "prompts",
    "chat",
    "history",
    "compare",
    "askAbout",
    "agents",
  ].map((feature) => `features/${feature}`),
];

/** Where the page begins, with what the features draw. */
const pageEntry = "page/main.ts";

/** The part of `order` that a file belongs to; what joins all of them belongs to none. */
const partOf = (file: string): number =>
  file === pageEntry ? -1 : order.indexOf(/^features\/\w+|^\w+(?=\/)/.exec(file)?.[0] ?? "");

/** What the built-in hub may use of the client. */
const hubsClient = /^client\/(?:modelId|userNetwork)$/;

/** The only access to undici, and the declarations it needs. */
const undiciDoor = /^client\/undici(\.ts|Deep\.d\.ts)$/;

const staticImport = /^[ \t]*(?:import|export)\s+[^"';]*?\bfrom\s*["']([^"']+)["']/gm;
const bareImport = /^[ \t]*import\s*["']([^"']+)["']/gm;
const calledImport = /\b(?:import|require)\s*\(\s*["'`]([^"'`]+)["'`]/g;

/** What a file imports, types included. */
function importsOf(source: string): string[] {
  const code = source.replace(/^\s*\/\/.*$/gm, "").replace(/\/\*\*[\s\S]*?\*\//g, "");
  return [staticImport, bareImport, calledImport]
    .flatMap((form) => [...code.matchAll(form)])
    .map(([, specifier = ""]) => specifier);
}

const packageOf = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/** Why this import is not allowed in this file of src/, or undefined. */
function complaint(file: string, specifier: string): string | undefined {
  const name = layerOf(file);
  const layer = table[name];
  if (!layer) return "no such layer";
  if (specifier.startsWith("node:")) return layer.node ? undefined : "no Node modules here";
  if (!specifier.startsWith(".")) {
    const wanted = packageOf(specifier);
    if (!layer.packages.includes(wanted)) return "no such package here";
    if (wanted === "undici" && !undiciDoor.test(file)) return "undici has one door";
    return undefined;
  }
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const targetLayer = layerOf(`${target}/`) || layerOf(`${target}.ts`);
  const [part, targetPart] = [partOf(file), partOf(`${target}/`)];
  if (part !== -1 && targetPart > part && targetLayer !== "protocol")
    return "imports run down only";
  if (targetLayer === name) return undefined;
  if (!layer.layers.includes(targetLayer)) return "that layer may not be imported";
  if (name === "builtInHub" && targetLayer === "client" && !hubsClient.test(target))
    return "of the client only the names of models, and the network for its program";
  return undefined;
}

/** The files that each file of src/ imports. */
function importGraph(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      importsOf(readFileSync(from("src", file), "utf8"))
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
        .flatMap((target) =>
          [target, `${target}.ts`, `${target}.d.ts`, `${target}/index.ts`].filter((one) =>
            known.has(one),
          ),
        ),
    ]),
  );
}

/** The same between folders; those of one folder and of the folders in it are no way up or down. */
function folderGraph(
  graph: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    const folder = path.posix.dirname(file);
    const others = targets
      .map((target) => path.posix.dirname(target))
      .filter((other) => !`${other}/`.startsWith(`${folder}/`) && !folder.startsWith(`${other}/`));
    folders.set(folder, [...new Set([...(folders.get(folder) ?? []), ...others])]);
  }
  return folders;
}

/** A path from a file back to itself, for each file that has one. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at !== -1) found.push([...way.slice(at), file].join(" → "));
    if (at !== -1 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

const filesOf = (): string[] =>
  globSync("**/*.ts", { cwd: from("src") }).map((file) => file.replaceAll("\\", "/"));

function violations(file: string, source: string): string[] {
  return importsOf(source).flatMap((specifier) => {
    const why = complaint(file, specifier);
    return why ? [`${file} imports ${specifier}: ${why}`] : [];
  });
}

describe("the layers and features", () => {
  it("lets each layer import only what its table allows", () => {
    const files = filesOf();
    assert.ok(files.length > 50, `${files.length} files`);
    const found = files.flatMap((file) =>
      violations(file, readFileSync(from("src", file), "utf8")),
    );
    assert.deepEqual(found, []);
  });

  it("has the table that CONTRIBUTING.md shows", () => {
    const [, shown = ""] =
      /^\| layer \|.*\n.*\n((?:\|.*\n)+)/m.exec(readFileSync(from("CONTRIBUTING.md"), "utf8")) ??
      [];
    const rows = shown
      .trim()
      .split("\n")
      .map((row) => {
        const [name = "", , layers = "", packages = ""] = row.slice(2, -2).split(" | ");
        const named = [...layers.matchAll(/`(\w+)`/g)].map(([, layer = ""]) => layer);
        const used = packages
          .replace(/ \(.*?\)/g, "")
          .split(", ")
          .filter((one) => one !== "none");
        return [name.replaceAll("`", ""), named.toSorted(), used.toSorted()];
      });
    assert.deepEqual(
      rows,
      Object.entries(table).map(([name, { layers, packages, node }]) => [
        name,
        layers.toSorted(),
        [...packages, ...(node ? ["Node"] : [])].toSorted(),
      ]),
    );
  });

  it("gives the page only types of the calls, without the package that checks them", () => {
    const pages = globSync("{page/{host,ui},features/*/page}/**/*.ts", { cwd: from("src") });
    const found = pages.filter((file) =>
      /^import (?!type\b)[^;]*\/protocol\/calls"/m.test(readFileSync(from("src", file), "utf8")),
    );
    assert.ok(pages.length > 50);
    assert.deepEqual(found, []);
  });

  it("finds no circle of imports", () => {
    assert.deepEqual(circles(importGraph(filesOf())), []);
  });

  it("finds no circle of folders", () => {
    assert.deepEqual(circles(folderGraph(importGraph(filesOf()))), []);
  });

  it("names every feature in its order", () => {
    const features = readdirSync(from("src", "features")).map((name) => `features/${name}`);
    const named = order.filter((part) => part.startsWith("features/"));
    assert.deepEqual(named.toSorted(), features.toSorted());
  });

  it("asks whether a hub is the built-in one only for its name, its start and its models", () => {
    const asking = globSync("{client,features}/**/*.ts", { cwd: from("src") }).filter((file) =>
      /\b(?:builtIn|isBuiltIn)\b(?!Hub)/.test(readFileSync(from("src", file), "utf8")),
    );
    assert.deepEqual(
      asking.toSorted(),
      Object.values(builtInAsked)
        .flatMap((files) => files.map((file) => `features/${file}`))
        .toSorted(),
    );
  });

  it("finds a circle of imports", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", []],
    ]);
    assert.deepEqual(circles(graph), ["a → b → c → a"]);
  });

  const planted: [string, string][] = [
    ["kit/event.ts", 'import { HubError } from "../contract/errors";'],
    ["contract/secrets.ts", 'import { HubClient } from "../client/client";'],
    ["contract/secrets.ts", 'import { readFile } from "node:fs";'],
    ["files/ignored.ts", 'import { isLoopback } from "../contract/webAddress";'],
    ["page/protocol/messages.ts", 'export * from "node:path";'],
    ["client/client.ts", 'import Agent from "undici/lib/dispatcher/agent.js";'],
    ["client/undiciSend.ts", 'import Agent from "undici/lib/dispatcher/agent.js";'],
    ["features/asking/core/chat.ts", 'import * as vscode from "vscode";'],
    ["features/asking/core/chat.ts", 'import {\n  readFile,\n} from "node:fs/promises";'],
    ["features/asking/core/chat.ts", 'import "../../../platform/editor/log";'],
    ["features/conversation/core/turn.ts", 'import type { Chat } from "../../asking/core/chat";'],
    ["features/asking/editor/ask.ts", 'import { Features } from "../../../compose";'],
    ["features/chat/page/main.ts", 'const types = await import("../../../client/client");'],
    ["platform/editor/log.ts", 'import { prompts } from "../../features/connection/editor";'],
    ["platform/editor/log.ts", 'export { start } from "../../builtInHub/index";'],
    ["extension.ts", 'import { page } from "./features/chat/page/main";'],
    ["extension.ts", 'import { startBuiltInHub } from "./builtInHub/index";'],
    ["builtInHub/server.ts", 'import { HubClient } from "../client/client";'],
    [
      "builtInHub/cli/main.ts",
      'import { ModelKeys } from "../../features/models/editor/modelKeys";',
    ],
    ["features/agents/mcp/server.ts", 'import { Roster } from "../../experts/core/roster";'],
    ["cellar/wine.ts", 'import "./bottle";'],
  ];
  for (const [file, source] of planted)
    it(`catches in ${file}: ${source.replaceAll("\n", " ")}`, () => {
      assert.equal(violations(file, source).length, 1);
    });
});
