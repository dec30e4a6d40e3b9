import type { Page } from "playwright-core";
import type { OpenPage, PageOptions } from "../../support/pageHarness";
import { bundleOf } from "../../support/chromium";
import { wordless } from "../../support/pseudo";
import { chat } from "./fixtures";
import { answers, enter, settled, type State } from "./states";
import type { Suite } from "./suite";

/** One page for all states that messages can produce; the others get their own. */
export class Shared {
  readonly #open: Suite["open"];
  readonly #options: Partial<PageOptions>;
  #opened: OpenPage | undefined;

  constructor(open: Suite["open"], options: Partial<PageOptions>) {
    this.#open = open;
    const answer = (call: string) =>
      call === "complete" && options.language === "pseudo"
        ? wordless(answers(call))
        : answers(call);
    this.#options = { ...options, answer };
  }

  async show(state: State): Promise<Page> {
    if (this.#opened) {
      const { page, post } = this.#opened;
      await page.bringToFront();
      await post({ event: "chat", chat: chat([], { conversationId: "none" }) });
      await page.locator(".turn").first().waitFor({ state: "detached" });
      await post({ event: "chat", chat: state.chat });
      await settled(page);
    }
    const opened = this.#opened ?? (await this.#open(state.chat, this.#options));
    this.#opened = state.act ? undefined : opened;
    const { language } = this.#options;
    const bundle = language === undefined ? {} : bundleOf(language);
    await enter(opened.page, state, (message) => bundle[message] ?? message);
    return opened.page;
  }
}
