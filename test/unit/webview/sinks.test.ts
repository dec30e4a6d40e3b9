import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";

/** Ways from a string to markup or code, and doors that untrusted text must not find. */
const banned: Record<string, RegExp> = {
  "an HTML string": /\b(?:inner|outer)HTML\b|insertAdjacentHTML|setHTML|createContextualFragment/,
  "a document written or parsed": /document\.write|DOMParser|srcdoc|XSLTProcessor/,
  "text run as code": /\beval\s*\(|new\s+Function\b|set(?:Timeout|Interval)\s*\(\s*["'`]/,
  "an address of its own":
    /\.(?:href|src|srcset|action)\s*=[^=]|["'](?:href|src|srcset|xlink:href)["']\s*,/,
  "a handler as an attribute": /["']on[a-z]+["']\s*,/,
  "a request": /\bfetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts/,
  "a style attribute": /setAttribute\(\s*["']style["']|cssText/,
};

const sources: string[] = [];
for await (const file of glob("src/webview/**/*.ts")) sources.push(file);

const textOf = (file: string) => readFile(file, "utf8");

describe("the page's sources", () => {
  it("are found", () => {
    assert.ok(sources.length > 20);
  });

  for (const [sink, pattern] of Object.entries(banned)) {
    it(`W8 hold no way to ${sink}`, async () => {
      for (const file of sources) {
        const found = pattern.exec(await textOf(file));
        assert.equal(found, null, `${file}: ${found?.[0]}`);
      }
    });
  }

  it("W8 keep the editor's api in one module, off the window", async () => {
    const users: string[] = [];
    for (const file of sources) {
      const text = await textOf(file);
      if (text.includes("acquireVsCodeApi")) users.push(path.basename(file));
      assert.doesNotMatch(text, /(?:window|globalThis|self)(?:\.\w+|\[[^\]]+\])\s*=[^=]/, file);
    }
    assert.deepEqual(users, ["main.ts"]);
  });

  it("name colours by the editor's variables only", async () => {
    const css = await textOf("media/chat.css");
    assert.equal(
      /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|url)\(|@import/i.exec(css)?.[0],
      undefined,
    );
  });
});
