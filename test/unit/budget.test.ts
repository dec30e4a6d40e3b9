import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import {
  activationLimit,
  activationSize,
  filesAtOnce,
  firstScripts,
  metaFile,
  vsixLimit,
  vsixSize,
  walkthroughLimit,
  walkthroughSize,
} from "../../scripts/budget";
import { from } from "../../scripts/root";
import { vsixFile } from "../../scripts/vsix";

describe("what the first moment costs", () => {
  it("perf A2 reads less than 15 KB of JavaScript at activation", async () => {
    const size = await activationSize();
    assert.ok(size > 0 && size < activationLimit, `${size} bytes`);
  });

  it("perf A1 reads one file before it activates, and nothing of what stands behind them", async () => {
    const { outputs } = JSON.parse(await readFile(from(metaFile), "utf8")) as {
      outputs: Record<string, { imports: []; inputs: Record<string, object> }>;
    };
    const files = filesAtOnce(outputs);
    assert.deepEqual(files, ["dist/extension.cjs"]);
    const read = files.flatMap((file) => Object.keys(outputs[file]!.inputs));
    assert.ok(read.includes("src/extension.ts"));
    assert.deepEqual(
      read.filter((file) => /^src\/(?:hub|builtInHub|webview)\/|node_modules/.test(file)),
      [],
    );
  });

  it("perf B1 reads no library of a later part with the first view or command", async () => {
    const { outputs } = JSON.parse(await readFile(from(metaFile), "utf8")) as {
      outputs: Record<string, { imports: []; inputs: Record<string, object>; entryPoint?: string }>;
    };
    const read = ["src/hubAndExperts.ts", "src/compose.ts"].flatMap((source) => {
      const [file = ""] =
        Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
      return filesAtOnce(outputs, file).flatMap((each) => Object.keys(outputs[each]!.inputs));
    });
    assert.ok(read.includes("src/features/chat/editor/chatPage.ts"));
    const libraries = read.flatMap((file) => /^node_modules\/([^/]+)/.exec(file)?.[1] ?? []);
    assert.deepEqual([...new Set(libraries)], ["valibot"]);
  });

  it("perf A3 ships less than 1,100 KB without the pictures of the walkthrough", async () => {
    assert.ok(existsSync(vsixFile), "run `npm run package` first");
    const size = await vsixSize();
    assert.ok(size > 0 && size < vsixLimit, `${size} bytes`);
  });

  it("perf A2 loads the MCP package with the server alone, in one file", async () => {
    const { outputs } = JSON.parse(await readFile(from(metaFile), "utf8")) as {
      outputs: Record<
        string,
        { imports: { path: string; kind: string }[]; inputs: object; entryPoint?: string }
      >;
    };
    const holders = Object.entries(outputs).filter(([, { inputs }]) =>
      Object.keys(inputs).some((file) =>
        /^node_modules\/(?:@modelcontextprotocol|zod)\//.test(file),
      ),
    );
    assert.deepEqual(
      holders.map(([, { entryPoint }]) => entryPoint),
      ["src/features/agents/mcp/server.ts"],
    );
    const kinds = Object.values(outputs).flatMap(({ imports }) =>
      imports.flatMap(({ path, kind }) => (path === holders[0]?.[0] ? kind : [])),
    );
    assert.deepEqual(kinds, ["dynamic-import"]);
  });

  it("perf A3 ships less than 150 KB of such pictures, and counts nothing else as one", async () => {
    const size = await walkthroughSize();
    assert.ok(size > 0 && size < walkthroughLimit, `${size} bytes`);
    const onDisk = globSync("media/walkthrough/*", { cwd: from() }).map((name) => from(name));
    const sum = onDisk.reduce((total, file) => total + statSync(file).size, 0);
    assert.equal(size, sum);
  });

  it("perf B1 reads at most 42 KB of JavaScript before the page stands", async () => {
    const { files, bytes } = await firstScripts();
    // What it shares with parts that are loaded later is in their toolkit.
    assert.deepEqual(files, ["dist/webview/page.js"]);
    assert.ok(bytes > 0 && bytes <= 42 * 1024, `${bytes} bytes in ${files.join(", ")}`);
  });

  it("perf B1 makes no format of numbers or dates while it loads: the first one takes 15 ms", async () => {
    const formats = /^(?:export )?const [^=\n]+= new Intl\.\w+/m;
    assert.match("const price = new Intl.NumberFormat();", formats);
    const files = globSync("src/{contract,features,kit,page,platform}/**/*.ts", { cwd: from() });
    assert.ok(files.length > 300, `${files.length} files`);
    for (const file of files)
      assert.doesNotMatch(await readFile(from(file), "utf8"), formats, file);
  });

  it("ships the built-in hub as a program that runs", async () => {
    const program = from("dist/builtInHubCli.cjs");
    assert.match(await readFile(program, "utf8"), /^#!\/usr\/bin\/env node\n/);
    const { stdout } = await promisify(execFile)(process.execPath, [program, "--help"]);
    assert.match(stdout, /^Usage: expert-hub/);
  });

  it("starts the built-in hub without the libraries of its answers", async () => {
    const { outputs } = JSON.parse(await readFile(from(metaFile), "utf8")) as {
      outputs: Record<string, { imports: []; inputs: Record<string, object> }>;
    };
    const read = (entry: string) =>
      filesAtOnce(outputs, entry).flatMap((file) => Object.keys(outputs[file]!.inputs));
    const atStart = read("dist/builtInHub.cjs");
    assert.ok(atStart.includes("src/builtInHub/experts/searchAgent.ts"));
    assert.deepEqual(
      atStart.filter((file) => file.includes("node_modules")),
      [],
    );
  });

  it("counts chunks that are required, not those loaded when wanted", () => {
    const outputs = {
      "dist/extension.cjs": {
        imports: [
          { kind: "import-statement", path: "dist/a.cjs" },
          { kind: "dynamic-import", path: "dist/later.cjs" },
          { kind: "import-statement", path: "vscode", external: true },
        ],
      },
      "dist/a.cjs": { imports: [{ kind: "import-statement", path: "dist/b.cjs" }] },
      "dist/b.cjs": { imports: [] },
      "dist/later.cjs": { imports: [] },
    };
    assert.deepEqual(filesAtOnce(outputs), ["dist/extension.cjs", "dist/a.cjs", "dist/b.cjs"]);
  });
});
