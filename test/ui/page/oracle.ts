import assert from "node:assert/strict";
import type { OpenPage } from "../../support/pageHarness";

const elements =
  "ARTICLE BDI H1 BLOCKQUOTE BR BUTTON CODE DETAILS DIV EM FOOTER H2 H3 H4 H5 H6 HEADER HR LABEL LI MAIN OL P PRE S SECTION SPAN STRONG SUMMARY TABLE TBODY TD TEXTAREA TH THEAD TIME TR UL path svg".split(
    " ",
  );

const attributes =
  "aria-controls aria-expanded aria-haspopup aria-hidden aria-label aria-live class d data-turn datetime dir disabled fill-rule for hidden id open placeholder role rows start tabindex title type viewBox".split(
    " ",
  );

/** What stands in the document that the page itself would never put there. */
export async function strangers(open: OpenPage): Promise<string[]> {
  await open.page.evaluate(async () => {
    // Disclosures fill when they open, and hold further ones.
    for (let depth = 0; depth < 4; depth++) {
      for (const details of document.querySelectorAll("details")) details.open = true;
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  return open.page.evaluate(
    ({ elements, attributes }) => {
      const found: string[] = [];
      const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith("/chat.css"));
      const styled = [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText).join("\n");
      const ids = new Set(["question", "panel"]);
      for (const element of document.querySelectorAll("#app *")) {
        if (!elements.includes(element.tagName)) found.push(`<${element.tagName}>`);
        for (const { name, value } of element.attributes) {
          if (!attributes.includes(name)) found.push(`${element.tagName} ${name}=${value}`);
          if (name === "aria-controls" && value !== "panel") found.push(`${name}=${value}`);
          if (name === "id" && !ids.has(value)) found.push(`id=${value}`);
        }
        for (const name of element.classList) {
          const known = styled.includes(`.${name}`) || /^[a-z]+(-[a-z]+)*$/.test(name);
          if (!known && !name.startsWith("hljs-")) found.push(`class=${name}`);
        }
      }
      if ("pwned" in globalThis) found.push("a script of the payload ran");
      return found;
    },
    { elements, attributes },
  );
}

/** Nothing strange in the document, nothing left it, nothing threw. */
export async function assertInert(open: OpenPage, name: string): Promise<void> {
  assert.deepEqual(await strangers(open), [], name);
  assert.deepEqual(open.requests, [], name);
  assert.deepEqual(open.errors, [], name);
}
