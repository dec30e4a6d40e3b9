import assert from "node:assert/strict";
import { excludedBy } from "../../../../../src/builtInHub/tools/workspace/excluded";

const folders = [
  { name: "shop", path: "/home/me/shop" },
  { name: "lib", path: "/srv/lib" },
];

describe("excluded files", () => {
  const table: readonly [glob: string, file: string, expected: boolean][] = [
    ["**/.env", "/home/me/shop/.env", true],
    ["**/.env", "/home/me/shop/a/b/.env", true],
    ["**/.env", "/home/me/shop/.env.local", false],
    ["**/.env.*", "/srv/lib/a/.env.local", true],
    ["*.txt", "/home/me/shop/notes.txt", true],
    ["*.txt", "/home/me/shop/a/notes.txt", false],
    ["**/*.txt", "/home/me/shop/a/.hidden.txt", true],
    ["private/**", "/home/me/shop/private/a/b.ts", true],
    ["private/**", "/srv/lib/private/b.ts", true],
    ["private/**", "/home/me/shop/src/private/b.ts", false],
    ["/srv/**", "/srv/lib/a.ts", true],
    ["/srv/lib/a?.ts", "/srv/lib/ab.ts", true],
    ["/srv/lib/a?.ts", "/srv/lib/a/b.ts", false],
    ["/lib/a.ts", "/srv/lib/a.ts", false],
    ["**/*.{pem,key}", "/srv/lib/x.key", true],
    ["**/*.{pem,key}", "/srv/lib/x.keys", false],
    ["{a,b/{c,d}}/*.ts", "/srv/lib/b/d/x.ts", true],
    ["{a,b/{c,d}}/*.ts", "/srv/lib/b/x.ts", false],
    ["**/[a-c]x[!0-9].ts", "/srv/lib/bxy.ts", true],
    ["**/[a-c]x[!0-9].ts", "/srv/lib/bx1.ts", false],
    ["**/secret", "/srv/lib/secret/inside.ts", true],
    ["**/Secret.md", "/srv/lib/secret.MD", true],
    ["!a.ts", "/srv/lib/a.ts", false],
    ["!a.ts", "/srv/lib/!a.ts", true],
    ["#a.ts", "/srv/lib/#a.ts", true],
    ["{a", "/srv/lib/{a", true],
    ["**", "/elsewhere/a", true],
    ["", "/srv/lib/a.ts", false],
  ];
  for (const [glob, file, expected] of table)
    it(`G9 by ${JSON.stringify(glob)} ${expected ? "contain" : "leave out"} ${file}`, async () => {
      assert.equal((await excludedBy([glob], folders))(file), expected);
    });

  it("excludes no file without a glob", async () => {
    assert.equal((await excludedBy([], folders))("/srv/lib/a.ts"), false);
  });

  it("are all files where a glob has too many alternatives", async () => {
    const excluded = await excludedBy(["{a,b}".repeat(40)], folders);
    assert.equal(excluded("/srv/lib/other.ts"), true);
  });
});
