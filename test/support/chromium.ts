import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type BrowserContext } from "playwright-core";
import { browserArguments, ensureBrowser, ensureWindowBrowser } from "../../scripts/browser";
import {
  pageHtml,
  pageMessages,
  readPageCode,
  type PageKind,
} from "../../src/features/chat/editor/pageHtml.js";
import { pageThemes, type ThemeName } from "./pageThemes.js";
import { pseudoMessages } from "./pseudo.js";
import type { Messages } from "../../src/kit/l10n.js";

/** A Chromium that serves the page, and in which every host name resolves to a trap. */
export interface Chromium {
  readonly context: BrowserContext;
  /** The page's origin; `/?theme=light` serves it with that theme. */
  readonly origin: string;
  /** Connections to any name, whoever opened them: the first bytes received. */
  readonly trapped: string[];
  /** Entries of the browser's own network log about any other place, including lookups and connections. */
  strayed(): Promise<string[]>;
  close(): Promise<void>;
}

const flags = ["--headless", ...browserArguments];

/**
 * Uses its own profile: a private window would not look up names in advance. A Chromium without a
 * user interface does so nowhere, and takes a sixth less work: for tests that do not ask about it.
 */
export async function launchChromium({ whole = true } = {}): Promise<Chromium> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-page-"));
  const log = path.join(folder, "network.json");
  const trapped: string[] = [];
  const trap = createServer((socket) => {
    socket.once("data", (bytes) => {
      const names = bytes.toString("latin1").match(/[a-z\d-]+(?:\.[a-z\d-]+)+/gi);
      trapped.push(names?.join(" ") ?? "no name");
      socket.destroy();
    });
    socket.on("error", () => socket.destroy());
  });
  const pages = createHttpServer((request, response) => {
    serve(new URL(request.url ?? "/", "http://page")).then(
      ({ type, content }) => {
        // A document always differs; its code is compiled once for all of them.
        const cached = type === "text/html" ? "no-store" : "max-age=3600";
        response.setHeader("content-type", type).setHeader("cache-control", cached).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  const [trapPort, pagePort] = await Promise.all([listen(trap), listen(pages)]);
  // The browser's own background requests end before the trap; all other names lead to it.
  const home = ["google.com", "googleapis.com", "gstatic.com", "gvt1.com"];
  const rules = [
    ...home.flatMap((name) => [`MAP ${name} ~NOTFOUND`, `MAP *.${name} ~NOTFOUND`]),
    `MAP * 127.0.0.1:${trapPort}`,
    "EXCLUDE 127.0.0.1",
  ].join(", ");
  const context = await chromium.launchPersistentContext(path.join(folder, "profile"), {
    executablePath: await (whole ? ensureBrowser() : ensureWindowBrowser()),
    args: [...flags, `--host-resolver-rules=${rules}`, `--log-net-log=${log}`],
  });
  // The page has no environment to read which mutation is in effect.
  const mutant = process.env["EXPERT_HUB_MUTANT"];
  if (mutant) await context.addInitScript(`globalThis.mutant = ${mutant}`);
  const origin = `http://127.0.0.1:${pagePort}`;
  let looks = 0;
  return {
    context,
    origin,
    trapped,
    strayed: async () => {
      // The log is written in batches: a request of our own after all others flushes them.
      const sentinel = `/?look=${++looks}.`;
      const page = await context.newPage();
      await page.goto(`${origin}${sentinel}`);
      await page.goto(`${origin}${sentinel}`);
      await page.close();
      for (;;) {
        const text = await readFile(log, "utf8");
        if (text.includes(sentinel)) return entriesAbout(text, `127.0.0.1:${trapPort}`);
        await pause(50);
      }
    },
    close: async () => {
      await context.close();
      pages.closeAllConnections();
      pages.close();
      trap.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Entries of a network log about connections and lookups that lead to this address. */
export function entriesAbout(log: string, address: string): string[] {
  // Of its own sockets for UDP, one may be given the same number: the ports of TCP are others.
  const [, own = "none"] = /"UDP_LOCAL_ADDRESS":(\d+)/.exec(log) ?? [];
  return log
    .slice(log.indexOf('"events":'))
    .split("\n")
    .filter((line) => line.includes(address) && !line.includes(`"type":${own}}`));
}

const listen = (server: Server | HttpServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port);
    });
  });

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };
const defaults = "/test/support/pageDefaults.css";

async function serve({ pathname, searchParams }: URL): Promise<{ type: string; content: string }> {
  if (pathname === "/") {
    const theme = (searchParams.get("theme") ?? "dark") as ThemeName;
    const kind = searchParams.get("page") === "comparison" ? "comparison" : "chat";
    const content = documentFor(theme, searchParams.get("language"), kind);
    return { type: "text/html", content };
  }
  if (!isOwn(pathname)) throw new Error(`nothing of the page: ${pathname}`);
  const content = await readFile(path.join(process.cwd(), path.normalize(pathname)), "utf8");
  return { type: types[path.extname(pathname)] ?? "text/plain", content };
}

/** True for what the page consists of; any other path on its origin was requested by something else. */
export const isOwn = (pathname: string): boolean =>
  /^\/dist\/webview\/[\w-]+\.(?:js|css)$/.test(pathname) || pathname === defaults;

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

/** What VS Code would load. */
export const bundleOf = (language: string): Messages =>
  language === "pseudo"
    ? pseudoMessages(read("dist/webview/messages.json") as string[])
    : (read(`l10n/bundle.l10n.${language}.json`) as Messages);

/** Japanese dates and numbers have no letter, as the messages in no language. */
const pageLanguage = (language: string) => ({
  language: language === "pseudo" ? "ja" : language,
  messages: pageMessages("dist/webview", bundleOf(language)),
});

/** The shipped document, with what VS Code adds to each: its defaults, and the theme's class. */
export function documentFor(
  theme: ThemeName,
  language: string | null = null,
  kind: PageKind = "chat",
): string {
  const translated = language === null ? undefined : pageLanguage(language);
  const shipped = pageHtml(readPageCode("dist/webview"), "/dist/webview", translated, kind);
  const [nonce] = /(?<=<style )nonce="[^"]*"/.exec(shipped) ?? [];
  return shipped
    .replace("<style ", () => `<link rel="stylesheet" ${nonce} href="${defaults}">\n<style `)
    .replace("<body", `<body class="${pageThemes[theme].bodyClass}"`);
}
