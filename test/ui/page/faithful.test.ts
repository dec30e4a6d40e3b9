import assert from "node:assert/strict";
import { answered, chat } from "./fixtures";
import { assertInert } from "./oracle";
import { corpus, useChromium } from "./suite";

interface Example {
  markdown: string;
  html: string;
  example: number;
  section: string;
}

/** The constructs that we claim; raw HTML is text here, and images are chips. */
const claimed =
  /paragraph|heading|list|code|fence|emphasis|link|quote|thematic|table|strikethrough|task|backslash|entit|precedence|blank|tabs|break|autolink|textual/i;

const squeezed = (text: string) => text.replaceAll(/\s+/g, "");

describe("the specifications on the page", function () {
  this.timeout(120_000);
  const { open } = useChromium();

  for (const file of [
    "commonmark/spec.json",
    "gfm/spec.json",
    "gfm/extensions.json",
    "gfm/regression.json",
  ]) {
    it(`W4 draws ${file} safely, with the words it should have`, async () => {
      const examples = await corpus<Example>(file);
      const opened = await open(chat([answered("warm")]));
      await opened.page.locator(".answer .piece").waitFor();
      const different: string[] = [];
      let compared = 0;
      for (const { markdown, html, example, section } of examples) {
        await opened.post({ event: "chat", chat: chat([answered(markdown)]) });
        const shown = await opened.page.evaluate((html) => {
          const answer = document.querySelector(".answer");
          // Only what is read counts: buttons and labels are ours.
          for (const ours of answer?.querySelectorAll(".code-head, .task") ?? []) ours.remove();
          const expected = new DOMParser().parseFromString(html, "text/html").body;
          return { answer: answer?.textContent ?? "", expected: expected.textContent };
        }, html);
        const plain =
          !/<(?!\/?(?:p|h\d|ul|ol|li|em|strong|code|pre|a|blockquote|hr|br|del|table|thead|tbody|t[rhd])\b)/i.test(
            html,
          );
        const ours = /<img|href="(?!https)|<input/.test(html);
        if (!plain || ours || !claimed.test(section) || /<[a-z!?/]/i.test(markdown)) continue;
        compared++;
        if (squeezed(shown.answer) !== squeezed(shown.expected)) {
          different.push(
            `${example} (${section}): ${JSON.stringify(markdown)} is ${JSON.stringify(shown.answer)}`,
          );
        }
      }
      await assertInert(opened, file);
      console.log(`      ${examples.length} drawn, ${compared} compared`);
      assert.deepEqual(different, []);
    });
  }
});
