import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { from } from "../../scripts/root.js";

interface Layer {
  layers: readonly string[];
  packages: readonly string[];
  /** May use Node's modules. */
  node?: boolean;
}

const builtInHubPackages = [
  "@eslint-community/regexpp",
  "change-case",
  "entities",
  "eventsource-parser",
  "htmlparser2",
  "ignore",
  "jsonc-parser",
  "luxon",
  "mathjs",
  "minisearch",
  "yaml",
];

/** The import rules: what each top-level folder may import besides itself. */
const table: Readonly<Record<string, Layer>> = {
  kit: { layers: [], packages: [] },
  contract: { layers: ["kit"], packages: [] },
  protocol: { layers: ["kit"], packages: [] },
  hub: { layers: ["kit"], packages: ["undici", "valibot"], node: true },
  app: { layers: ["contract", "hub", "kit"], packages: ["diff", "markdown-it", "valibot"] },
  mcp: { layers: ["kit"], packages: [], node: true },
  webview: { layers: ["protocol", "kit"], packages: ["highlight.js", "lowlight", "markdown-it"] },
  builtInHub: { layers: ["contract", "hub", "kit"], packages: builtInHubPackages, node: true },
  cli: { layers: ["builtInHub", "hub", "kit"], packages: [], node: true },
  promptFiles: { layers: ["builtInHub", "app", "kit"], packages: [], node: true },
  editor: {
    layers: ["app", "hub", "mcp", "protocol", "kit"],
    packages: ["ignore", "vscode"],
    node: true,
  },
  "extension.ts": {
    layers: ["editor", "app", "hub", "protocol", "kit"],
    packages: ["vscode"],
    node: true,
  },
};

/** The features of each top-level folder, from the top down: imports between them only run down. */
const features: Readonly<Record<string, readonly string[]>> = {
  app: [
    "callers",
    "ask",
    "chat",
    "savedConversations",
    "conversation",
    "insertion",
    "prompts",
    "experts",
    "connection",
    "models",
  ],
  editor: [
    "agents",
    "askAbout",
    "ask",
    "conversations",
    "chat",
    "experts",
    "prompts",
    "insertion",
    "selection",
    "models",
    "connection",
    "adapters",
    "workbench",
  ],
  webview: ["find", "transcript", "composer", "richText", "ui", "host"],
  builtInHub: ["faults", "service", "experts", "expertFiles", "loop", "exact", "tools", "models"],
};

/** The only access to undici, and the declarations it needs. */
const undiciDoor = /^hub\/undici(\.ts|Deep\.d\.ts)$/;

interface Import {
  specifier: string;
  typeOnly: boolean;
}

const staticImport = /^[ \t]*(?:import|export)\s+(type\s+)?[^"';]*?\bfrom\s*["']([^"']+)["']/gm;
const bareImport = /^[ \t]*import\s*["']([^"']+)["']/gm;
const calledImport = /\b(?:import|require)\s*\(\s*["'`]([^"'`]+)["'`]/g;

function importsOf(source: string): Import[] {
  const code = source.replace(/^\s*\/\/.*$/gm, "").replace(/\/\*\*[\s\S]*?\*\//g, "");
  return [
    ...[...code.matchAll(staticImport)].map(([, type, specifier]) => ({
      specifier: specifier ?? "",
      typeOnly: type !== undefined,
    })),
    ...[...code.matchAll(bareImport), ...code.matchAll(calledImport)].map(([, specifier]) => ({
      specifier: specifier ?? "",
      typeOnly: false,
    })),
  ];
}

const packageOf = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/** Why this import is not allowed in this file of src/, or undefined. */
function complaint(file: string, { specifier, typeOnly }: Import): string | undefined {
  const name = file.split("/")[0] ?? "";
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
  const targetLayer = target.split("/")[0] ?? "";
  if (targetLayer === name) return climbs(name, file, target) ? "imports run down only" : undefined;
  if (!layer.layers.includes(targetLayer)) return "that layer may not be imported";
  if (
    name === "builtInHub" &&
    targetLayer === "hub" &&
    !(
      typeOnly
        ? /^hub\/(?:types|send|chatModel|progress)$/
        : /^hub\/(?:chatModel|modelId|webAddress)$/
    ).test(target)
  )
    return "only types of hub, its port to models and its check of addresses";
  return undefined;
}

/** Whether an import within a top-level folder leads from a feature to one above it. */
function climbs(layer: string, file: string, target: string): boolean {
  const order = features[layer] ?? [];
  const [own = -1, other = -1] = [featureOf(file), target.split("/")[1]].map((feature) =>
    order.indexOf(feature ?? ""),
  );
  return other !== -1 && own > other;
}

/** The feature folder of a file; `undefined` for a file outside any. */
function featureOf(file: string): string | undefined {
  const [, feature, name] = file.split("/");
  return name === undefined ? undefined : feature;
}

/** The files that each file of src/ imports. */
function importGraph(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      importsOf(readFileSync(from("src", file), "utf8"))
        .filter(({ specifier }) => specifier.startsWith("."))
        .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
        .flatMap((target) =>
          [target, `${target}.ts`, `${target}.d.ts`, `${target}/index.ts`].filter((one) =>
            known.has(one),
          ),
        ),
    ]),
  );
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
  return importsOf(source).flatMap((found) => {
    const why = complaint(file, found);
    return why ? [`${file} imports ${found.specifier}: ${why}`] : [];
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

  it("has every folder of a layer in the order of its features", () => {
    const folders = filesOf().flatMap((file) => {
      const feature = featureOf(file);
      const layer = file.split("/")[0] ?? "";
      return feature !== undefined && features[layer] ? [`${layer}/${feature}`] : [];
    });
    const named = Object.entries(features).flatMap(([layer, names]) =>
      names.map((name) => `${layer}/${name}`),
    );
    assert.deepEqual([...new Set(folders)].toSorted(), named.toSorted());
  });

  it("has no circle of imports", () => {
    assert.deepEqual(circles(importGraph(filesOf())), []);
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
    ["kit/event.ts", 'import { HubError } from "../hub/errors";'],
    ["contract/secrets.ts", 'import { HubError } from "../hub/errors";'],
    ["contract/secrets.ts", 'import { readFile } from "node:fs";'],
    ["protocol/messages.ts", 'export * from "node:path";'],
    ["hub/client.ts", 'import Agent from "undici/lib/dispatcher/agent.js";'],
    ["hub/undiciSend.ts", 'import Agent from "undici/lib/dispatcher/agent.js";'],
    ["app/ask/questionRunner.ts", 'import * as vscode from "vscode";'],
    ["app/ask/questionRunner.ts", 'import {\n  readFile,\n} from "node:fs/promises";'],
    ["app/ask/questionRunner.ts", 'import "../../editor/log";'],
    ["webview/main.ts", 'const types = await import("../hub/types");'],
    ["builtInHub/server.ts", 'import { HubError } from "../hub/errors";'],
    ["builtInHub/server.ts", 'import { type Expert } from "../hub/types";'],
    ["editor/workbench/log.ts", 'export { start } from "../../builtInHub/index";'],
    ["app/conversation/turn.ts", 'import type { Chat } from "../chat/chat";'],
    ["editor/workbench/log.ts", 'import { prompts } from "../connection";'],
    ["extension.ts", 'import { page } from "./webview/main";'],
    ["extension.ts", 'import { startBuiltInHub } from "./builtInHub/index";'],
    ["builtInHub/index.ts", 'import { UserNetwork } from "../hub/userNetwork";'],
    ["cli/main.ts", 'import { ModelKeys } from "../editor/models/modelKeys";'],
    ["mcp/server.ts", 'import { Roster } from "../app/experts/roster";'],
    ["cellar/wine.ts", 'import "./bottle";'],
  ];
  for (const [file, source] of planted)
    it(`catches in ${file}: ${source.replaceAll("\n", " ")}`, () => {
      assert.equal(violations(file, source).length, 1);
    });

  it("lets the built-in hub have the types of the service", () => {
    assert.deepEqual(
      violations("builtInHub/x.ts", 'import type { Expert } from "../hub/types";'),
      [],
    );
  });
});
