import assert from "node:assert/strict";
import { isEvent } from "../../../src/page/host/shapes";
import { answer, answered, chat, pageState, retry, turn } from "./fixtures";
import { useChromium } from "./suite";

type Path = readonly (string | number)[];

const isChat = (value: unknown) => isEvent({ event: "chat", chat: value });
const isPageState = (value: unknown) => isEvent({ event: "pageState", pageState: value });
const isTurn = (value: unknown) => isEvent({ event: "turn", turn: value });
const isLive = (value: unknown) => isEvent({ event: "live", turnId: "t", live: value });

/** A copy in which the value at this path is another one. */
function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  copy[key] = changed(copy[key], rest, to);
  return copy;
}

const live = { text: "", steps: [], running: [] };
const again = { why: "Too many requests.", inMs: 1000 };
const problem = { sentence: "No answer.", remedies: [retry] };

const needed: [name: string, check: (value: unknown) => boolean, value: unknown, paths: Path[]][] =
  [
    [
      "the state of the page",
      isPageState,
      pageState,
      [
        ...["conversationId", "draft", "draftRevision", "busy", "marks", "options"].map((name) => [
          name,
        ]),
        ...["mode", "memory", "tools", "documentUrls"].map((name) => ["options", name]),
      ],
    ],
    [
      "a queue",
      isPageState,
      { ...pageState, queue: { questions: [{ id: "q", text: "next", attached: [] }] } },
      [
        ["queue", "questions"],
        ...["id", "text", "attached"].map((name) => ["queue", "questions", 0, name]),
      ],
    ],
    ["a chat", isChat, chat([turn()]), [["pageState"], ["turns"], ["turns", 0]]],
    [
      "a turn",
      isTurn,
      turn(),
      [["id"], ["question"], ["expertName"], ["result"], ["result", "state"]],
    ],
    [
      "an answer",
      isTurn,
      turn({ result: { state: "done", answer } }),
      ["output", "steps"].map((name) => ["result", "answer", name]),
    ],
    [
      "a failure",
      isTurn,
      turn({ result: { state: "failed", problem } }),
      [[], ["sentence"], ["remedies"]].map((path) => ["result", "problem", ...path]),
    ],
    [
      "a retry",
      isTurn,
      turn({ result: { state: "waiting", again } }),
      ["why", "inMs"].map((name) => ["result", "again", name]),
    ],
    [
      "what a waiting turn has so far",
      isTurn,
      turn({ result: { state: "waiting", live } }),
      ["text", "steps", "running"].map((name) => ["result", "live", name]),
    ],
    ["a live answer", isLive, live, [["text"], ["steps"], ["running"]]],
  ];

describe("the shape of what the host sends", () => {
  for (const [name, check, value, paths] of needed)
    it(`is checked: ${name}`, () => {
      assert.equal(check(value), true);
      for (const path of [[], ...paths])
        for (const wrong of [undefined, null, Symbol("wrong")])
          assert.equal(
            check(changed(value, path, wrong)),
            false,
            `${path.join(".")}: ${String(wrong)}`,
          );
    });

  it("is no list where a record is needed", () => {
    for (const path of [["marks"], ["options"], ["options", "tools"]])
      assert.equal(isPageState(changed(pageState, path, [])), false, path.join("."));
  });

  it("is right for every way a question can end", () => {
    for (const state of ["waiting", "stopped", "interrupted"] as const)
      assert.equal(isTurn(turn({ result: { state } })), true, state);
    assert.equal(isTurn(changed(turn(), ["result", "state"], "constructor")), false);
  });
});

describe("an event of a wrong shape", () => {
  const { open } = useChromium();

  it("changes nothing on the page", async () => {
    const waiting = { ...turn({ result: { state: "waiting" } }), id: "t2" };
    const { page, post, errors } = await open(
      chat([{ ...answered("first"), id: "t1" }, waiting], { busy: true }),
    );
    await page.getByText("first").waitFor();
    const content = () => page.locator(".log").evaluate((log) => log.outerHTML);
    await page.locator(".seconds").evaluate((element) => element.remove());
    const before = await content();
    const another = { ...answered("second"), id: "t0" };
    for (const wrong of [
      { event: "earlier", turns: [another] },
      { event: "earlier", conversationId: "c1", turns: another },
      { event: "earlier", conversationId: "c1", turns: [another, {}] },
      { event: "live", turnId: "t2", live: {} },
      { event: "live", turnId: ["t2"], live: { ...live, text: "second" } },
      { event: "cost", turnId: "t1", tokens: "77 tokens" },
      { event: "cost", turnId: "t1", tokens: { words: "77 tokens" } },
      { event: "cost", turnId: ["t1"], tokens: { words: "77 tokens", meaning: "tokens" } },
      { event: "removed", turnId: ["t1"] },
      { event: "reveal", turnId: ["t1"] },
      { event: "pageState", pageState: { ...pageState, options: {} } },
      { event: "toString" },
      { event: ["focus"] },
    ])
      await post(wrong);
    // Events are handled in order: by then, the others would have had their effect.
    await post({ event: "focus" });
    await page.locator("#question:focus").waitFor();
    assert.equal(await content(), before);
    assert.deepEqual(errors, []);
  });
});
