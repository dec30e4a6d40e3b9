import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { inertMarkdown } from "../../../../src/platform/editor/plainText";

describe("text of others where VS Code shows Markdown", () => {
  const markdown = new MarkdownIt({ html: true, linkify: true });

  for (const hostile of [
    "[Run](command:workbench.action.terminal.new)",
    "![x](https://evil.example/x.png)",
    "<img src=https://evil.example/x.png>",
    "https://evil.example www.evil.example me@evil.example <https://evil.example>",
    "**bold** _it_ ~~no~~ `code` $(sync~spin) $x^2$",
    "# Heading",
    "- item",
    "1. item",
    "> quote",
    "| a | b |",
    "a \\",
    "&lt;b&gt; &#x41;",
    "[x]: https://evil.example",
  ])
    it(`N6 stays text: ${hostile}`, () => {
      const drawn = markdown.render(inertMarkdown(hostile));
      const text = hostile.replace(
        /[&<>]/g,
        (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one]!,
      );
      assert.equal(drawn, `<p>${text}</p>\n`);
    });
});
