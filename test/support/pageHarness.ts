import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { pageThemes, type ThemeName } from "./pageThemes.js";

/** A message of the page, as the host would get it. */
export interface Sent {
  call: string;
  id: number;
  args?: unknown;
}

export interface PageOptions {
  theme?: ThemeName;
  width?: number;
  height?: number;
  /** Zoom as the browser does it: 2 is 200 %. */
  zoom?: number;
  reducedMotion?: boolean;
  /** What the host answers; throwing makes a failure. A promise may never settle. */
  answer(call: string, args: unknown): unknown;
}

export interface OpenPage {
  readonly page: Page;
  readonly sent: Sent[];
  /** What left the document since it was loaded, as Chromium's network log has it. */
  readonly requests: string[];
  /** What the page threw, logged as an error, or was kept from by its policy. */
  readonly errors: string[];
  post(message: unknown): Promise<void>;
  /** Waits for the next call of this name that was not taken yet. */
  nextCall(name: string): Promise<Sent>;
  close(): Promise<void>;
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: flags });

const nonce = "page-harness-nonce";
const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };

function documentFor(theme: ThemeName): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'none'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
  ].join("; ");
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Expert Hub</title>
<link rel="stylesheet" href="/test/support/pageDefaults.css"><link rel="stylesheet" href="/media/chat.css">
</head><body class="${pageThemes[theme].bodyClass}"><div id="app"></div>
<script type="module" nonce="${nonce}" src="/dist/webview/page.js"></script></body></html>`;
}

/** Serves the built page from loopback, with the policy that the editor gives it. */
function serve(theme: ThemeName): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    if (pathname === "/") {
      response.setHeader("content-type", "text/html").end(documentFor(theme));
      return;
    }
    readFile(path.join(process.cwd(), path.normalize(pathname))).then(
      (content) => {
        const type = types[path.extname(pathname)] ?? "text/plain";
        response.setHeader("content-type", type).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(server);
    });
  });
}

/** In the document before any of its scripts: the editor's api, and its colours. */
const prepare = (variables: Record<string, string>) => `(() => {
  let taken = false;
  globalThis.acquireVsCodeApi = () => {
    if (taken) throw new Error("acquired twice");
    taken = true;
    let state;
    return Object.freeze({
      postMessage: (message) => { globalThis.sendToHost(JSON.stringify(message)); },
      getState: () => state,
      setState: (next) => (state = next),
    });
  };
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error("policy violation: " + event.violatedDirective + " " + event.blockedURI);
  });
  const variables = ${JSON.stringify(variables)};
  new MutationObserver((_, observer) => {
    const root = document.documentElement;
    if (!root) return;
    observer.disconnect();
    for (const name in variables) root.style.setProperty(name, variables[name]);
  }).observe(document, { childList: true });
})()`;

export async function openPage(browser: Browser, options: PageOptions): Promise<OpenPage> {
  const { theme = "dark", width = 400, height = 720, zoom = 1 } = options;
  const server = await serve(theme);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext({
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    reducedMotion: options.reducedMotion === true ? "reduce" : "no-preference",
    colorScheme: /light/i.test(theme) ? "light" : "dark",
  });
  const page = await context.newPage();
  const sent: Sent[] = [];
  const requests: string[] = [];
  const errors: string[] = [];
  const listeners = new Set<() => void>();
  const taken = new Set<Sent>();

  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("dialog", (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.startsWith(`${origin}/`)) requests.push(request.url);
  });

  const post = (message: unknown): Promise<void> =>
    page.evaluate(`window.postMessage(${JSON.stringify(message)}, "*")`);

  const reply = async (message: Sent): Promise<void> => {
    const settled = await Promise.resolve()
      .then(() => options.answer(message.call, message.args))
      .then(
        (result: unknown) => ({ reply: message.id, result }),
        (reason: unknown) => ({
          reply: message.id,
          failure: reason instanceof Error ? reason.message : String(reason),
        }),
      );
    // The page may be gone by now; then nobody waits for the reply.
    await post(settled).catch(() => undefined);
  };

  await page.exposeFunction("sendToHost", (text: string) => {
    const message = JSON.parse(text) as Sent;
    sent.push(message);
    for (const listener of listeners) listener();
    void reply(message);
  });
  await page.addInitScript(prepare(pageThemes[theme].variables));
  await page.goto(`${origin}/`);

  const nextCall = (name: string): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = sent.find((message) => message.call === name && !taken.has(message));
        if (!found) return;
        taken.add(found);
        listeners.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      const timer = setTimeout(() => {
        listeners.delete(look);
        reject(new Error(`the page never called ${name}`));
      }, 5000);
      listeners.add(look);
      look();
    });

  return {
    page,
    sent,
    requests,
    errors,
    post,
    nextCall,
    close: async () => {
      await context.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
