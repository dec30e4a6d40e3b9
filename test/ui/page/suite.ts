import { launchChromium, type Chromium } from "../../support/chromium";
import { runsAll } from "../../support/testSize";
import { openPage, type OpenPage, type PageOptions } from "../../support/pageHarness";
import type { ComparisonContent } from "../../../src/page/protocol/comparisonViews";
import type { ChatView } from "../../../src/page/protocol/views";

export interface Suite {
  /** A page that shows this chat, once it is there; calls other than `ready` are answered by `answer`. */
  open(chat: ChatView | Promise<ChatView>, options?: Partial<PageOptions>): Promise<OpenPage>;
  /** The page of a comparison, likewise; it has room for columns side by side. */
  openComparison(content: Compared, options?: Partial<PageOptions>): Promise<OpenPage>;
  /** Like `open`, but until the end of the suite. */
  openLasting(chat: ChatView, options?: Partial<PageOptions>): Promise<OpenPage>;
  /** What was looked up, connected to or fetched since Chromium started, except for the page itself. */
  strayed(): Promise<string[]>;
}

type Compared = ComparisonContent | (() => ComparisonContent);
type Content = ChatView | Promise<ChatView> | Compared;

const running = new Map<boolean, Promise<Chromium>>();

// At the root, because each Chromium serves several suites.
after(async () => {
  for (const one of running.values()) await (await one).close();
  running.clear();
});

function launched(whole: boolean): Promise<Chromium> {
  const found = running.get(whole) ?? launchChromium({ whole });
  running.set(whole, found);
  return found;
}

async function openIn(
  chromium: Chromium,
  content: Content,
  options: Partial<PageOptions> = {},
): Promise<OpenPage> {
  const { kind = "chat" } = options;
  const first = kind === "chat" ? "ready" : "comparison";
  const page = await openPage(chromium, {
    ...options,
    answer: (call, args) => {
      if (call !== first) return options.answer?.(call, args);
      return typeof content === "function" ? content() : content;
    },
  });
  await page.page
    .locator(kind === "chat" ? ".composer" : ".column")
    .first()
    .waitFor();
  return page;
}

/**
 * One Chromium for many suites, with separate pages; those of a test are closed with it. A `whole`
 * one, in which the page is drawn, is needed to see what it looks up or fetches ahead; with `--all`
 * it runs every suite.
 */
export function useChromium({ whole = runsAll } = {}): Suite {
  let chromium: Chromium;
  let opened: OpenPage[] = [];
  const lasting: OpenPage[] = [];
  before(async () => {
    chromium = await launched(whole);
  });
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map((page) => page.close()));
  });
  after(async () => {
    await Promise.all(lasting.map((page) => page.close()));
  });
  const openAmong = async (pages: OpenPage[], content: Content, options?: Partial<PageOptions>) => {
    const page = await openIn(chromium, content, { isDrawn: whole, ...options });
    pages.push(page);
    return page;
  };
  return {
    open: (...given) => openAmong(opened, ...given),
    openComparison: (content, options) =>
      openAmong(opened, content, { width: 1000, ...options, kind: "comparison" }),
    openLasting: (...given) => openAmong(lasting, ...given),
    strayed: async () => [...chromium.trapped, ...(await chromium.strayed())],
  };
}
