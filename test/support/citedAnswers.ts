import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runLoop } from "../../src/builtInHub/loop/modelLoop";
import { documentTool } from "../../src/builtInHub/tools/documents/documentTool";
import { anywhere } from "../../src/builtInHub/tools/web/reach";
import { webSearchTool } from "../../src/builtInHub/tools/web/webSearchTool";
import { workspaceTool } from "../../src/builtInHub/tools/workspace/workspaceTool";
import type { ChatModel } from "../../src/contract/chatModel";
import { decodeAgentAnswer } from "../../src/contract/decode";
import type { SendOne } from "../../src/contract/send";
import type { Turn } from "../../src/features/conversation/core/turn";
import type { Surroundings } from "../../src/features/conversation/core/sources/unread";

const numbered = (count: number, words: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, at) => `${words[at + 1] ?? `text ${at + 1}`}\n`).join("");

/** `src/other.ts` is never read. */
const files: Readonly<Record<string, string>> = {
  "src/cart.ts": numbered(120, { 40: "export function totalOf(items) {" }),
  "src/sizes.py": numbered(60),
  "src/other.ts": numbered(50),
  "src/deep/index.ts": numbered(30),
  "index.ts": numbered(10),
  "docs/guide.md": numbered(80),
  "注文/合計.ts": numbered(40),
  "my docs/read me.md": numbered(20),
  "src/app/(shop)/page.tsx": numbered(25),
  Makefile: numbered(12),
  "package.json": numbered(9),
};

export async function citedFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "cited-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

type Call = readonly [tool: string, given: object];

const read = (file: string, from_line?: number, to_line?: number): Call => [
  "workspace_connector",
  { action: "read", path: file, from_line, to_line },
];
const search = (query: string): Call => ["workspace_connector", { action: "search", query }];
const list: Call = ["workspace_connector", { action: "list" }];
const web: Call = ["web_search", { query: "effects" }];
const guide = "https://docs.example/guide";
const effects = "https://docs.example/effects?v=2";
const open: Call = ["document_retriever", { url: guide }];

/** `{+…}` cites what was read, `{-…}` what was not. */
const script: readonly (readonly [says: string, ...calls: Call[]])[] = [
  ["The total is wrong in {+src/cart.ts:12}.", read("src/cart.ts", 1, 50)],
  ["See {+src/cart.ts:10-14} and {+src/cart.ts:50}.", read("src/cart.ts", 1, 50)],
  ["See {+src/cart.ts#L12-L20}, then {-src/cart.ts#L2-L5}.", read("src/cart.ts", 10, 50)],
  ["See {+cart.ts#L12-L20}.", read("src/cart.ts", 1, 50)],
  [
    "Look at {+src/cart.ts (line 12)}, not at {-src/cart.ts (line 77)}.",
    read("src/cart.ts", 1, 50),
  ],
  ["Look at {+`src/cart.ts` (lines 12–20)}.", read("src/cart.ts", 1, 50)],
  ["Look at {-`src/other.ts` (line 3)}.", read("src/cart.ts", 1, 50)],
  ["`inCode` is {+`src/cart.ts:12:5`}, and {-`src/ghost.ts:12`}.", read("src/cart.ts", 1, 50)],
  ["[The cart]{+(src/cart.ts#L12)} is [small]{-(src/other.ts#L3)}.", read("src/cart.ts")],
  ["[`cart.ts`]{+(src/cart.ts)} (line 12).", read("src/cart.ts", 1, 50)],
  [String.raw`On Windows {+src\cart.ts:12} and {-src\other.ts:7}.`, read("src/cart.ts", 1, 50)],
  [String.raw`{+.\src\cart.ts:3} does it.`, read("src/cart.ts", 1, 50)],
  [
    "合計は{+注文/合計.ts:12}にあり、{-注文/送料.ts:3}にはありません。",
    read("注文/合計.ts", 1, 20),
  ],
  ["请看 {+src/cart.ts 第 12 行}，而不是 {-src/cart.ts 第 99 行}。", read("src/cart.ts", 1, 50)],
  ["{+`src/cart.ts` 12 行目}です。", read("src/cart.ts", 1, 50)],
  ["{+./src/cart.ts:9-12} and {+./src/cart.ts:6}", read("./src/cart.ts", 5, 20)],
  ["{+src/sizes.py(3,1)}: an error; {-src/sizes.py:900} is beyond the end.", read("src/sizes.py")],
  ["{+src/sizes.py:58-60}, {-src/sizes.py:58-75}.", read("src/sizes.py", 40)],
  ["**{+src/deep/index.ts:5}** and not {-index.ts:5}.", read("src/deep/index.ts")],
  ["{+index.ts:5}, {-src/deep/index.ts:5}.", read("index.ts")],
  ["| file | line |\n| - | - |\n| {+src/cart.ts:7} | {+src/cart.ts:8} |", read("src/cart.ts")],
  ["1. {+src/cart.ts:1}\n2. {-lib/cart.ts:1}", read("src/cart.ts")],
  ["```text\n{+src/cart.ts:7}: let total;\n{-src/ghost.ts:3}: error\n```", read("src/cart.ts")],
  ["```ts src/cart.ts\nlet a;\n```\nas in {+src/cart.ts:7}", read("src/cart.ts")],
  ["{+src/cart.ts:38–42} has it.", search("totalOf")],
  ["There are {-src/other.ts} and {+src/cart.ts}.", list, read("src/cart.ts")],
  ["{+my docs/read me.md} is in quotes: “{+my docs/read me.md:3}”.", read("my docs/read me.md")],
  ["In {+src/app/(shop)/page.tsx:3}.", read("src/app/(shop)/page.tsx")],
  ["{+Makefile:3} and {-Makefile:40}", read("Makefile")],
  ["{+package.json} says so, example.com:443 and 10:30 do not, nor node.js.", read("package.json")],
  ["{+[the guide](https://docs.example/guide)} is short.", open],
  ["{+https://docs.example/guide} and {-https://docs.example/invented}.", open],
  ["{+<https://docs.example/guide#part>} and {+https://docs.example/guide/}.", open],
  ["{+https://react.example/effects} was found; {-[this](https://made.example/up)} was not.", web],
  ["{-https://only.example/listed} has a title alone.", web],
  ["{+docs/guide.md:80}, {+docs/guide.md:1}.", read("docs/guide.md")],
  ["{+src/cart.ts:51}, {+src/cart.ts:1}.", read("src/cart.ts", 1, 50), read("src/cart.ts", 51, 60)],
  ["{+SRC/Cart.ts:3}.", read("src/cart.ts")],
  ["{+src/cart.ts:12-10}.", read("src/cart.ts", 10, 10)],
  ["{+src/cart.ts}:12 is apart.", read("src/cart.ts", 1, 50)],
  ["> {+src/cart.ts:2}, *{+src/cart.ts:3}*, ~~{+src/cart.ts:4}~~", read("src/cart.ts")],
  ["### {+src/cart.ts:2}", read("src/cart.ts")],
  ["{+Siehe src/cart.ts, Zeile 12}.", read("src/cart.ts", 1, 50)],
  ["{+Voir src/cart.ts (lignes 12 à 14)}.", read("src/cart.ts", 1, 50)],
  ["{+(src/cart.ts:12)}, [{+src/cart.ts:13}], “{+src/cart.ts:14}”.", read("src/cart.ts")],
  ["Nothing is cited: items.map, e.g. v1.2.3:4 or 12:30.", read("src/cart.ts")],
  ["{+src/cart.ts:1}\n\n---\n\n{+src/cart.ts:2}  \n{+src/cart.ts:3}", read("src/cart.ts")],
  ["{+docs/guide.md} {+docs/guide.md#L3}.", read("docs/guide.md", 1, 5)],
  ["{+https://docs.example/guide}, {+src/cart.ts:1}.", open, read("src/cart.ts")],
  ["{+/FOLDER/src/cart.ts:4}, {-/FOLDER/src/other.ts:4}.", read("src/cart.ts")],
];

export interface CitedAnswer {
  readonly turn: Turn;
  readonly markdown: string;
  readonly real: readonly string[];
  readonly invented: readonly string[];
}

/** Each answer as a model writes it that calls the tools of the built-in hub over these files. */
export function citedAnswers(folder: string): Promise<CitedAnswer[]> {
  return Promise.all(script.map(([says, ...calls], at) => citedAnswer(folder, says, calls, at)));
}

const citation = /\{([+-])([^}]*)\}/g;

async function citedAnswer(
  folder: string,
  says: string,
  calls: readonly Call[],
  at: number,
): Promise<CitedAnswer> {
  const written = says.replaceAll("/FOLDER", folder);
  const markdown = written.replaceAll(citation, "$2");
  const cited = (sign: string) =>
    [...written.matchAll(citation)].flatMap(([, is, text = ""]) => (is === sign ? [text] : []));
  const tools = [
    workspaceTool({ folders: [{ name: "shop", path: folder }] }),
    documentTool([guide, effects], { cause: { by: "chat" }, send, reach: anywhere }),
    webSearchTool({ cause: { by: "chat" }, address: "https://search.example", send }),
  ];
  const { signal } = new AbortController();
  const { output, steps } = await runLoop(
    {
      purpose: { by: "chat", kind: "model" },
      model: scripted(markdown, calls),
      messages: [],
      tools,
    },
    signal,
  );
  const raw = { output, intermediate_steps: steps };
  return {
    markdown,
    real: cited("+"),
    invented: cited("-"),
    turn: {
      id: `cited-${at}`,
      question: { typed: "Why?", expertId: 5 },
      sent: { endpoint: "invoke_agent", body: { expert_id: 5, input_data: "Why?" } },
      askedAt: 0,
      asked: {
        expertId: 5,
        expertName: "Workbench",
        modelId: 123_456_789_012_345,
        hubScope: "built-in",
        builtIn: true,
      },
      result: {
        state: "done",
        received: { value: decodeAgentAnswer(raw), raw, bytes: 1, elapsedMs: 1 },
      },
    },
  };
}

function scripted(markdown: string, calls: readonly Call[]): ChatModel {
  return {
    key: "scripted",
    name: "Scripted",
    identifier: "scripted",
    provider: "test",
    complete: async ({ messages }) => {
      const isDone = messages.some(({ role }) => role === "tool");
      const made = calls.map(([name, given], at) => ({
        id: `call-${at}`,
        name,
        arguments: JSON.stringify(given),
      }));
      return { text: isDone ? markdown : "", calls: isDone ? [] : made, ending: "complete" };
    },
  };
}

const found = [
  { title: "Effects", url: "https://react.example/effects", content: "How effects end." },
  { title: "Only a title", url: "https://only.example/listed" },
];

const send: SendOne = async ({ url }) => {
  const isSearch = url.host === "search.example";
  const body = isSearch ? JSON.stringify({ results: found }) : "# Guide\n\nAn effect ends.\n";
  const type = isSearch ? "application/json" : "text/markdown";
  return {
    status: 200,
    headers: { "content-type": type },
    body: (async function* () {
      yield Buffer.from(body);
    })(),
  };
};

/** A disk that has these files alone, and a question without attachments. */
export function surroundingsOf(folder: string): Surroundings {
  return {
    isAttached: async () => false,
    fileAt: async (written) => {
      const below = written.startsWith(`${folder}/`) ? written.slice(folder.length + 1) : written;
      const name = Object.keys(files).find((file) => file.toLowerCase() === below.toLowerCase());
      if (name === undefined) return undefined;
      await readFile(path.join(folder, name));
      return name;
    },
  };
}
