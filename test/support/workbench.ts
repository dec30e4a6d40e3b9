import assert from "node:assert/strict";
import path from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright-core";
import { browserArguments, ensureWindowBrowser } from "../../scripts/browser";
import { canariesIn, canariesUnder } from "../../scripts/canaries";
import { from, root } from "../../scripts/root";
import { copySample } from "../../scripts/sample";
import { type Server, type Settings, startServer, workbenchUrl } from "../../scripts/vscode";
import { draw, hide, watch } from "./failurePictures.js";
import { runCommand, runFromList } from "./quickInput.js";
import { until } from "./until.js";

export {
  addExperts,
  answer,
  chooseModel,
  chooseTheme,
  decide,
  forgetModel,
  giveKey,
  goToLine,
  pendingConfirmation,
  openFile,
  pick,
  runCommand,
  runFromList,
  selected,
  type Theme,
} from "./quickInput.js";

export interface WorkbenchOptions {
  /**
   * The extension from this checkout, a VSIX, or one of `others`; by default the VSIX that
   * `EXPERT_HUB_VSIX` names.
   */
  source?: "development" | "others" | { vsix: string };
  /** The folder of the extension in development. */
  development?: string;
  /** A folder, or a file `*.code-workspace`; by default a copy of the sample, for this window alone. */
  folder?: string;
  /** Folders of other extensions to install. */
  others?: string[];
  /** With all of VS Code's own extensions, as users have them. */
  allExtensions?: boolean;
  /** Of the server, and so of the extension host. */
  env?: Record<string, string>;
  /** The user's settings, as `inspect().globalValue` shows them. */
  settings?: Settings;
  /** The language of VS Code, whose own words stay English. */
  locale?: string;
  /** Asks whether the folder is trusted; otherwise every folder is. */
  workspaceTrust?: boolean;
  width?: number;
  height?: number;
  /** Pixels of a screenshot for one of the page. */
  scale?: number;
  /** Drawn, for pictures. Otherwise it is laid out and used as ever, which takes less computing time. */
  isDrawn?: boolean;
}

export interface Workbench {
  readonly page: Page;
  readonly server: Server;
  /** What the page threw, or logged as an error, since it was opened. */
  readonly errors: readonly string[];
  /** Everything that the server and the page's console print. */
  readonly printed: readonly string[];
  /** Opens another folder, or a file `*.code-workspace`, in the same window. */
  open(folder: string): Promise<void>;
  reload(): Promise<void>;
  close(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** One browser for every window; each window has its own context, and so its own profile. */
async function sharedBrowser(): Promise<Browser> {
  const executablePath = await ensureWindowBrowser();
  browser ??= chromium.launch({ executablePath, args: browserArguments });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

// At the root, because it serves every suite; outside mocha, whoever opens a window closes the browser.
globalThis.after?.(closeBrowser);

const packaged = (): WorkbenchOptions["source"] => {
  const vsix = process.env["EXPERT_HUB_VSIX"];
  return vsix ? { vsix: path.resolve(vsix) } : "development";
};

/** What this server always logs: native modules not built, gallery unreachable, no key for secrets. */
const isNoise = (text: string): boolean =>
  text.startsWith("%c") ||
  /Failed to load resource|bad HTTP response code|getServerKeyPart/.test(text) ||
  // Where a reload brings back a review, VS Code looks for its texts before it wakes the extension.
  /Unable to resolve resource expert-hub-review:/.test(text);

/** VS Code's own page around a webview misses its inner frame if both are closed while they load. */
const isOfWebviewHost = (stack: string): boolean =>
  /\/contrib\/webview\/browser\/pre\//.test(stack) && /unexpected null/.test(stack);

/** A real VS Code with the extension, in a profile of its own that `close()` removes. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { settings = {}, width = 1280, height = 800, scale = 1 } = options;
  const { path: folder, remove } =
    options.folder === undefined
      ? await copySample()
      : { path: options.folder, remove: async () => {} };
  const source = options.source ?? packaged();
  const fromSource = source === "development" || source === undefined;
  const server = await startServer({
    userSettings: settings,
    fewExtensions: !options.allExtensions,
    // As a page that is closed does not always get to tell.
    reconnectionGraceSeconds: 15,
    ...(options.others && { others: options.others }),
    ...(options.env && { env: options.env }),
    ...(options.locale !== undefined && { locale: options.locale }),
    ...(options.workspaceTrust && { workspaceTrust: true }),
    ...(fromSource && { source: options.development ?? root }),
    ...(typeof source === "object" && { vsix: source.vsix }),
  });
  const said: string[] = [];
  for (const stream of [server.process.stdout, server.process.stderr])
    stream?.on("data", (text) => said.push(String(text)));
  let context: BrowserContext | undefined;
  try {
    // Another page of the same context is another window of the same user.
    const opened = await (
      await sharedBrowser()
    ).newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
    });
    context = opened;
    const page = await opened.newPage();
    if (!options.isDrawn) await hide(page);
    watch(page);
    const errors: string[] = [];
    page.on("pageerror", (error) => {
      const stack = String(error.stack ?? error);
      if (!isOfWebviewHost(stack) && !isNoise(stack)) errors.push(stack);
    });
    page.on("console", (message) => {
      said.push(message.text());
      if (message.type() === "error" && !isNoise(message.text())) errors.push(message.text());
    });
    page.setDefaultTimeout(60_000);
    const stands = () => page.locator(".monaco-workbench .statusbar-item").first().waitFor();
    const open = async (there: string): Promise<void> => {
      await page.goto(workbenchUrl({ url: server.url, folder: there }));
      await stands();
    };
    const reload = async (): Promise<void> => {
      // VS Code stores which editors are open every few seconds; only its own command stores it at once.
      const loaded = page.waitForEvent("domcontentloaded");
      await runCommand(page, "Developer: Reload Window");
      await loaded;
      await stands();
    };
    await open(folder);
    const explorer = page.locator(".monaco-workbench .explorer-folders-view");
    await explorer.waitFor({ timeout: 30_000 }).catch(async () => {
      // On a very busy machine VS Code gives up connecting to its server, and asks for a reload.
      await draw(page);
      await page.screenshot({ path: from("out", "logs", "not-opened.png") });
      await open(folder);
      await explorer.waitFor();
    });
    const close = async (): Promise<void> => {
      await opened.close();
      await server.end();
      const leaks = [
        ...canariesIn(said.join("\n"), ["key", "secret"]),
        ...(await canariesUnder(server.serverDataDir, () => ["key", "secret"])),
      ];
      await server.stop();
      await remove();
      assert.deepEqual(leaks, [], "a key or a secret came out");
    };
    return { page, server, errors, printed: said, open, reload, close };
  } catch (error) {
    await context?.close();
    await server.stop();
    await remove();
    throw error;
  }
}

/** The bar above the chat in the secondary side bar, with its buttons. */
export const chatBar = (page: Page): Locator => page.locator(".part.auxiliarybar > .title");

/** Chooses a row of the menu behind the three dots of a bar. */
export async function chooseFromMenu(page: Page, bar: Locator, title: string): Promise<void> {
  await bar.getByRole("button", { name: /More Actions|Views and More/ }).click();
  const item = page.locator(".monaco-menu").getByText(title, { exact: true });
  await item.waitFor();
  // A menu of VS Code ignores clicks until it has been open for a moment.
  await until("the menu takes the click", async () => {
    await item.click({ timeout: 1000 }).catch(() => undefined);
    return (await item.count()) === 0;
  });
}

/** The document inside the n-th webview. */
export const chatFrame = (page: Page, nth = 0): FrameLocator =>
  page.locator("iframe.webview").nth(nth).contentFrame().frameLocator("#active-frame");

/** The button that applies the newest answer, or shows the review of it that is open. */
export const applyButton = (chat: FrameLocator): Locator =>
  chat.locator(".turn button:visible", { hasText: /^(?:Apply|Show Review)$/ }).last();

/** Chooses a row of the menu of the newest code block. */
export async function useBlock(chat: FrameLocator, name: string | RegExp): Promise<void> {
  const block = chat.locator(".code-block").last();
  await block.hover();
  await block.getByRole("button", { name: "More code actions" }).click();
  await chat.getByRole("menuitem", { name }).click();
}

/** What VS Code says of a command. */
export const noticeIn = (page: Page, text: string | RegExp): Locator =>
  page.locator(".notification-toast", { hasText: text });

/** Offers experts in VS Code's own chat, and opens it. */
export async function openEditorChat(page: Page): Promise<void> {
  await runFromList(
    page,
    "Expert Hub: Offer Experts to VS Code's Chat and MCP Clients…",
    "Turn On Experts in VS Code's Chat",
  );
  await noticeIn(page, "Experts are now offered in VS Code's chat.")
    .getByRole("button", { name: "Open Chat", exact: true })
    .click();
}
