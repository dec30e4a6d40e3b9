import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt, { type Token } from "markdown-it";
import { inertAnswer } from "../../../../../src/features/agents/core/inertAnswer";
import { answerBlocks } from "../../../../../src/kit/answerBlocks";
import { withoutHidden } from "../../../../../src/features/changes/core/hiddenCharacters";
import { hostileMarkdown } from "../../../../support/faults/hostileMarkdown";
import { naughtyStrings } from "../../../../support/corpora";
import { hostileHtml } from "../../../../support/hostileHtml";
import { workedMs } from "../../../../support/machineSpeed";
import { until } from "../../../../support/until";
import { some } from "../../../../support/testSize";

/** Reads more into a text than VS Code does: HTML, and addresses without a mark. */
const eager = new MarkdownIt({ html: true, linkify: true });
const plain = new MarkdownIt({ html: false });

function all(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => [token, ...all(token.children ?? [])]);
}

/** What would be more than words: images, HTML, addresses that are not https, code that is drawn. */
function lively(markdown: string): string[] {
  const tokens = all(eager.parse(markdown, {}));
  return [
    ...tokens.filter(({ type }) => /^(?:image|html_block|html_inline)$/.test(type)),
    ...tokens.filter(
      (one) => one.type === "link_open" && !String(one.attrGet("href")).startsWith("https://"),
    ),
    ...tokens.filter(({ type, info }) => type === "fence" && /^\s*(?:vscode|mermaid)/i.test(info)),
  ]
    .map((token) => `${token.type} ${token.content} ${token.info} ${token.attrGet("href")}`)
    .concat(/<\/?vscode_/i.exec(markdown) ?? []);
}

const evil = [
  "[x](command:workbench.action.terminal.new) [y](vscode://a.b) [z](file:///etc/passwd) [u](//evil.example)",
  "[c][r]\n\n[r]: command:workbench.action.quit",
  "<command:workbench.action.quit> <javascript:alert(1)>",
  "![x](https://evil.example/?d=1) ![y](data:image/png;base64,AA) ![](//evil.example/u)",
  "[![x](https://evil.example/i.png)](command:x)",
  "[a](https://user:pass@evil.example) [b](https://evil.example/(x)<y>\\)",
  "```vscode-extensions\nms-python.python\n```",
  "```mermaid\ngraph TD; A\n```",
  "```ts\n<vscode_codeblock_uri isEdit>file:///etc/passwd</vscode_codeblock_uri>\nlet a;\n```",
  "<vscode_annotation details='%5B%5D'>x</vscode_annotation> $(alert) `a`$(b)",
  "> - 1. ```vscode-extensions\n>      x.y\n>      ```",
  "| a | b |\n|---|:-:|\n| ![x](https://evil.example) | [y](command:z) \\| `|` |",
  "\\<img src=https://evil.example> &lt;img src=x&gt; &#91;x](command:y)",
  "`` ` ``<img src=x>` ![x](y)",
  "    ![x](y)\n\n\t<img>",
  String.raw`\[x\](command:y) \![x\](https://evil.example) \[x\]: command:y`,
];

const marks = ["\n", "\n\n", "    ", "\t", "> ", "- ", "1. ", "`", "```", "~~~", "[", "](", ")"];
const others = ["!", "<", "|", "\\", "*", "_", "#", "&#91;", "command:x", "https://a.example"];
const code = (text: string) => answerBlocks(text).map((block) => block.code);
const drawn = (text: string) => plain.render(text).replaceAll(/ title="t"| class="[^"]*"/g, "");

describe("an answer for VS Code's own chat", () => {
  const hostile = [...evil, ...hostileHtml(), ...naughtyStrings(), hostileMarkdown];

  it("N6 has no image, no HTML and no address but https, whatever the hub sends", () => {
    const found = hostile.map((text) => [text, lively(inertAnswer(text))] as const);
    assert.deepEqual(
      found.filter(([, what]) => what.length > 0),
      [],
    );
    assert.ok(hostile.filter((text) => lively(text).length > 0).length > 50);
  });

  it("escapes a bar in a cell once, in words and in code", () => {
    assert.equal(
      inertAnswer("| a \\| b | `c \\| d` |\n|---|--:|\n| e | f |"),
      "| a \\| b | `c \\| d` |\n| --- | ---: |\n| e | f |",
    );
  });

  it("N6 is the same text but for what is no text", () => {
    const long = "x".repeat(400);
    for (const [given, written] of [
      ["` a\n  b `", "`a   b`"],
      ["`` `a ``", "`` `a ``"],
      ["`` a` ``", "`` a` ``"],
      ["A \n  B\n===", "# A B"],
      ["###", "### "],
      ["3. a\n4. b\n\n   c", "3. a\n\n4. b\n   \n   c"],
      ["| a |\n|:--|\n| b |", "| a |\n| --- |\n| b |"],
      ["[a](command:x)", String.raw`a \(command\:x\)`],
      [`[a](command:${long})`, String.raw`a \(command\:${long.slice(0, 292)}\)`],
      ["[a]()", String.raw`a \(no address\)`],
      ["[](https://a.example/b)", String.raw`[a\.example](<https://a.example/b>)`],
      ["[a](<https://a.example/b c>)", "[a](<https://a.example/b%20c>)"],
      ["![ a\nb ](https://a.example/c)", String.raw`\[Image\: a b \(a\.example\)\]`],
      ["![](data:image/png;base64,AA)", String.raw`\[Image\: no description \(data\:\)\]`],
      ["![a](b)", String.raw`\[Image\: a \(no address\)\]`],
      [
        `![a](https://${"b".repeat(60)}.${"c".repeat(60)}.example)`,
        String.raw`\[Image\: a \(${"b".repeat(60)}\.${"c".repeat(39)}\)\]`,
      ],
      ["```  c++   x y\na\n```", "```c++\na\n```"],
      ["```a{b\na\n```", "```\na\n```"],
      [`\`\`\`${long}\na\n\`\`\``, "```\na\n```"],
      ["```VSCODE-x\na\n```", "```\na\n```"],
      ["```xmermaid\na\n```", "```xmermaid\na\n```"],
    ] as const)
      assert.equal(inertAnswer(given), written, given);
  });

  it("is cut where it is too long, to the last character that it may have", () => {
    const note = String.raw`_This is only the beginning of the answer\. Open it in Expert Hub to see all of it\._`;
    const most = "x".repeat(200_000);
    assert.equal(inertAnswer(most), most);
    assert.equal(inertAnswer(`${most}x`), `${most}\n\n${note}`);
  });

  it("N6 is as harmless for any text that is made of such pieces", () => {
    const pieces = fc.constantFrom(
      ...hostile.filter((text) => text.length < 200),
      ...marks,
      ...others,
      "vscode_",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        assert.deepEqual(lively(inertAnswer(parts.join(""))), []);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps all code as it is", () => {
    for (const text of [
      ...evil,
      "~~~js\n```\n~~~",
      "````\n```\n````",
      "- a\n\n  ```py\n  x = 1\n  ```",
    ])
      assert.deepEqual(
        code(inertAnswer(text)),
        code(withoutHidden(text)).map((one) =>
          one.replaceAll("<vscode_", "< vscode_").replaceAll("</vscode_", "< /vscode_"),
        ),
      );
  });

  const same: Record<string, string> = {
    words: "One **two** _three_ ~~four~~ `five` 6. 7*8 a_b_c <d> & \\* #9",
    headings: "# A *b*\n\ntext\n\n### C",
    lists: "- a\n- b\n  - c\n    1. d\n    2. e\n\ntext\n\n3. f\n4. g",
    "loose lists": "- a\n\n  b\n- c",
    quotes: "> a\n> > b\n>\n> - c",
    tables: "| a | b |\n| :---: | ---: |\n| `x` y | 1\\|2 |",
    rules: "a\n\n***\n\nb",
    breaks: "a\\\nb  \nc\nd",
    links: '[a *b*](https://a.example/x?y=1&z "t") <https://b.example/>',
    code: "a\n\n    four\n\n```ts\nlet `a`;\n```\n\n`` a`b `` ` `` `",
    "marks as words": String.raw`\_a\_ \`b\` \[c\] \\ ^d^ \{e\}`,
    numbers: "1\\. not a list\n\n\\- neither\n\n2024. a year",
  };
  for (const [name, markdown] of Object.entries(same))
    it(`draws ${name} as the chat does`, () => {
      assert.equal(drawn(inertAnswer(markdown)), drawn(markdown));
    });

  const repeated: Record<string, string> = {
    paragraphs: "a\n\n",
    lists: "- a\n",
    links: "[a](https://a.example/) ",
  };
  for (const [name, piece] of some(Object.entries(repeated), 1))
    it(`takes time in proportion to the number of ${name}`, async () => {
      const most = Math.floor(200_000 / piece.length);
      await until(`${most} ${name} take less than 8 times as long as a quarter of them`, () => {
        const [few, all] = [most / 4, most].map((times) =>
          workedMs(() => inertAnswer(piece.repeat(times))),
        );
        return all! < 8 * few!;
      });
    });

  it("shows the beginning of an answer that is too long to draw, and says so", () => {
    const written = inertAnswer("A line of an answer.\n\n".repeat(100_000));
    assert.ok(written.length < 220_000);
    assert.match(plain.render(written), /answer\.<\/p>\n<p><em>This is only the beginning/);
  });

  it("has words for images and addresses for links that lead nowhere", () => {
    const written = plain.render(
      inertAnswer("![a *cat*](https://pics.example/c.png) ![](x) [run](command:a.b)"),
    );
    assert.equal(
      written.trim(),
      "<p>[Image: a cat (pics.example)] [Image: no description (no address)] run (command:a.b)</p>",
    );
  });
});
