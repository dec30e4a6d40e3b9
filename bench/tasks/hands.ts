import type { FrameLocator, Locator, Page } from "playwright-core";
import { pause } from "../../test/support/until";

/** What a task costs somebody who works. */
export interface Cost {
  keys: number;
  clicks: number;
  /** Dialogs that stop everything else. */
  modals: number;
  /** Questions that stand in the chat. */
  asked: number;
}

/** Counts the dialogs that open in a window. */
export const countDialogs = `(() => {
  const seen = new WeakSet();
  window.benchDialogs = 0;
  new MutationObserver(() => {
    for (const dialog of document.querySelectorAll(".monaco-dialog-box")) {
      if (seen.has(dialog)) continue;
      seen.add(dialog);
      window.benchDialogs++;
    }
  }).observe(document, { childList: true, subtree: true });
})()`;

/** Presses keys and clicks in a window of VS Code, and counts both. */
export class Hands {
  readonly #page: Page;
  readonly #chat: FrameLocator;
  #cost: Cost = { keys: 0, clicks: 0, modals: 0, asked: 0 };

  constructor(page: Page, chat: FrameLocator) {
    this.#page = page;
    this.#chat = chat;
  }

  /** One for each: of a chord such as `Ctrl+K Ctrl+E`, both count. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
      this.#cost.keys++;
    }
  }

  /** Letters that narrow a list count. */
  async narrow(letters: string): Promise<void> {
    await this.#page.keyboard.type(letters);
    this.#cost.keys += letters.length;
  }

  /** The words of a question are the same with any interface, and do not count. */
  async write(words: string): Promise<void> {
    await this.#page.keyboard.type(words);
  }

  async click(place: Locator): Promise<void> {
    await place.click();
    this.#cost.clicks++;
  }

  /** Moves to a row of a list, which may still fill; the row that Enter would take is marked. */
  async moveTo(rows: Locator, text: string): Promise<void> {
    await rows.filter({ hasText: text }).first().waitFor();
    await pause(500);
    const found = await rows.evaluateAll((all, wanted) => {
      const inOrder = all.toSorted(
        (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
      );
      const at = (holds: (row: Element) => boolean) => inOrder.findIndex(holds);
      return {
        focused: at((row) => row.matches(".focused, [aria-selected=true]")),
        wanted: at((row) => row.textContent.includes(wanted)),
      };
    }, text);
    const steps = found.wanted - found.focused;
    const key = steps < 0 ? "ArrowUp" : "ArrowDown";
    await this.press(...Array<string>(Math.abs(steps)).fill(key));
  }

  /** Agrees to whatever is asked until the task is done. */
  async settle(isDone: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 60_000;
    const dialog = this.#page.locator(".monaco-dialog-box");
    const held = this.#chat.locator(".held");
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error("the task does not end");
      if (await dialog.isVisible()) {
        await this.click(dialog.getByRole("button", { name: agreement }).first());
        await dialog.waitFor({ state: "detached" });
      } else if (await held.isVisible()) {
        this.#cost.asked++;
        await this.click(held.getByRole("button", { name: agreement }).first());
        await held.waitFor({ state: "detached" });
      }
      await pause(50);
    }
  }

  /** What was counted since the last time. */
  async count(): Promise<Cost> {
    const modals = await this.#page.evaluate(() => {
      const counted = Reflect.get(window, "benchDialogs") as number;
      Reflect.set(window, "benchDialogs", 0);
      return counted;
    });
    const cost = { ...this.#cost, modals };
    this.#cost = { keys: 0, clicks: 0, modals: 0, asked: 0 };
    return cost;
  }
}

const agreement = /^(?:Allow|Attach|Send|Ask|Continue|Apply|Use)\b/;
