import { HubError } from "../../src/contract/errors";
import type { Page } from "playwright-core";
import type { PageKind } from "../../src/features/chat/editor/pageHtml.js";
import { isOwn, type Chromium } from "./chromium.js";
import { beginAgain, prepareDocument } from "./pageDocument.js";
import type { ThemeName } from "./pageThemes.js";
import { runsAll } from "./testSize.js";

/** A message of the page, as the host would receive it. */
export interface Sent {
  call: string;
  id: number;
  args?: unknown;
  /** What the page says that it shows. */
  shown?: unknown;
}

export interface PageOptions {
  theme?: ThemeName;
  width?: number;
  height?: number;
  /** Browser zoom: 2 is 200 %. */
  zoom?: number;
  reducedMotion?: boolean;
  /** One of the translations, or `pseudo` for every message in no language. */
  language?: string;
  /** What the document shows: the chat, if nothing is given. */
  kind?: PageKind;
  /** In a document of its own, also for what a test does to it that the next one must not see. */
  alone?: boolean;
  /** If false, it is laid out and used as ever but not drawn, which takes a tenth less computing time. */
  isDrawn?: boolean;
  /** The host's answer; throwing produces a failure. A promise may never settle. */
  answer(call: string, args: unknown): unknown;
}

export interface OpenPage {
  readonly page: Page;
  readonly sent: Sent[];
  /** Requests of the document for anything that is not part of the page, allowed or not. */
  readonly requests: string[];
  /** What the page threw, logged as an error, opened, or was prevented from doing by its policy. */
  readonly errors: string[];
  post(message: unknown): Promise<void>;
  /** Reloads the document, as the editor does to show a view again, with its own state or this one. */
  reload(state?: unknown): Promise<void>;
  /** The state that the page gave to the editor. */
  state(): Promise<string>;
  /** Waits for the next call of this name that has not been consumed yet. */
  nextCall(name: string): Promise<Sent>;
  close(): Promise<void>;
}

/** The state of one use of a tab. */
interface Use {
  sent: Sent[];
  requests: string[];
  errors: string[];
  listeners: Set<() => void>;
  answer: PageOptions["answer"];
}

interface Tab {
  page: Page;
  use: Use | undefined;
  /** The address of its document, if the next page may begin in that. */
  document?: string | undefined;
  /** What the document has asked for and not got yet. */
  loading: Set<string>;
}

let uses = 0;
const idle = new WeakMap<Chromium, Tab[]>();

/** The page from its beginning, in a tab that may have been used before. */
export async function openPage(chromium: Chromium, options: PageOptions): Promise<OpenPage> {
  const { theme = "dark", width = 400, height = 720, zoom = 1, language, kind = "chat" } = options;
  const tab = idle.get(chromium)?.pop() ?? (await newTab(chromium));
  const { page } = tab;
  const viewport = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
  // A background tab is neither painted nor laid out in time.
  await page.bringToFront();
  const { width: wide, height: high } = page.viewportSize() ?? {};
  if (wide !== viewport.width || high !== viewport.height) await page.setViewportSize(viewport);
  await page.emulateMedia({
    reducedMotion: options.reducedMotion === true ? "reduce" : "no-preference",
    colorScheme: /light/i.test(theme) ? "light" : "dark",
  });
  const { answer } = options;
  const use: Use = { sent: [], requests: [], errors: [], listeners: new Set(), answer };
  tab.use = use;
  const spoken = language === undefined ? "" : `&language=${language}`;
  const hidden = options.isDrawn === false ? "&hidden" : "";
  const address = `${chromium.origin}/?theme=${theme}&page=${kind}${spoken}${hidden}`;
  const { alone = runsAll || zoom !== 1 } = options;
  const again = !alone && tab.document === address && tab.loading.size === 0;
  const document = { theme, kind, ...(language !== undefined && { language }) };
  if (!again || !(await beginAgain(page, document))) {
    tab.loading.clear();
    await page.goto(`${address}&use=${++uses}`);
  }
  tab.document = alone ? undefined : address;
  // Only now, because a new document is given only the size.
  if (zoom !== 1) {
    const session = await page.context().newCDPSession(page);
    const metrics = { ...viewport, deviceScaleFactor: zoom, mobile: false };
    await session.send("Emulation.setDeviceMetricsOverride", metrics);
  }

  const taken = new Set<Sent>();
  const nextCall = (name: string): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = use.sent.find((message) => message.call === name && !taken.has(message));
        if (!found) return;
        taken.add(found);
        use.listeners.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      const timer = setTimeout(() => {
        use.listeners.delete(look);
        reject(new Error(`the page never called ${name}`));
      }, 5000);
      use.listeners.add(look);
      look();
    });

  return {
    page,
    sent: use.sent,
    requests: use.requests,
    errors: use.errors,
    post: (message) => postTo(page, message),
    state: () =>
      page.evaluate<string>('sessionStorage.getItem("state of " + location.search) ?? ""'),
    reload: async (state) => {
      if (state !== undefined)
        await page.evaluate((text) => {
          sessionStorage.setItem("given", text);
        }, JSON.stringify(state));
      await page.reload();
      await page
        .locator(kind === "chat" ? ".composer" : ".column")
        .first()
        .waitFor();
    },
    nextCall,
    close: async () => {
      if (tab.use !== use) return;
      if (zoom !== 1) {
        await page.close();
        return;
      }
      tab.use = undefined;
      idle.set(chromium, [...(idle.get(chromium) ?? []), tab]);
    },
  };
}

/** Resolves once it has arrived: a key that is pressed then comes after it, on a busy machine too. */
const postTo = (page: Page, message: unknown): Promise<void> =>
  page.evaluate(`new Promise((resolve) => {
    addEventListener("message", () => resolve(), { once: true });
    window.postMessage(${JSON.stringify(message)}, "*");
  })`);

async function newTab({ context, origin }: Chromium): Promise<Tab> {
  const page = await context.newPage();
  const tab: Tab = { page, use: undefined, loading: new Set() };
  const wrong = (what: string) => tab.use?.errors.push(what);

  page.on("pageerror", (error) => wrong(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") wrong(message.text());
  });
  page.on("dialog", (dialog) => {
    wrong(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => {
    wrong(`opened ${popup.url()}`);
    void popup.close();
  });
  page.on("download", (download) => wrong(`downloads ${download.url()}`));
  page.on("framenavigated", (frame) => {
    const url = frame.url();
    if (!url.startsWith(`${origin}/?theme=`) && url !== "about:blank") wrong(`went to ${url}`);
    if (frame !== page.mainFrame()) wrong(`a frame of ${url}`);
  });
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.requestWillBeSent", ({ requestId, request, type, documentURL }) => {
    tab.loading.add(requestId);
    const { pathname, origin: from } = new URL(request.url);
    const own = from === origin && (isOwn(pathname) || (type === "Document" && pathname === "/"));
    if (!own) tab.use?.requests.push(`${request.url} of ${documentURL}`);
  });
  network.on("Network.loadingFinished", ({ requestId }) => tab.loading.delete(requestId));
  network.on("Network.loadingFailed", ({ requestId }) => tab.loading.delete(requestId));

  const reply = async (use: Use, message: Sent): Promise<void> => {
    const settled = await Promise.resolve()
      .then(() => use.answer(message.call, message.args))
      .then(
        (result: unknown) => ({ reply: message.id, result }),
        (reason: unknown) => ({
          reply: message.id,
          ...(reason instanceof HubError && reason.kind === "cancelled" && { declined: true }),
          failure: reason instanceof Error ? reason.message : String(reason),
        }),
      );
    // The document may be gone by now; then nothing waits for the reply.
    if (tab.use === use) await postTo(page, settled).catch(() => undefined);
  };

  await page.exposeFunction("sendToHost", (text: string) => {
    const { use } = tab;
    if (!use) return;
    const message = JSON.parse(text) as Sent;
    use.sent.push(message);
    for (const listener of use.listeners) listener();
    void reply(use, message);
  });
  await page.addInitScript(prepareDocument);
  return tab;
}
