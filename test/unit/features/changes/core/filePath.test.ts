import assert from "node:assert/strict";
import { pathEnds, pathNames, placesOf } from "../../../../../src/features/changes/core/filePath";

describe("the path of a file that an answer names", () => {
  it("J10 leads nowhere else, and has names that every disk takes", () => {
    assert.deepEqual(pathNames("src/a.ts"), ["src", "a.ts"]);
    assert.deepEqual(pathNames("app/(shop)/[id]/.env"), ["app", "(shop)", "[id]", ".env"]);
    for (const path of [
      "",
      "../a.ts",
      "src/../../a.ts",
      "/etc/hosts",
      "./a.ts",
      "src//a.ts",
      "src/",
      "C:/a.ts",
      "a.ts:stream",
      "..\\a.ts",
      "a\0.ts",
      "a\n.ts",
      "src./a.ts",
      "a.ts ",
      "nul",
      "CON.txt",
      "src/aux.ts",
      "com1",
      "lpt9.log",
      "a/".repeat(600),
    ])
      assert.equal(pathNames(path), undefined, JSON.stringify(path));
    assert.ok(pathNames("console.ts"));
  });
});

describe("the places that a path of an answer may lead to", () => {
  it("are in each folder, also below one whose name it begins with", () => {
    const folders = [
      { name: "shop", path: "/w/shop" },
      { name: "lib", path: "/c:/lib" },
    ];
    const places = (path: string) =>
      placesOf(path, folders).map(
        ({ folder, names, isNamed }) =>
          `${folder.name}:${names.join("/")}${isNamed ? " named" : ""}`,
      );
    for (const [path, wanted] of [
      ["a.ts", ["shop:a.ts", "lib:a.ts"]],
      ["src/a.ts", ["shop:src/a.ts", "lib:src/a.ts"]],
      ["shop", ["shop:shop", "lib:shop"]],
      ["shop/a.ts", ["shop:shop/a.ts", "shop:a.ts named", "lib:shop/a.ts"]],
      ["/w/shop/a.ts", ["shop:a.ts"]],
      ["/w/shopping/a.ts", []],
      ["C:/lib/a.ts", ["lib:a.ts"]],
      ["../a.ts", []],
    ] as const)
      assert.deepEqual(places(path), wanted, path);
  });

  it("are below ever shorter ends of it", () => {
    for (const path of ["/app/src/a.ts", "~/app/src/a.ts", "C:/app/src/a.ts", "app/src/a.ts"])
      assert.deepEqual(pathEnds(path), ["app/src/a.ts", "src/a.ts", "a.ts"], path);
    assert.deepEqual(pathEnds("../a.ts"), []);
  });
});
