import assert from "node:assert/strict";
import { some } from "../../support/testSize";
import { answered, chat } from "./fixtures";
import { assertInert, showLive } from "./expectedContent";
import { specifications, type Example } from "./specifications";
import { useChromium } from "./suite";

/** The constructs that we support; raw HTML is text here, and images are chips. */
const claimed =
  /paragraph|heading|list|code|fence|emphasis|link|quote|thematic|table|strikethrough|task|backslash|entit|precedence|blank|tabs|break|autolink|textual|regression/i;

const squeezed = (text: string) => text.replaceAll(/\s+/g, "");

/** Tags of the constructs that we draw unchanged. */
const drawn =
  /^(?:p|h\d|ul|ol|li|em|strong|code|pre|a|blockquote|hr|br|del|table|thead|tbody|tr|th|td)$/i;

/** Whether the page should show exactly the text of the specification's HTML. */
function isComparable({ markdown, html, section }: Example): boolean {
  const tags = [...html.matchAll(/<\/?(\w+)/g)].every(([, tag]) => drawn.test(tag ?? ""));
  const differs = /href="(?!https)/.test(html) || /<[a-z!?/]/i.test(markdown);
  const singleTilde = /(?<!~)~(?!~)|~{3}/.test(markdown) && html.includes("<del>");
  return tags && !differs && !singleTilde && claimed.test(section);
}

describe("the specifications on the page", () => {
  const { open } = useChromium();

  for (const [name, { examples: all, least }] of Object.entries(specifications)) {
    it(`W4 draws ${name} safely, with the words it should have`, async () => {
      const examples = some(all(), 60);
      const opened = await open(chat([answered("warm")]));
      await opened.page.locator(".answer .piece").waitFor();
      const different: string[] = [];
      let compared = 0;
      for (let from = 0; from < examples.length; from += 100) {
        const part = examples.slice(from, from + 100);
        const turns = part.map(({ markdown }) => answered(markdown));
        await showLive(opened, turns);
        await assertInert(opened, `${name} from ${from}`);
        const texts = await opened.page.evaluate(
          (pairs) =>
            pairs.map(([id, html]) => {
              const answer = document.querySelector(`[data-turn="${id}"] .answer`)?.cloneNode(true);
              // Only the content counts: buttons and labels are ours.
              if (answer instanceof Element)
                for (const ours of answer.querySelectorAll(".code-head, .task")) ours.remove();
              const { body } = new DOMParser().parseFromString(html ?? "", "text/html");
              return [answer?.textContent ?? "", body.textContent];
            }),
          part.map((example, at) => [turns[at]?.id, isComparable(example) ? example.html : ""]),
        );
        for (const [at, example] of part.entries()) {
          if (!isComparable(example)) continue;
          compared++;
          const [shown = "", expected = ""] = texts[at] ?? [];
          if (squeezed(shown) !== squeezed(expected))
            different.push(JSON.stringify([example.markdown, shown, expected]));
        }
      }
      console.log(`      ${examples.length} drawn, ${compared} compared`);
      assert.deepEqual(different, []);
      assert.ok(
        compared >= least * (examples.length / all().length),
        `${compared} of ${name} were compared`,
      );
    });
  }
});
