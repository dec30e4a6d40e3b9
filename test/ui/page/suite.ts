import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import {
  launchChromium,
  openPage,
  type OpenPage,
  type PageOptions,
} from "../../support/pageHarness";
import type { ChatView } from "../../../src/protocol/views";

export interface Suite {
  /** A page that shows this chat; calls other than `ready` are answered by `answer`. */
  open(chat: ChatView, options?: Partial<PageOptions>): Promise<OpenPage>;
}

/** One Chromium a file, one page at a time; both are closed again. */
export function useChromium(): Suite {
  let browser: Browser | undefined;
  let opened: OpenPage[] = [];
  before(async function () {
    this.timeout(30_000);
    browser = await launchChromium();
  });
  beforeEach(function () {
    if (this.currentTest && this.currentTest.timeout() < 30_000) this.currentTest.timeout(30_000);
  });
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map((page) => page.close()));
  });
  after(async () => {
    await browser?.close();
  });
  return {
    async open(chat, options = {}) {
      if (!browser) throw new Error("Chromium is not up");
      const page = await openPage(browser, {
        ...options,
        answer: (call, args) => (call === "ready" ? chat : options.answer?.(call, args)),
      });
      opened.push(page);
      await page.page.locator(".composer").waitFor();
      return page;
    },
  };
}

const corpora = process.env["EXPERT_HUB_CORPORA"] ?? path.resolve("../shared/corpora");

/** A corpus as JSON, or nothing where it is not at hand; that is said aloud. */
export async function corpus<T>(file: string): Promise<T[]> {
  const full = path.join(corpora, file);
  if (!existsSync(full)) {
    console.log(`      skipped: no corpus ${file}`);
    return [];
  }
  return JSON.parse(await readFile(full, "utf8")) as T[];
}
