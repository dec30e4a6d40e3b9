import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { sourcesView } from "../../../src/features/chat/editor/sourcesView";
import { unreadPlaces } from "../../../src/features/conversation/core/sources/unread";
import {
  citedAnswers,
  citedFolder,
  surroundingsOf,
  type CitedAnswer,
} from "../../support/citedAnswers";
import type { OpenPage } from "../../support/pageHarness";
import { until } from "../../support/until";
import { assertInert } from "./expectedContent";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const viewOf = ({ turn, markdown }: CitedAnswer) => ({
  ...answered(markdown, sourcesView(turn)),
  id: turn.id,
});

const marksIn = ({ page }: OpenPage, turnId: string): Promise<string[]> =>
  page
    .locator(`[data-turn="${turnId}"] .unread`)
    .evaluateAll((marks) => marks.map((mark) => mark.parentElement?.textContent ?? ""));

describe("the sources of an answer", () => {
  const { open } = useChromium();
  let folder: string;
  let answers: CitedAnswer[];
  before(async () => {
    folder = await citedFolder();
    answers = await citedAnswers(folder);
  });
  after(() => rm(folder, { recursive: true }));

  /** A host that has these files and answers. */
  const host = async (call: string, given: unknown): Promise<unknown> => {
    const {
      turnId,
      places = [],
      paths = [],
    } = given as Record<"turnId", string> & Partial<Record<"places" | "paths", string[]>>;
    const surroundings = surroundingsOf(folder);
    if (call === "existingFiles") {
      const found = await Promise.all(paths.map((path) => surroundings.fileAt(path)));
      return paths.filter((_, at) => found[at] !== undefined);
    }
    const of = answers.find(({ turn }) => turn.id === turnId);
    return call === "unreadPlaces" && of ? unreadPlaces(of.turn, places, surroundings) : undefined;
  };

  it("mark in 50 answers the 20 citations that no step has read, and no other", async () => {
    const opened = await open(chat([]), { answer: host });
    let marked = 0;
    for (const one of answers) {
      await opened.post({ event: "chat", chat: chat([viewOf(one)]) });
      const turnId = one.turn.id;
      const has = [...one.real, ...one.invented].length > 0;
      const isAsked = () =>
        opened.sent.some(
          ({ call, args }) =>
            call === "unreadPlaces" && (args as { turnId: string }).turnId === turnId,
        );
      if (has) await until(`${turnId} is asked about`, isAsked);
      let marks: string[] = [];
      await until(`${one.markdown} is marked`, async () => {
        marks = await marksIn(opened, turnId);
        return marks.length >= one.invented.length;
      });
      await opened.page.evaluate(
        "new Promise((done) => requestIdleCallback(() => done(true), { timeout: 5000 }))",
      );
      marks = await marksIn(opened, turnId);
      assert.equal(marks.length, one.invented.length, `${one.markdown}: ${marks.join()}`);
      for (const [at, text] of marks.entries())
        assert.ok(text === "this" || one.invented[at]?.includes(text) || text === "small", text);
      marked += marks.length;
    }
    assert.equal(marked, 20);
    await assertInert(opened, "marks");
  });

  it("are counted in a line that unfolds to what was read, each at its lines", async () => {
    const sources = [
      { kind: "file" as const, path: "src/cart.ts", lines: [{ first: 1, last: 50 }] },
      {
        kind: "file" as const,
        path: "src/sizes.py",
        lines: [
          { first: 3, last: 3 },
          { first: 9, last: 9_999_999 },
        ],
      },
      { kind: "file" as const, path: "no/such.ts", lines: [] },
      { kind: "page" as const, url: "https://react.example/effects", title: "Effects" },
      { kind: "document" as const, url: "https://docs.example/guide" },
      { kind: "document" as const, url: "http://plain.example/a" },
    ];
    const opened = await open(chat([{ ...answered("Done.", { sources }), id: "t" }]), {
      answer: (call) => (call === "existingFiles" ? ["src/cart.ts", "src/sizes.py"] : undefined),
    });
    const { page, nextCall } = opened;
    const line = page.locator(".sources > summary");
    await line.waitFor();
    assert.equal(await line.textContent(), "Sources: 3 files, 1 page, 2 documents");
    assert.deepEqual(await page.locator(".sources li").count(), 0);
    await line.press("Enter");
    const rows = page.getByRole("list", { name: "Sources" }).getByRole("listitem");
    await rows.last().waitFor();
    assert.deepEqual(await rows.allTextContents(), [
      "src/cart.ts:1–50",
      "src/sizes.py: 3, 9–",
      "no/such.ts",
      "Effects react.example",
      "https://docs.example/guide",
      "http://plain.example/a",
    ]);
    const links = page.locator(".sources").getByRole("link");
    await until("files are links", async () => (await links.count()) === 5);
    const opens = ["src/cart.ts:1-50", "src/sizes.py:3-3", "src/sizes.py:9-9999999"];
    for (const [at, file] of opens.entries()) {
      await links.nth(at).press("Enter");
      assert.deepEqual((await nextCall("openFile")).args, { turnId: "t", file });
    }
    for (const [at, url] of [
      "https://react.example/effects",
      "https://docs.example/guide",
    ].entries()) {
      await links.nth(opens.length + at).press("Enter");
      assert.deepEqual((await nextCall("openLink")).args, { url });
    }
    await assertInert(opened, "sources");
    await opened.post({ event: "turn", turn: { ...answered("Again.", { sources }), id: "t" } });
    await page.getByText("Again.").waitFor();
    await page.locator(".sources[open] li").last().waitFor();
    assert.equal(await page.locator(".sources").count(), 1);
  });

  it("give a mark its own name, and lead to lines that stand behind a file in words", async () => {
    const text = "See `src/cart.ts` (lines 12–14) and src/ghost.ts:3.";
    const opened = await open(
      chat([{ ...answered(text, { marksUnread: true, steps: [] }), id: "t" }]),
      {
        answer: (call) =>
          call === "existingFiles"
            ? ["src/cart.ts"]
            : call === "unreadPlaces"
              ? ["src/ghost.ts:3-3", "src/cart.ts:12-14"]
              : undefined,
      },
    );
    const { page, nextCall } = opened;
    const marks = page.getByRole("img", { name: "(Not read for this answer)" });
    await until("both are marked", async () => (await marks.count()) === 2);
    assert.deepEqual((await nextCall("unreadPlaces")).args, {
      turnId: "t",
      places: ["src/cart.ts:12-14", "src/ghost.ts:3-3"],
    });
    const link = page.getByRole("link", { name: "src/cart.ts(Not read for this answer)" });
    await link.press("Enter");
    assert.deepEqual((await nextCall("openFile")).args, { turnId: "t", file: "src/cart.ts:12-14" });
    assert.equal(await marks.last().getAttribute("title"), "Not read for this answer");
    assert.equal(await page.locator(".answer").textContent(), text.replaceAll("`", ""));
    await opened.post({ event: "turn", turn: { ...answered("See src/ghost.ts:3."), id: "t2" } });
    await page.locator("[data-turn=t2]").getByText("See src/ghost.ts:3.").waitFor();
    await page.evaluate(
      "new Promise((done) => requestIdleCallback(() => done(true), { timeout: 5000 }))",
    );
    assert.equal(opened.sent.filter(({ call }) => call === "unreadPlaces").length, 1);
  });
});
