import assert from "node:assert/strict";
import { languages, syntaxOf } from "../../../src/features/chat/page/richText/grammars";
import { plainPieces } from "../../../src/features/chat/page/richText/words";
import { until } from "../../support/until";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

describe("an answer as it is drawn", () => {
  const { open } = useChromium();
  const drawn = async (markdown: string) => {
    const opened = await open(chat([answered(markdown)]));
    await opened.page.locator(".answer .part").last().waitFor();
    return { ...opened, answer: opened.page.locator(".answer") };
  };

  it("has an element for each construct", async () => {
    const { answer } = await drawn(
      "*a* **b** ~~c~~ `d`\n\n> e\n\n- f\n\n1. g\n\n| h |\n| - |\n| i |\n\n---\n\nj\\\nk",
    );
    const names = await answer
      .locator(".part *:not(div)")
      .evaluateAll((all) => all.map((one) => `${one.localName} ${one.textContent.trim()}`));
    assert.deepEqual(names, [
      "p a b c d",
      "em a",
      "strong b",
      "s c",
      "code d",
      "blockquote e",
      "p e",
      "ul f",
      "li f",
      "ol g",
      "li g",
      "table hi",
      "thead h",
      "tr h",
      "th h",
      "tbody i",
      "tr i",
      "td i",
      "hr ",
      "p jk",
      "br ",
    ]);
  });

  it("takes maths for text, also as a whole paragraph, and no sum in a link for its beginning", async () => {
    const { answer } = await drawn("$a *b* c$\n\n[*for* $5](https://a.example/) or *up* to $6$");
    const names = await answer
      .locator("p *")
      .evaluateAll((all) => all.map((one) => `${one.localName} ${one.textContent.trim()}`));
    assert.deepEqual(names.slice(0, 3), ["span $a *b* c$", "span for $5", "em for"]);
    assert.ok(names.includes("em up"), names.join());
  });

  it("leaves a paragraph plain only from more than 2,000 marks on", async () => {
    for (const [words, expected] of [
      ["*a* ".repeat(1000), 1000],
      [`${"*a* ".repeat(1000)}*`, 0],
    ] as const) {
      const { answer } = await drawn(words);
      assert.equal(await answer.locator("em").count(), expected);
    }
  });

  it("counts a list from where it begins", async () => {
    const { answer } = await drawn("3. a\n4. b\n\ntext\n\n1. c\n\ntext\n\n0. d");
    const starts = await answer
      .locator("ol")
      .evaluateAll((all) => all.map((one) => (one as HTMLOListElement).start));
    assert.deepEqual(starts, [3, 1, 0]);
  });

  it("aligns the cells of a table as it says", async () => {
    const { answer } = await drawn("|a|b|c|d|\n|:-|-:|:-:|-|\n|1|2|3|4|");
    const sides = (cell: string) =>
      answer.locator(cell).evaluateAll((all) => all.map((one) => getComputedStyle(one).textAlign));
    for (const cell of ["th", "td"])
      assert.deepEqual((await sides(cell)).slice(0, 3), ["left", "right", "center"]);
    const plain = await answer.locator("td").evaluateAll((all) => all.map((one) => one.className));
    assert.deepEqual(plain, ["align-left", "align-right", "align-center", ""]);
    await answer.getByRole("group", { name: "Table" }).focus();
  });

  it("puts its headings below those of the page", async () => {
    const { answer } = await drawn(
      [1, 2, 3, 4, 5, 6].map((level) => `${"#".repeat(level)} level ${level}`).join("\n\n"),
    );
    const names = await answer
      .locator(":is(h1,h2,h3,h4,h5,h6)")
      .evaluateAll((all) => all.map((one) => one.tagName));
    assert.deepEqual(names, ["H3", "H4", "H5", "H6", "H6", "H6"]);
  });

  it("marks what is done in a list of tasks", async () => {
    const { answer } = await drawn(
      "- [x] one\n- [ ] two\n- [X] three **bold**\n- [y] four\n\n[x] five",
    );
    const items = await answer
      .locator("li")
      .evaluateAll((all) =>
        all.map((one) => [
          one.className,
          one.querySelector("[role=img]")?.ariaLabel ?? "",
          one.querySelector("[role=img]")?.className ?? "",
          one.querySelectorAll("svg").length,
          one.textContent.trim(),
        ]),
      );
    assert.deepEqual(items, [
      ["task-item", "Done", "task done", 1, "one"],
      ["task-item", "Not done", "task", 0, "two"],
      ["task-item", "Done", "task done", 1, "three bold"],
      ["", "", "", 0, "[y] four"],
    ]);
    await answer.getByText("[x] five").waitFor();
  });

  it("keeps every line of a code block, empty ones at its end included", async () => {
    const code = "\n  a\n\n\n";
    const { answer } = await drawn(`\`\`\`\n${code}\n\`\`\`\n\n\`\`\`\n\`\`\``);
    assert.deepEqual(await answer.locator("code").allTextContents(), [code, ""]);
  });

  it("keeps every line of a very long code block", async () => {
    for (const length of [1000, 1001]) {
      const lines = Array.from({ length }, (_, at) => `line ${at}`);
      const { answer } = await drawn(`\`\`\`ts\n${lines.join("\n")}\n\`\`\``);
      const text = (await answer.locator("code").textContent()) ?? "";
      assert.deepEqual(text.replace(/\n$/, "").split("\n"), lines);
    }
  });

  it("labels code by the first word of what is said about it", async () => {
    const { answer } = await drawn(
      "```  ts title=x\n1\n```\n\n    indented\n\n```a\u202eb\n2\n```",
    );
    assert.deepEqual(await answer.locator(".code-language").allTextContents(), [
      "ts",
      "text",
      "a\\u202Eb",
    ]);
  });

  it("colours all its code blocks, and what is in them", async () => {
    const code = '// a note\nconst x: number = /a+/.test("text") ? 1 : f`t`;';
    const { answer } = await drawn([1, 2, 3].map(() => `\`\`\`ts\n${code}\n\`\`\``).join("\n\n"));
    for (const kind of ["comment", "keyword", "built_in", "regexp", "string", "number", "title"])
      for (const at of [0, 1, 2])
        await answer.locator("code").nth(at).locator(`.hljs-${kind}`).first().waitFor();
    assert.deepEqual(await answer.locator("code").allTextContents(), [code, code, code]);
  });

  it("keeps code in one colour, all of it, where a line of it is too long to be coloured", async () => {
    const code = `${"let a = 1;\n".repeat(200)}\n${"let b = 2;\n".repeat(200)}let c = "${"x".repeat(600)}";`;
    const { answer, page } = await drawn(`\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`ts\nlet d;\n\`\`\``);
    await answer.locator(".hljs-keyword").first().waitFor();
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })),
    );
    assert.equal((await answer.locator("code").first().textContent())?.trimEnd(), code);
    assert.equal(await answer.locator("code").first().locator(".hljs-keyword").count(), 0);
  });

  it("colours each language, under its other names too, and no unknown one", () => {
    assert.equal(languages.length, 16);
    for (const name of [
      "ts",
      "py",
      "sh",
      "shell",
      "console",
      "c",
      "h",
      "json5",
      "JS",
      "html",
      "yml",
    ])
      assert.ok(syntaxOf('x = "1" # y', name), name);
    for (const name of ["text", "brainfuck", ""])
      assert.equal(syntaxOf("x", name), undefined, name);
  });

  it("says what a picture shows and where it is from", async () => {
    const { answer } = await drawn(
      "![a *fine*\ndiagram](https://evil.example:8443/a.png) ![](data:image/png;base64,AA) ![b](nowhere)",
    );
    assert.deepEqual(await answer.locator(".image-chip").allTextContents(), [
      "image: a fine diagram (evil.example:8443)",
      "image: no description (data:)",
      "image: b (no address)",
    ]);
  });

  it("breaks lines where they are broken, and rules where it says so", async () => {
    const { answer } = await drawn("one  \ntwo\nthree\n\n---\n\n> quoted ~~struck~~");
    assert.equal(await answer.locator("br").count(), 1);
    // What is not laid out yet has no text of its own.
    await until(
      "it is laid out",
      async () => (await answer.locator("p").first().innerText()) !== "",
    );
    assert.equal(await answer.locator("p").first().innerText(), "one\ntwo three");
    assert.equal(await answer.locator("hr").count(), 1);
    assert.equal(await answer.locator("blockquote s").textContent(), "struck");
  });

  it("shows the address of a link that cannot be opened", async () => {
    const { answer } = await drawn("[a](command:x) [b](https://b.example/x) [](http://c.example)");
    assert.equal(await answer.locator("p").textContent(), "a (command:x) b  (http://c.example)");
    assert.equal(await answer.locator(".link").getAttribute("title"), "https://b.example/x");
  });

  it("cuts plain text at a line, else at a space, and never within a character", () => {
    const line = `${"word ".repeat(30)}\n`;
    for (const [text, end] of [
      [line.repeat(200), /\n$/],
      ["word ".repeat(5_000), / $/],
      [`x${"😀".repeat(10_000)}`, /😀$/u],
      // The first and the last of the halves that end a character.
      [`x${"\u{10000}".repeat(10_000)}`, /\u{10000}$/u],
      [`x${"\u{103ff}".repeat(10_000)}`, /\u{103ff}$/u],
    ] as const) {
      const pieces = [...plainPieces(text)];
      assert.equal(pieces.join(""), text);
      assert.ok(pieces.length > 1);
      for (const piece of pieces.slice(0, -1)) {
        assert.match(piece, end);
        assert.ok(piece.length <= 8_001 && piece.isWellFormed());
      }
    }
  });
});
