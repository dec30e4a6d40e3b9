import assert from "node:assert/strict";
import { t } from "../../../src/kit/l10n";
import type { TurnView } from "../../../src/page/protocol/views";
import {
  TextIndex,
  Hits,
  segmentsOf,
  type Segment,
} from "../../../src/features/chat/page/find/textIndex";
import { apart, answerWords } from "../../../src/features/chat/page/richText/words";
import { visible, withEscapes } from "../../../src/page/ui/visible";
import { answer, answered, attachment, chat, retry, step, turn } from "./fixtures";
import { useChromium } from "./suite";

const context = { withEscapes, t, visible, words: answerWords };

const wordsIn = (markdown: string) => [...answerWords(markdown, context)].join(apart).split(apart);

const squeezed = (text: string) => text.replaceAll(/[\s\0]+/g, "");

const placesOf = (asked: TurnView) =>
  segmentsOf(asked, context).map(({ place, text }) => [
    Object.values(place)
      .map((value) => (typeof value === "object" ? Object.values(value).join(" ") : value))
      .join(" "),
    text,
  ]);

const segmentOf = (turnId: string): Segment => ({
  turnId,
  place: { part: "question" },
  text: "",
});

describe("the words of an answer", () => {
  const { open } = useChromium();

  it("are those of each construct, and none across two of them", () => {
    for (const [markdown, ...words] of [
      ["# One *two*\n\nthree `four`\nfive", "One two", "three four\nfive"],
      ["one  \ntwo\\\nthree", "one", "two", "three"],
      ["- [x] done\n- [ ] *open*\n- [y] z\n\n[x] text", "done", "open", "[y] z", "[x] text"],
      ["- one\n\n  [x] no task", "one", "[x] no task"],
      ["|a|b|\n|-|-|\n|c|d|", "a", "b", "c", "d"],
      ["```ts\nlet a;\n\n```\n\n    indented", "let a;\n", "indented"],
      ["[a **b**](https://a.example/) c", "a b c"],
      ["[a](command:x) [b [](http://c.example)](", "a (command:x) [b  (http://c.example)]("],
      ["[![alt](x:y)](z:) text", "image: alt (x:) (z:) text"],
      ["![*a*bc\nd **e**](https://a.example/x.png)", "image: abc d e (a.example)"],
      ["a\u200bb \u202e `c\u200bd`", "a\u200bb \\u202E c\\u200Bd"],
    ] as const)
      assert.deepEqual(wordsIn(markdown), words, markdown);
  });

  it("are those that are drawn, piece by piece", async () => {
    const markdown = [
      "# Heading\n\nSome **bold**, `code`, [a link](https://a.example/), [another](x:y).",
      "- [x] done\n- one\n  - two\n\n> quoted\n\n1. three",
      "| a | b |\n| - | - |\n| 1 | 2 |",
      "```ts\nlet a = 1;\n```\n\n![picture](https://a.example/p.png)",
      "Words of a paragraph. ".repeat(40),
    ].join("\n\n");
    const output = `${markdown}\n\n`.repeat(90) + `${"> ".repeat(200)}nested too deep to be drawn`;
    const { page } = await open(chat([answered(output)]));
    const expected = [...answerWords(output, context)];
    assert.ok(expected.length > 3);
    await page.locator(".answer > .plain").last().waitFor({ state: "attached" });
    const drawn = await page.locator(".answer").evaluate((element) =>
      [...element.children].map((piece) => {
        if (piece.classList.contains("undrawn")) return undefined;
        const copy = piece.cloneNode(true) as Element;
        for (const label of copy.querySelectorAll(".code-head, .task")) label.remove();
        return copy.textContent;
      }),
    );
    assert.equal(drawn.length, expected.length);
    assert.ok(drawn.some((text) => text === undefined));
    for (const [at, text] of drawn.entries())
      if (text !== undefined) assert.equal(squeezed(text), squeezed(expected[at] ?? ""));
  });
});

describe("what can be found in a turn", () => {
  it("is its question and attachment, and why there is no answer", () => {
    const problem = { sentence: "No\nAnswer.", details: "HTTP\n401", remedies: [retry] };
    assert.deepEqual(placesOf(turn({ result: { state: "failed", problem } })), [
      ["question", "why does this leak?"],
      ["attachment 0", attachment.label],
      ["problem", "no answer."],
      ["details", "http 401"],
    ]);
    assert.deepEqual(placesOf(turn({ question: "", attachments: [] })).slice(0, 1), [
      ["step 0 sentence", "searched react effect cleanup in the documents"],
    ]);
    assert.deepEqual(
      placesOf(turn({ attachments: [], result: { state: "stopped" } })).slice(1),
      [],
    );
  });

  it("is what its steps did and found, and what there is of an answer on its way or stopped", () => {
    const part = { question: "", attachments: [] };
    const half = { ...answer, output: "Half", reasoning: "Why", steps: [step, { sentence: "S" }] };
    const places = [
      ["reasoning", "why"],
      ["step 0 sentence", step.sentence.toLowerCase()],
      ["step 0 found", "16384"],
      ["step 1 sentence", "s"],
      ["piece 0", "half"],
    ];
    const { reasoning, steps } = half;
    const live = { reasoning, steps, text: "Half", running: [] };
    for (const result of [
      { state: "stopped", answer: half },
      { state: "done", answer: half },
      { state: "waiting", live },
    ] as const)
      assert.deepEqual(placesOf(turn({ ...part, result })), places, result.state);
  });
});

describe("the hits of a search", () => {
  it("are counted through, each in its text", () => {
    const counts = [2, 0, 1, 3];
    const hits = new Hits();
    const segments = counts.map((count, order) => {
      const segment = segmentOf(`t${order}`);
      hits.add(segment, count, order * 2);
      return segment;
    });
    const all = segments.flatMap((segment, at) =>
      Array.from({ length: counts[at] ?? 0 }, (_, ordinal) => ({ segment, ordinal })),
    );
    assert.equal(hits.count, all.length);
    for (const [index, hit] of all.entries()) {
      assert.deepEqual(hits.at(index), hit);
      assert.equal(hits.at(index)?.segment, hit.segment);
      assert.equal(hits.indexOf(hit), index);
    }
    for (const index of [-1, all.length]) assert.equal(hits.at(index), undefined);
    assert.equal(hits.indexOf({ segment: segmentOf("t0"), ordinal: 0 }), -1, "another text");
    assert.equal(hits.indexOf({ segment: segments[0]!, ordinal: 2 }), -1, "a match too many");
    assert.equal(hits.indexOf({ segment: segments[3]!, ordinal: 3 }), -1, "past the last");
    assert.deepEqual(
      [0, 1, 2, 4, 5, 6, 7].map((order) => hits.from(order)),
      [0, 2, 2, 2, 3, 3, 0],
    );
    assert.equal(new Hits().from(1), 0);
  });

  it("are in the order of the turns, and gone with them", async () => {
    const index = new TextIndex(context);
    const turns = ["b", "a", "c"].map((id) => ({
      ...answered("word", { steps: [{ sentence: "word" }] }),
      id,
    }));
    const read = (all: TurnView[]) => new Promise<void>((resolve) => index.update(all, resolve));
    const found = () => {
      const hits = index.search("word");
      return Array.from({ length: hits.count }, (_, at) => hits.at(at)?.segment.turnId).join("");
    };
    await read(turns);
    assert.equal(found(), "bbaacc");
    assert.deepEqual(
      ["b", "a", "c", "gone"].map((id) => index.orderOf(id)),
      [0, 1, 2, 0],
    );
    await read(turns.toReversed().slice(0, 2));
    assert.equal(found(), "ccaa");
    await read([{ ...turns[1]!, result: { state: "stopped" } }]);
    assert.equal(found(), "");
    assert.equal(index.search("").count, 0);
  });
});
