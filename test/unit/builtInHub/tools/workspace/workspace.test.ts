import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { SearchIndex } from "../../../../../src/builtInHub/tools/workspace/searchIndex";
import { textFilesNamed } from "../../../../../src/builtInHub/tools/workspace/textFiles";
import { limits, type Limits } from "../../../../../src/builtInHub/tools/workspace/walk";
import { startBuiltInHub } from "../../../../../src/builtInHub/index";
import { ask, invoke, key } from "../../hubUnderTest";

const files: Readonly<Record<string, string>> = {
  "src/cart.ts":
    "import { price } from './price';\n\nexport function totalOfCart(items: number[]): number {\n  return items.reduce((sum, item) => sum + price(item), 0);\n}\n",
  "src/price.ts":
    "export const price = (item: number) => item * 2;\n// totalOfCart uses this\nexport const own = './price';\n",
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

const settings: Readonly<Record<string, string>> = {
  "config/db.ini": "[db]\nuser = shopUser\npassword = s3cr3t-canary\n",
  "config/db.xml": "<user>shopUser</user>\n<password>s3cr3t-canary</password>\n",
  "config/wp.php":
    "<?php\ndefine('DB_USER', 'shopUser');\ndefine('DB_PASSWORD', 's3cr3t-canary');\n",
  "config/app.properties": "db.user=shopUser\ndb.password=s3cr3t-canary\n",
  "config/settings.json": '{ "user": "shopUser",\n  "password": "s3cr3t-canary" }\n',
  "config/web.config": "User Id=shopUser;Password=s3cr3t-canary;Encrypt=yes\n",
};

describe("the workspace connector", () => {
  let folder = "";
  let outside = "";
  const running = {} as { hub: Awaited<ReturnType<typeof startBuiltInHub>> };

  before(async () => {
    const root = await mkdtemp(path.join(tmpdir(), "expert-hub-"));
    folder = path.join(root, "workspace");
    outside = path.join(root, "outside");
    for (const [name, text] of Object.entries({ ...files, ...settings })) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    await mkdir(outside, { recursive: true });
    await writeFile(path.join(outside, "far.ts"), "SECRET_CANARY totalOfCart");
    await symlink(outside, path.join(folder, "linked"));
    await symlink(path.join(outside, "far.ts"), path.join(folder, "far.ts"));
    running.hub = await startBuiltInHub({ key, folders: [{ name: "shop", path: folder }] });
  });

  after(async () => {
    await running.hub.close();
    await rm(path.dirname(folder), { recursive: true });
  });

  const walked = async (within?: Limits) => {
    const index = new SearchIndex(() => [{ name: "shop", path: folder }], undefined, within);
    const { walk, files: found } = await index.current();
    return { walk, names: [...found].map(({ name }) => name) };
  };

  it("X5 masks secrets in what is found without a model, and finds none of them", async () => {
    const answer = await invoke(running.hub, { expert_id: 1, input_data: "Where is shopUser?" });
    assert.match(answer.output, /`config\/db\.ini:/);
    assert.match(answer.output, /\[masked: a secret value\]/);
    assert.doesNotMatch(JSON.stringify(answer), /canary/i);
    await assert.rejects(ask(running.hub, 1, '"s3cr3t-canary"'), /none of 11 files/);
  });

  it("opens no secrets, no generated folders, no binary or large files, and follows no link", async () => {
    await assert.rejects(ask(running.hub, 1, '"SECRET_CANARY"'), /none of 11 files/);
    assert.deepEqual((await walked()).names.toSorted(), [
      "README.md",
      ...Object.keys(settings).toSorted(),
      "src/cart.ts",
      "src/price.ts",
      "src/session.ts",
      "test/cart.test.ts",
    ]);
  });

  it("reads no file outside of the folder", async () => {
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
      assert.deepEqual(await textFilesNamed([{ name: "shop", path: folder }], name), [], name);
    }
  });

  it("stops at the limits of files, bytes and time, and says which", async () => {
    assert.deepEqual((await walked({ ...limits, files: 2 })).walk.cutBy, "files");
    assert.deepEqual((await walked({ ...limits, totalBytes: 10 })).walk.cutBy, "bytes");
    assert.deepEqual((await walked({ ...limits, milliseconds: -1 })).walk.cutBy, "time");
    assert.equal((await walked()).walk.cutBy, undefined);
  });

  it("G9 leaves out what is excluded and what git ignores, without a model as with one", async () => {
    await writeFile(path.join(folder, ".gitignore"), "price.ts\n");
    const hub = await startBuiltInHub({
      key,
      folders: [{ name: "shop", path: folder }],
      exclude: () => ["test/**"],
    });
    try {
      const { output } = await invoke(hub, {
        expert_id: 1,
        input_data: "Where is totalOfCart used?",
      });
      assert.match(output, /`src\/cart\.ts:/);
      assert.doesNotMatch(output, /`[^`]*(?:price|cart\.test)\.ts/);
    } finally {
      await hub.close();
      await rm(path.join(folder, ".gitignore"));
    }
  });
});

describe("the workspace connector with several folders", () => {
  let home = "";
  const running = {} as { hub: Awaited<ReturnType<typeof startBuiltInHub>> };
  const place = (...parts: string[]) => path.join(home, ...parts);
  const several: Readonly<Record<string, string>> = {
    "one/src/cart.ts": "export const totalOfCart = 1;\n",
    "one/only.ts": "export const onlyHere = 1;\n",
    "two/src/cart.ts": "export const totalOfCart = 2;\n",
    "two/one/src/cart.ts": "export const totalOfCart = 3;\n",
    "two/one/deep.ts": "export const deepInTwo = 3;\n",
    "two/inner/nested.ts": "export const totalOfCart = 4;\n",
    "again/one/src/cart.ts": "export const totalOfCart = 5;\n",
    "outside/src/cart.ts": "export const SECRET_CANARY = 6;\n",
  };

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), "expert-hub-"));
    for (const [name, text] of Object.entries(several)) {
      await mkdir(path.dirname(place(name)), { recursive: true });
      await writeFile(place(name), text);
    }
    await symlink(place("outside"), place("two", "linked"));
    running.hub = await startBuiltInHub({
      key,
      folders: [
        { name: "one", path: place("one") },
        { name: "two", path: place("two") },
        { name: "in/ner `x`", path: place("two", "inner") },
        { name: "one", path: place("again", "one") },
        { name: "the same", path: place("one") },
        { name: "gone", path: place("gone") },
      ],
    });
  });

  after(async () => {
    await running.hub.close();
    await rm(home, { recursive: true });
  });

  it("searches each of them once, and names the files so that no two have one name", async () => {
    const { intermediate_steps } = await invoke(running.hub, {
      expert_id: 1,
      input_data: "Where is totalOfCart used?",
    });
    const log = intermediate_steps[0]?.[0]?.log.split("\n") ?? [];
    const places = log.flatMap((line, at) => (line.endsWith(":1") ? `${line} ${log[at + 1]}` : []));
    assert.deepEqual(places.toSorted(), [
      "in-ner-x-/nested.ts:1 1: export const totalOfCart = 4;",
      "one-2/src/cart.ts:1 1: export const totalOfCart = 5;",
      "one/src/cart.ts:1 1: export const totalOfCart = 1;",
      "two/one/src/cart.ts:1 1: export const totalOfCart = 3;",
      "two/src/cart.ts:1 1: export const totalOfCart = 2;",
    ]);
  });

  it("reads a file by the name that the search showed, and by its own where one folder has it", async () => {
    for (const [name, shown, declared] of [
      ["one/src/cart.ts", "one/src/cart.ts", "totalOfCart = 1"],
      ["one-2/src/cart.ts", "one-2/src/cart.ts", "totalOfCart = 5"],
      ["two/one/src/cart.ts", "two/one/src/cart.ts", "totalOfCart = 3"],
      ["in-ner-x-/nested.ts", "in-ner-x-/nested.ts", "totalOfCart = 4"],
      ["only.ts", "one/only.ts", "onlyHere"],
      ["one/deep.ts", "two/one/deep.ts", "deepInTwo"],
    ] as const) {
      const files = await textFilesNamed(
        [
          { name: "one", path: place("one") },
          { name: "two", path: place("two") },
          { name: "in/ner `x`", path: place("two", "inner") },
          { name: "one", path: place("again", "one") },
        ],
        name,
      );
      assert.deepEqual(
        files.map(({ name: called }) => called),
        [shown],
      );
      assert.ok(files[0]?.text.includes(declared), name);
    }
  });

  it("keeps the workspace connector within each folder", async () => {
    await assert.rejects(ask(running.hub, 1, '"SECRET_CANARY"'), /none of 7 files/);
    for (const name of [
      "outside/src/cart.ts",
      "one/../outside/src/cart.ts",
      "../outside/src/cart.ts",
      "two/linked/src/cart.ts",
      "linked/src/cart.ts",
      place("outside", "src", "cart.ts"),
    ]) {
      const folders = ["one", "two"].map((root) => ({ name: root, path: place(root) }));
      assert.deepEqual(await textFilesNamed(folders, name), [], name);
    }
  });

  it("leaves no folder out where another one reaches the limit first", async () => {
    const folders = ["two", "one"].map((name) => ({ name, path: place(name) }));
    const index = new SearchIndex(() => folders, undefined, { ...limits, files: 3 });
    const names = [...(await index.current()).files].map(({ name }) => name);
    assert.deepEqual(names, ["one/only.ts", "two/inner/nested.ts", "two/one/deep.ts"]);
  });
});
