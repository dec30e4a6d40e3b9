import assert from "node:assert/strict";
import { htmlText } from "../../../../../src/builtInHub/tools/documents/htmlText";
import { some } from "../../../../support/testSize";

const { signal } = new AbortController();
const textOf = (html: string) => htmlText(html, new URL("https://example.org/docs/page"), signal);

describe("the text of a page", () => {
  const table: readonly [what: string, html: string, expected: string][] = [
    [
      "headings and paragraphs",
      "<h1>A</h1><p>one<p>two<h3>B</h3>three",
      "# A\n\none\n\ntwo\n\n### B\n\nthree",
    ],
    ["the title, if no heading says it", "<title>T</title><p>one", "# T\n\none"],
    ["the title once", "<title> T </title><h1>T</h1><p>one", "# T\n\none"],
    ["blanks as one", "<p>a \n\t b<b> c</b></p>", "a b c"],
    ["lists", "<ul><li>a<li>b<ol><li>c</ol></ul>d", "- a\n- b\n  - c\n\nd"],
    ["list items with paragraphs", "<ul><li><p>a</p></li></ul>", "- a"],
    [
      "links with their full address",
      'see <a href="../x?y=1#z">this <b>page</b></a>.',
      "see [this page](https://example.org/x?y=1#z).",
    ],
    [
      "links that lead nowhere as text",
      '<a href="javascript:alert(1)">a</a> <a href="#top">b</a> <a>c</a> <a href="data:,x">d</a>',
      "a b c d",
    ],
    [
      "links that were not closed",
      '<a href="/a">a <a href="/b">b</a>',
      "[a](https://example.org/a) [b](https://example.org/b)",
    ],
    ["tables as lines", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a | b\n1 | 2"],
    [
      "code as it is",
      "<pre>if (a) {\n    b &lt; c\n}</pre>after",
      "```\nif (a) {\n    b < c\n}\n```\n\nafter",
    ],
    ["line breaks", "a<br>b<br/>c", "a\nb\nc"],
    ["definitions", "<dl><dt>a<dd>b</dl>", "a\nb"],
    ["entities", "&copy; &#x41; &amp;lt; &nbsp;x", "© A &lt; x"],
    [
      "nothing of scripts and styles",
      "<style>p{}</style><script>if (a<b) x='</p>'</script>a<noscript>b</noscript>",
      "a",
    ],
    [
      "nothing of navigation",
      "<nav>n<p>o</nav><div role=navigation>p</div><main>a</main><footer>f</footer><aside>s</aside>",
      "a",
    ],
    [
      "nothing of controls and pictures",
      "<form>a<button>b</button><select><option>c</select></form><svg><title>d</title><text>e</text></svg><iframe>f</iframe>",
      "a",
    ],
    [
      "nothing that is hidden",
      '<p hidden>a</p><p aria-hidden="true">b</p><p style="color:red; DISPLAY : none">c</p><p style="visibility:hidden">d</p>e<template>f</template>',
      "e",
    ],
    [
      "nothing of comments and declarations",
      "<!doctype html><!-- a --><?php b ?><![CDATA[c]]>d",
      "d",
    ],
    ["text after elements that were never closed", "<div><b><p>a</div></i></nav>b", "a\n\nb"],
    ["headings as one line", "<h2>a<div>b</div></h2>", "## a\n\nb"],
  ];
  for (const [what, html, expected] of table)
    it(`has ${what}`, async () => {
      assert.equal(await textOf(html), expected);
    });

  it("is that of a large page", async () => {
    const text = await textOf(`<div>${'<p>word <a href="/x">link</a></p>'.repeat(10_000)}</div>`);
    assert.equal(text.match(/link/g)?.length, 10_000);
  });

  const hostile: readonly [what: string, html: string][] = [
    ["deep nesting", "<div>".repeat(500_000)],
    ["deep nesting with wrong ends", "<b></i>".repeat(400_000)],
  ];
  for (const [what, html] of some(hostile, 3))
    it(`is refused where a page consists of ${what}`, async () => {
      await assert.rejects(textOf(html), { message: "The page is too intricate to be read." });
    });

  const intricate: readonly [what: string, html: string][] = [
    ["links in one line", '<a href="/x">l</a>'.repeat(200_000)],
    ["cells in one row", `<table><tr>${"<td>a".repeat(500_000)}`],
    ["attributes", `<p ${"a='b' ".repeat(400_000)}>text`],
    ["ends without beginnings", `${"</p></b>".repeat(300_000)}text`],
    ["one attribute", `<p style="${"display:".repeat(300_000)}">text`],
    ["open tags", `text${"<a <b ".repeat(400_000)}`],
    ["entities", "&amp;&notit;&#0;".repeat(200_000)],
  ];
  for (const [what, html] of intricate)
    it(`takes no long time where a page consists of ${what}`, async () => {
      await textOf(html).catch((error: Error) =>
        assert.equal(error.message, "The page is too intricate to be read."),
      );
    });

  it("stops when the question is cancelled", async () => {
    const controller = new AbortController();
    const reading = htmlText(
      "<p>a".repeat(200_000),
      new URL("https://example.org"),
      controller.signal,
    );
    setImmediate(() => controller.abort(new Error("stopped")));
    await assert.rejects(reading, /stopped/);
  });
});
