import type { Chromium } from "../test/support/chromium";
import { openPage, type OpenPage } from "../test/support/pageHarness";
import { answered, chat } from "../test/ui/page/fixtures";

/** A piece of an ordinary answer, such as long ones are made of. */
export const section =
  "## Section\n\nSome *words* with `code`, **strong** ones and [a link](https://example.com).\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n";

/** The shipped page in Chromium, with all that it loads later already there. */
export async function warmPage(browser: Chromium): Promise<OpenPage> {
  const opened = await openPage(browser, {
    width: 600,
    answer: (call) => (call === "ready" ? chat([answered(section)]) : undefined),
  });
  await opened.page.locator(".hljs-keyword").first().waitFor();
  return opened;
}
