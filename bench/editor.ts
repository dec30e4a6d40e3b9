import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer as createSocket, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { browserArguments, ensureBrowser } from "../scripts/browser";
import { from } from "../scripts/root";
import { startServer, workbenchUrl, type Server } from "../scripts/vscode";
import { awaitProbe, probeExtension, type Order } from "../test/support/probe";

/** A VS Code as somebody left it: the folder of its browser, and that of its server. */
export interface Profile {
  browser: string;
  server: string;
}

/** A real VS Code with the VSIX and the floors on it, and the probe's ear. */
export interface Editor {
  readonly page: Page;
  /** An order to the probe in the extension host. */
  readonly order: Order;
  close(): Promise<void>;
}

const floors = ["emptyFloor", "viewFloor", "echoFloor"];
const extensions = [probeExtension, ...floors.map((name) => from("bench/extensions", name))];
const selectors = { line: "#content", chat: ".composer textarea", turns: ".turn .answer > *" };

/**
 * In every document before its own scripts: says when a key came, and when something was first seen.
 * A view's own document is written anew once it is open, so the one around it does the looking.
 */
const watch = `(() => {
  if (window === top) addEventListener("keydown", () => (window.benchKey = Date.now()), true);
  const shown = () => [...document.querySelectorAll("iframe")].flatMap((frame) => {
    const inner = getComputedStyle(frame).visibility === "hidden" ? null : frame.contentDocument;
    return inner?.body ? [inner] : [];
  });
  const stands = (selector) => shown().some((inner) => inner.querySelector(selector)?.getClientRects().length > 0);
  const once = (holds) => new Promise((resolve) => {
    const look = () => holds() ? resolve(Date.now()) : requestAnimationFrame(look);
    look();
  });
  window.benchSeen = {};
  for (const [name, selector] of Object.entries(${JSON.stringify(selectors)}))
    once(() => stands(selector)).then((at) => (window.benchSeen[name] = at));
  window.benchText = (text) => once(() => shown().some((inner) => inner.body.textContent.includes(text)));
})()`;

/** What seals secrets in this server, in place of the part that code-server itself would serve. */
const sealingKey = Buffer.alloc(32, 7);

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => {
    socket.listen(0, "127.0.0.1", resolve);
  });
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => {
    socket.close(resolve);
  });
  return port;
}

/** Opens editors one after the other on one address, since a browser keeps its data by address. */
export class Editors {
  readonly #vsix: string;
  readonly #settings: Record<string, unknown>;
  readonly #folder = from("test", "support", "sample");
  #home = "";
  #port = 0;

  constructor(vsix: string, settings: Record<string, unknown>) {
    this.#vsix = vsix;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.#home = await mkdtemp(path.join(tmpdir(), "expert-hub-bench-"));
    this.#port = await freePort();
  }

  async stop(): Promise<void> {
    if (this.#home !== "") await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Goes through `steps` in a fresh VS Code, and keeps it as it then is. */
  async prepare(name: string, steps: (editor: Editor) => Promise<void>): Promise<Profile> {
    const profile = this.#profile(name);
    const editor = await this.#open(profile);
    try {
      await steps(editor);
      // What the workbench keeps, it writes with a delay.
      await editor.page.waitForTimeout(1500);
    } finally {
      await editor.close();
    }
    // Taken up in a copy, it keeps the first view of any extension waiting for some seconds.
    await rm(path.join(profile.browser, "Default", "Service Worker"), {
      recursive: true,
      force: true,
    });
    return profile;
  }

  /** A fresh server and a fresh page on a copy of the profile. */
  async open(profile?: Profile): Promise<Editor> {
    const copy = this.#profile(`copy-${crypto.randomUUID()}`);
    if (profile) {
      await cp(profile.browser, copy.browser, { recursive: true });
      await cp(profile.server, copy.server, { recursive: true });
    }
    const editor = await this.#open(copy);
    return {
      ...editor,
      close: async () => {
        await editor.close();
        for (const folder of [copy.browser, copy.server])
          await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  }

  #profile(name: string): Profile {
    const folder = path.join(this.#home, name);
    return { browser: path.join(folder, "browser"), server: path.join(folder, "server") };
  }

  async #open(profile: Profile): Promise<Editor> {
    await using undo = new AsyncDisposableStack();
    const probe = await awaitProbe();
    undo.defer(() => probe.close());
    const server = await startServer({
      port: this.#port,
      extensionsDir: path.join(this.#home, "extensions"),
      serverDataDir: profile.server,
      userSettings: this.#settings,
      vsix: this.#installed ? undefined : this.#vsix,
      others: this.#installed ? [] : extensions,
      env: probe.env,
    });
    this.#installed = true;
    undo.defer(() => server.stop());
    const context = await this.#browse(profile.browser);
    undo.defer(() => context.close());
    const page = await this.#load(context, server);
    const order = await probe.order;
    const opened = undo.move();
    return { page, order, close: () => opened.disposeAsync() };
  }

  #installed = false;

  async #browse(folder: string): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: await ensureBrowser(),
      args: browserArguments,
      viewport: { width: 1280, height: 800 },
    });
    await context.addInitScript(watch);
    await context.route("**/mint-key", (route) => route.fulfill({ body: sealingKey }));
    return context;
  }

  async #load(context: BrowserContext, server: Server): Promise<Page> {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(workbenchUrl({ url: server.url, folder: this.#folder }));
    await page.locator(".monaco-workbench .explorer-folders-view").waitFor({ timeout: 60_000 });
    return page;
  }
}
