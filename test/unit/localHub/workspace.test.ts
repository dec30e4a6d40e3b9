import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  limits,
  textFile,
  textFiles,
  type Limits,
  type Walk,
} from "../../../src/localHub/tools/folder";
import { termsOf } from "../../../src/localHub/tools/terms";
import { startLocalHub } from "../../../src/localHub/index";
import { ask, attach, hubUnderTest, invoke, key } from "./hubUnderTest";

const files: Readonly<Record<string, string>> = {
  "src/cart.ts":
    "import { price } from './price';\n\nexport function totalOfCart(items: number[]): number {\n  return items.reduce((sum, item) => sum + price(item), 0);\n}\n",
  "src/price.ts": "export const price = (item: number) => item * 2;\n// totalOfCart uses this\n",
  "test/cart.test.ts": "totalOfCart([1]);\n",
  "README.md": "# Shop\n\nThe session id is made in session.ts.\n",
  "src/session.ts": "export const sessionId = crypto.randomUUID();\n",
  ".env": "SECRET_CANARY=totalOfCart",
  "prod.env": "SECRET_CANARY=totalOfCart",
  "server.pem": "SECRET_CANARY totalOfCart",
  id_rsa: "SECRET_CANARY totalOfCart",
  "credentials.json": '{"SECRET_CANARY":"totalOfCart"}',
  ".git/config": "SECRET_CANARY totalOfCart",
  "node_modules/x/index.js": "SECRET_CANARY totalOfCart",
  "dist/out.js": "SECRET_CANARY totalOfCart",
  "binary.txt": "SECRET_CANARY totalOfCart \0",
  "large.txt": `SECRET_CANARY totalOfCart ${"x".repeat(600 * 1024)}`,
};

describe("the workspace connector", () => {
  let folder = "";
  let outside = "";
  const running = {} as { hub: Awaited<ReturnType<typeof startLocalHub>> };

  before(async () => {
    const root = await mkdtemp(path.join(tmpdir(), "expert-hub-"));
    folder = path.join(root, "workspace");
    outside = path.join(root, "outside");
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    await mkdir(outside, { recursive: true });
    await writeFile(path.join(outside, "far.ts"), "SECRET_CANARY totalOfCart");
    await symlink(outside, path.join(folder, "linked"));
    await symlink(path.join(outside, "far.ts"), path.join(folder, "far.ts"));
    running.hub = await startLocalHub({ key, folder });
  });

  after(async () => {
    await running.hub.close();
    await rm(path.dirname(folder), { recursive: true });
  });

  const walked = async (within?: Limits, signal = new AbortController().signal) => {
    const walk: Walk = { files: 0, bytes: 0 };
    const names: string[] = [];
    for await (const { name } of textFiles(folder, walk, signal, within)) names.push(name);
    return { walk, names };
  };

  it("finds where something is, the definition first", async () => {
    const { output, intermediate_steps } = await invoke(running.hub, {
      expert_id: 1,
      input_data: "Where is totalOfCart?",
    });
    assert.match(output, /^Searched 5 files for `totalOfCart`/);
    assert.match(output, /\*\*`src\/cart\.ts:3`\*\*\n\n```typescript\n/);
    assert.ok(output.indexOf("src/cart.ts:3") < output.indexOf("src/price.ts:2"));
    assert.equal(intermediate_steps[0]?.[0]?.tool_input.query, "totalOfCart");
    assert.match(
      intermediate_steps[0]?.[0]?.log ?? "",
      /src\/cart\.ts:3: export function totalOfCart/,
    );
  });

  it("finds a pair of words where it is written as one name", async () => {
    assert.match(
      await ask(running.hub, 1, "where is the session id created?"),
      /src\/session\.ts:1/,
    );
  });

  it("searches for the identifiers of a selection", async () => {
    const output = await ask(
      running.hub,
      1,
      attach("where is this used?", "totalOfCart(x)", "typescript"),
    );
    assert.match(output, /src\/cart\.ts:3/);
  });

  it("opens no secrets, no generated folders, no binary or large files, and follows no link", async () => {
    const answer = await invoke(running.hub, { expert_id: 1, input_data: 'find "SECRET_CANARY"' });
    assert.match(answer.output, /Nothing in the/);
    assert.deepEqual((await walked()).names.toSorted(), [
      "README.md",
      "src/cart.ts",
      "src/price.ts",
      "src/session.ts",
      "test/cart.test.ts",
    ]);
  });

  it("reads a named file, and none outside of the folder", async () => {
    assert.match(
      await ask(running.hub, 1, "Outline src/cart.ts"),
      /totalOfCart\(1\) {2}lines 3–5 \(3\)/,
    );
    for (const name of [
      "../outside/far.ts",
      "linked/far.ts",
      "far.ts",
      ".env",
      "id_rsa",
      "prod.env",
      ".git/config",
      path.join(outside, "far.ts"),
    ]) {
      assert.equal(await textFile(folder, name), undefined, name);
    }
  });

  it("stops at the limits of files, bytes and time, and says which", async () => {
    assert.deepEqual((await walked({ ...limits, files: 2 })).walk.cutBy, "files");
    assert.deepEqual((await walked({ ...limits, totalBytes: 10 })).walk.cutBy, "bytes");
    assert.deepEqual((await walked({ ...limits, milliseconds: -1 })).walk.cutBy, "time");
    assert.equal((await walked()).walk.cutBy, undefined);
  });

  it("ends when the question is cancelled", async () => {
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(walked(limits, controller.signal), { name: "AbortError" });
  });

  it("does not search where it is switched off", async () => {
    const answer = await invoke(running.hub, {
      expert_id: 1,
      input_data: "where is price",
      tool_activation: { workspace_connector: false },
    });
    assert.match(answer.output, /`workspace_connector` is switched off/);
    assert.deepEqual(answer.intermediate_steps, []);
  });

  it("searches beside another ability where it is switched on", async () => {
    const answer = await invoke(running.hub, {
      expert_id: 4,
      input_data: "totalOfCart to snake_case",
      tool_activation: { workspace_connector: true },
    });
    assert.match(answer.output, /total_of_cart[^]*\*\*In the workspace\*\*[^]*src\/cart\.ts:3/);
  });
});

describe("the workspace connector without a folder", () => {
  const running = hubUnderTest();

  it("says that there is no workspace", async () => {
    assert.match(await ask(running.hub, 1, "where is price"), /has no folder that it may search/);
  });
});

describe("the words that are searched for", () => {
  it("are the telling ones, quoted ones and identifiers first", () => {
    const words = termsOf('Where do we use "hub key" and parseConfig for the timeouts?').map(
      ({ text }) => text,
    );
    assert.deepEqual(words, ["hub key", "parseConfig", "hub", "key", "timeouts"]);
  });

  it("treat marks of patterns as text", () => {
    assert.ok(termsOf('find "a(b"')[0]?.pattern.test("x a(b y"));
  });
});
