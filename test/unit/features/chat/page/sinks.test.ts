import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";

interface Sink {
  pattern: RegExp;
  /** Each of these must be found. */
  samples: readonly string[];
}

/** What neither our sources nor the packages in the built page may contain. */
const everywhere: Record<string, Sink> = {
  "an HTML string": {
    pattern: /\b(?:inner|outer)HTML\b|insertAdjacentHTML|setHTML|createContextualFragment/,
    samples: [
      "a.innerHTML=b",
      'a["outerHTML"]=b',
      "a.insertAdjacentHTML(b,c)",
      "a.setHTMLUnsafe(b)",
    ],
  },
  "a document written or parsed": {
    pattern: /\bdocument\s*\.\s*write|DOMParser|\bsrcdoc\b|XSLTProcessor|parseHTML/,
    samples: ["document.write(a)", "document.writeln(a)", "new DOMParser", "frame.srcdoc=a"],
  },
  "text run as code": {
    pattern:
      /\beval\s*\)?\s*\(|(?<![\w$.])Function\s*\(|\.constructor\s*\(\s*["'`]|set(?:Timeout|Interval)\s*\(\s*["'`]/,
    samples: ["eval(a)", "(0, eval)(a)", "new Function(a)", "Function(a)", 'setTimeout("a")'],
  },
  "a request": {
    pattern:
      /(?<![\w$.#])fetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|new\s+(?:Shared)?Worker\b|RTCPeerConnection/,
    samples: ["fetch(a)", "new WebSocket(a)", "navigator.sendBeacon(a)", "new Worker(a)"],
  },
  "the editor's api on the window": {
    pattern:
      /\b(?:window|globalThis|self|top|parent)\s*(?:\.\s*\w+|\[[^\]]+\])\s*=[^=]|(?:window|globalThis|self)\s*,\s*\{[^}]*acquireVsCodeApi/,
    samples: ["window.api=a", 'globalThis["api"] = acquireVsCodeApi()', "self.api = a"],
  },
};

/** What our own sources may not contain either; packages use some of it for elements they never get. */
const inSources: Record<string, Sink> = {
  "an address of its own": {
    pattern: /\.(?:href|src|srcset|action)\s*=[^=]|["'](?:href|src|srcset|xlink:href)["']\s*,/,
    samples: ["a.href = b", 'a.setAttribute("src", b)'],
  },
  "a handler as an attribute": { pattern: /["']on[a-z]+["']\s*,/, samples: ['set("onclick", b)'] },
  "a style attribute": {
    pattern: /setAttribute\(\s*["']style["']|cssText/,
    samples: ['a.setAttribute("style", b)', "a.style.cssText = b"],
  },
};

const sources: string[] = [];
for await (const file of glob("src/{page,features/*/page}/**/*.ts")) sources.push(file);
const mainSheet = "src/features/chat/page/chat.css";
const sheets: string[] = [];
for await (const file of glob("src/**/*.css")) sheets.push(file);
const built: string[] = [];
for await (const file of glob("dist/webview/**/*.js")) built.push(file);

const textOf = (file: string) => readFile(file, "utf8");

async function findIn(files: readonly string[], pattern: RegExp): Promise<void> {
  for (const file of files) {
    const found = pattern.exec(await textOf(file));
    assert.equal(found, null, `${file}: ${found?.[0]}`);
  }
}

describe("the page's sources and what is built of them", () => {
  it("finds the page’s sources and what is built of them", () => {
    assert.ok(sources.length > 20, `${sources.length} sources`);
    assert.ok(built.some((file) => path.basename(file) === "page.js") && built.length > 4);
  });

  for (const [sink, { pattern, samples }] of Object.entries({ ...everywhere, ...inSources })) {
    it(`W8 hold no way to ${sink}, which would be seen`, async () => {
      for (const sample of samples) assert.match(sample, pattern);
      await findIn(sources, pattern);
    });
  }

  for (const [sink, { pattern }] of Object.entries(everywhere)) {
    it(`W8 hold no way to ${sink} once built, packages included`, () => findIn(built, pattern));
  }

  it("W8 keep the editor's api in one module, off the window", async () => {
    const users: string[] = [];
    for (const file of sources) {
      const text = await textOf(file);
      if (text.includes("acquireVsCodeApi")) users.push(path.basename(file));
    }
    assert.deepEqual(users, ["main.ts"]);
    const calls = await Promise.all(
      built.map(async (file) => (await textOf(file)).match(/.{4}acquireVsCodeApi\b../g) ?? []),
    );
    assert.match(calls.flat().join(), /^(?:[^,]*[ ,])?[\w$]+=acquireVsCodeApi\(\)$/);
  });

  it("name colours by the editor's variables only", () =>
    findIn(sheets, /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|url)\(/i));

  it("have one style sheet that imports all others, and nothing else", async () => {
    const imports = (await textOf(mainSheet)).matchAll(/@import (.*);/g);
    const imported = [...imports].map(([, name]) =>
      path.join(path.dirname(mainSheet), JSON.parse(name ?? "") as string),
    );
    const others = sheets.filter((file) => file !== mainSheet);
    assert.deepEqual(imported.toSorted(), others.toSorted());
    await findIn(others, /@import/);
  });
});
