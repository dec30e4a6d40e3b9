import { launchChromium, type Chromium } from "../../support/chromium";
import { openPage, type OpenPage, type PageOptions } from "../../support/pageHarness";
import type { ChatView } from "../../../src/page/protocol/views";

export interface Suite {
  /** A page that shows this chat, once it is there; calls other than `ready` are answered by `answer`. */
  open(chat: ChatView | Promise<ChatView>, options?: Partial<PageOptions>): Promise<OpenPage>;
  /** Like `open`, but until the end of the suite. */
  openLasting(chat: ChatView, options?: Partial<PageOptions>): Promise<OpenPage>;
  /** What was looked up, connected to or fetched since Chromium started, except for the page itself. */
  strayed(): Promise<string[]>;
}

let chromium: Promise<Chromium> | undefined;

// At the root, because the one Chromium serves every suite.
after(async () => {
  await (await chromium)?.close();
  chromium = undefined;
});

async function openIn(
  chat: ChatView | Promise<ChatView>,
  options: Partial<PageOptions> = {},
): Promise<OpenPage> {
  if (!chromium) throw new Error("Chromium is not up");
  const page = await openPage(await chromium, {
    ...options,
    answer: (call, args) => (call === "ready" ? chat : options.answer?.(call, args)),
  });
  await page.page.locator(".composer").waitFor();
  return page;
}

/** One Chromium for all, with separate pages; those of a test are closed with it. */
export function useChromium(): Suite {
  let opened: OpenPage[] = [];
  const lasting: OpenPage[] = [];
  before(async () => {
    chromium ??= launchChromium();
    await chromium;
  });
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map((page) => page.close()));
  });
  after(async () => {
    await Promise.all(lasting.map((page) => page.close()));
  });
  const openAmong = async (pages: OpenPage[], ...given: Parameters<Suite["open"]>) => {
    const page = await openIn(...given);
    pages.push(page);
    return page;
  };
  return {
    open: (...given) => openAmong(opened, ...given),
    openLasting: (...given) => openAmong(lasting, ...given),
    strayed: async () => {
      const up = await chromium;
      return up ? [...up.trapped, ...(await up.strayed())] : [];
    },
  };
}
