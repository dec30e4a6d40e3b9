import type { OpenPage } from "../test/support/pageHarness";
import type { PageState } from "../src/page/protocol/views";
import { attachment, pageState } from "../test/ui/page/fixtures";

const words = "Where does it leak, and since when?";

/** Thirty files as far as a page gets them, and three questions in the queue. */
const full: PageState = {
  ...pageState,
  busy: true,
  attachments: Array.from({ length: 30 }, (_, at) => ({
    ...attachment,
    id: `a${at}`,
    label: `file${at}.ts`,
    text: "const a = 1;\n".repeat(1500),
  })),
  queue: {
    questions: ["One?", "Two?", "Three?"].map((text) => ({ id: text, text, attached: [] })),
  },
};

/** Milliseconds that each key in a full composer takes the page: its handlers, and its frame until it is painted. */
export async function typing({ page, post }: OpenPage): Promise<number[]> {
  await post({ event: "pageState", pageState: full });
  await page.locator(".chip").first().waitFor();
  await page.locator(".queue-words").waitFor();
  await page.locator(".composer textarea").click();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { benchKeys: times });
    let began = 0;
    addEventListener("keydown", () => (began = performance.now()), { capture: true });
    addEventListener("input", () => {
      const handled = performance.now() - began;
      requestAnimationFrame(() => {
        const frame = performance.now();
        setTimeout(() => times.push(handled + performance.now() - frame));
      });
    });
  });
  await page.keyboard.type(words, { delay: 60 });
  await page.waitForTimeout(300);
  return page.evaluate("benchKeys");
}
