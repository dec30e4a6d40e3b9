import assert from "node:assert/strict";
import { locate } from "../../../../../src/features/changes/core/filePath";

const shop = { name: "shop", path: "/w/shop" };
const lib = { name: "lib", path: "/w/lib" };
const inShop = { name: "inner", path: "/w/shop/inner" };

/** What is found for a path among the files of a workspace, in words. */
async function found(path: string, folders: readonly (typeof shop)[], files: readonly string[]) {
  const outcome = await locate(path, folders, async (folder, names) => {
    const address = [folder.path, ...names].join("/");
    if (names[0] === "folder") return { why: () => "a folder" };
    const hasFolder = files.some((file) => file.startsWith(`${folder.path}/${names[0]}/`));
    return { file: { address }, exists: files.includes(address), hasFolder };
  });
  if ("file" in outcome) return `${outcome.file.address}${outcome.exists ? "" : " (new)"}`;
  const candidates = "candidates" in outcome ? outcome.candidates : undefined;
  const isOutside = "isOutside" in outcome;
  return [outcome.why(path), ...(candidates ?? []).map(({ address }) => address), isOutside];
}

const unclear = (path: string) => [
  `The answer does not say in which folder of the workspace ${path} belongs.`,
  false,
];

describe("the file at a path of an answer", () => {
  const both = ["/w/shop/src/a.ts", "/w/lib/src/a.ts"];

  it("is the one that exists, or the one place for a new one, or none", async () => {
    for (const [path, folders, files, wanted] of [
      ["src/a.ts", [shop], [], "/w/shop/src/a.ts (new)"],
      ["src/a.ts", [shop, lib], [both[1]], both[1]],
      [
        "src/a.ts",
        [shop, lib],
        both,
        ["src/a.ts is in more than one folder of the workspace.", ...both, false],
      ],
      ["src/a.ts", [shop, lib], [], unclear("src/a.ts")],
      ["shop/src/a.ts", [shop, lib], both, both[0]],
      ["shop/src/new.ts", [shop, lib], both, "/w/shop/src/new.ts (new)"],
      ["shop/a.ts", [shop], ["/w/shop/a.ts"], "/w/shop/a.ts"],
      ["shop/a.ts", [shop], ["/w/shop/shop/b.ts", "/w/shop/a.ts"], "/w/shop/shop/a.ts (new)"],
      ["/w/shop/inner/a.ts", [shop, inShop], ["/w/shop/inner/a.ts"], "/w/shop/inner/a.ts"],
      ["folder/a.ts", [shop], [], ["a folder", false]],
      ["folder/a.ts", [shop, lib], [], ["a folder", false]],
      ["../a.ts", [shop], [], ["../a.ts is outside of the workspace.", true]],
      ["a.ts", [], [], ["a.ts is outside of the workspace.", true]],
    ] as [string, (typeof shop)[], string[], unknown][])
      assert.deepEqual(await found(path, folders, files), wanted, path);
  });
});
