import assert from "node:assert/strict";
import {
  beginningOf,
  attachmentView,
  liveView,
  otherAnswersOf,
  turnView,
  type TurnViewContext,
  ShownProblems,
} from "../../../../../src/features/chat/editor/turnView";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Result, Turn } from "../../../../../src/features/conversation/core/turn";
import type { Target } from "../../../../../src/features/attachments/editor/attachmentOrigins";
import { HubError } from "../../../../../src/contract/errors";
import type { Step } from "../../../../../src/contract/types";
import { done, scope, turn } from "../../conversation/core/savedTurns";

const context: TurnViewContext = {
  target: undefined,
  hubScope: scope,
  isListed: true,
};
const viewed = (result: Result, more: Partial<Turn> = {}, given: Partial<TurnViewContext> = {}) =>
  turnView(turn("1", result, more), { ...context, ...given });

function answer(result: Result, given: Partial<TurnViewContext> = {}, more: Partial<Turn> = {}) {
  const view = viewed(result, more, given);
  assert.equal(view.result.state, "done");
  return view.result.state === "done" ? view.result.answer : assert.fail();
}

function withStep(step: Omit<Step, "raw">): Result {
  const result = done("x");
  if (result.state !== "done") return assert.fail();
  const value = { output: "x", intermediate_steps: [[{ ...step, raw: step }]] };
  return { ...result, received: { ...result.received, value } };
}

const stepAfter = (content: string): Step => {
  const own = { tool: "search", message_log: [{ content }] };
  return { ...own, raw: own };
};

const earlierLengthOf = (output: string, content: string) => {
  const result = done(output);
  if (result.state !== "done") return assert.fail();
  const value = { output, intermediate_steps: [[stepAfter(content)]] };
  return answer({ ...result, received: { ...result.received, value } }).earlierLength;
};

const other = (hubScope: string) => {
  const { asked } = turn("1", { state: "stopped" });
  return viewed({ state: "stopped" }, { asked: { ...asked, hubScope } }).otherHub;
};

const target = (single: boolean) => ({ label: "a.ts", single }) as Target;

const failed = (
  kind: "bad-key" | "no-key" | "server",
  details = {},
  given: Partial<TurnViewContext> = {},
) => {
  const error = new HubError(kind, "No.", details);
  const { result } = viewed({ state: "failed", error }, {}, given);
  return result.state === "failed" ? result.problem : assert.fail();
};

describe("a turn as the page draws it", () => {
  it("names who was asked, by what, when and where", () => {
    const asked = {
      expertId: 1,
      expertName: "One",
      abilityId: 2,
      abilityName: "Two",
      modelId: 3,
      modelName: "Three",
      hubScope: scope,
      builtIn: false,
    };
    const { result: _, ...view } = viewed({ state: "stopped" }, { asked, askedAt: 0 });
    assert.deepEqual(view, {
      id: "1",
      question: "question 1",
      askedAt: "1970-01-01T00:00:00.000Z",
      expertName: "One",
      abilityName: "Two",
      modelName: "Three",
      builtIn: false,
      modelOnly: false,
      attachments: [],
    });
    const alone = { sent: { endpoint: "invoke_llm", body: {} } } as const;
    assert.equal(viewed({ state: "stopped" }, alone).modelOnly, true);
    const builtIn = { asked: { ...asked, hubScope: "built-in", builtIn: true } };
    assert.equal(viewed({ state: "stopped" }, builtIn).builtIn, true);
  });

  it("offers what helps at its own hub first, and nothing that acts on the one in use", () => {
    const work = { scope, label: "Work", builtIn: false };
    const there = { otherHub: { label: "Work", hub: work } };
    const gone = { otherHub: { label: "Work" } };
    const back = { action: "switchHub", label: "Switch to Work" };
    const log = { action: "showLog", label: "Show Log" };
    assert.deepEqual(failed("server", {}, there).remedies, [back, log]);
    assert.deepEqual(failed("server", {}, gone).remedies, [log]);
    assert.deepEqual(failed("bad-key", {}, there).remedies, [back]);
    for (const result of [{ state: "stopped" }, { state: "interrupted" }] as const) {
      assert.deepEqual(viewed(result, {}, there).result, { ...result, remedy: back });
      assert.deepEqual(viewed(result, {}, gone).result, result);
    }
  });

  it("offers a model below what the built-in hub found without one, and below no other answer", () => {
    const { asked } = turn("1", { state: "stopped" });
    const remedyOf = (given: Partial<Turn["asked"]>, around: Partial<TurnViewContext> = {}) =>
      answer(done("x"), around, { asked: { ...asked, builtIn: true, ...given } }).remedy;
    const choose = { action: "addModel", label: "Choose a Model" };
    for (const given of [{}, { modelId: 1 }]) assert.deepEqual(remedyOf(given), choose);
    for (const given of [{ builtIn: false }, { modelId: 5_000_000_000 }])
      assert.equal(remedyOf(given), undefined);
    assert.equal(remedyOf({}, { otherHub: { label: "Work" } }), undefined);
    const sent = { endpoint: "invoke_llm", body: {} } as const;
    const alone = answer(done("x"), {}, { asked: { ...asked, builtIn: true }, sent });
    assert.equal(alone.remedy, undefined);
  });

  it("names another hub by its host", () => {
    assert.equal(other("https://b.example:8443"), "b.example:8443");
    assert.equal(other("built-in"), "built-in");
    assert.equal(other(scope), undefined);
  });

  it("previews a long selection without its end", () => {
    const text = "x".repeat(20_001);
    const attachment = { id: "a", text, languageId: "ts", label: "a.ts:1", detail: "1 line" };
    const view = attachmentView(attachment);
    assert.equal(view.text.length, 20_000);
    assert.deepEqual(
      { ...view, text: "" },
      {
        id: "a",
        label: "a.ts:1",
        detail: "1 line",
        languageId: "ts",
        text: "",
      },
    );
  });

  it("has what an answer took, what it cost and where it can go", () => {
    const one = answer(done("one"), { target: target(true) }, { approximateTokens: 7 });
    assert.deepEqual(one, {
      output: "one",
      steps: [],
      elapsedMs: 34,
      bytes: 12,
      tokens: {
        words: "about 7 tokens",
        meaning: "tokens, estimated by the hub or from the balance before and after",
      },
      target: { label: "a.ts", canReplace: true },
    });
    assert.equal(answer(done("one"), { target: target(false) }).target?.canReplace, false);
    assert.equal("target" in answer(done("one")), false);
  });

  it("says why it waits, and for how long, until that time", () => {
    const waiting = (why: "rate-limited" | "server", inMs: number) =>
      viewed({ state: "waiting", again: { why, at: Date.now() + inMs } }).result;
    const limited = waiting("rate-limited", 60_000);
    assert.ok(limited.state === "waiting" && limited.again);
    assert.equal(limited.again.why, "The hub is receiving too many requests.");
    assert.ok(limited.again.inMs > 0 && limited.again.inMs <= 60_000);
    const unavailable = waiting("server", 60_000);
    assert.equal(
      unavailable.state === "waiting" && unavailable.again?.why,
      "The hub is temporarily unavailable.",
    );
    assert.deepEqual(waiting("server", -1), { state: "waiting" });
    // The clock was set back by an hour: no wait is that long.
    assert.deepEqual(waiting("server", 3_660_000), { state: "waiting" });
    assert.deepEqual(viewed({ state: "waiting" }).result, { state: "waiting" });
  });

  it("has the labels of what helps against a failure", () => {
    const refused = failed("bad-key", { status: 401 });
    assert.deepEqual(refused.remedies, [
      { action: "setApiKey", label: "Replace Key" },
      { action: "retry", label: "Retry" },
    ]);
    assert.equal(refused.details, "HTTP status 401");
    const missing = failed("no-key");
    assert.deepEqual(missing.remedies, [{ action: "setApiKey", label: "Set API Key" }]);
    assert.equal("details" in missing, false);
  });

  it("Z1 has what the model thought apart from its steps and its answer", () => {
    const thought = { tool: "reasoning", tool_input: { query: "" }, log: "hm" };
    const result = withStep(thought);
    const { output, steps, reasoning } = answer(result);
    assert.deepEqual([output, steps, reasoning], ["x", [], "hm"]);
    assert.equal("reasoning" in answer(withStep({ tool: "web_search" })), false);
    const live = liveView({
      steps: [[{ ...thought, raw: {} }]],
      text: "",
      reasoning: "and",
      running: [],
    });
    assert.deepEqual([live.steps, live.reasoning], [[], "hm\n\nand"]);
  });

  it("says of a step what was done and found", () => {
    const log = 'Invoking web_search with {"query":"a"}\nTwo results.\n';
    const { steps } = answer(withStep({ tool: "web_search", tool_input: { query: "a" }, log }));
    assert.deepEqual(steps, [{ sentence: "Searched the web for a", found: "Two results." }]);
  });

  it("M5 has no button for an expert that neither the hub nor the list knows", () => {
    const error = new HubError("not-found", "The hub does not know expert 1.", { status: 404 });
    const remedies = (isListed: boolean) => {
      const { result } = viewed({ state: "failed", error }, {}, { isListed });
      return result.state === "failed" && result.problem.remedies.map(({ action }) => action);
    };
    assert.deepEqual(remedies(true), ["refreshExpert", "retry"]);
    assert.deepEqual(remedies(false), []);
  });

  it("is asked again once there is a language model, and shown again only then", () => {
    const conversation = new Conversation();
    const details = { status: 501, hubMessage: "No model.", about: "model" } as const;
    const result = { state: "failed", error: new HubError("server", "x", details) } as const;
    conversation.put(turn("1", result));
    conversation.put(turn("2", { state: "stopped" }));
    let model: string | undefined;
    const view = (one: Turn) => turnView(one, { ...context, model });
    const problems = new ShownProblems();
    for (const one of conversation.turns) problems.add(conversation, view(one));
    const changed = () => problems.changed(conversation, view);
    assert.deepEqual(changed(), []);
    model = "gpt-x";
    const [now, ...others] = changed();
    assert.deepEqual(others, []);
    assert.deepEqual(now?.result.state === "failed" && now.result.problem, {
      sentence: "There is a language model for this question now.",
      remedies: [
        { action: "retry", label: "Ask Again with gpt-x" },
        { action: "addModel", label: "Choose a Model" },
      ],
      isMended: true,
    });
    problems.add(conversation, now!);
    assert.deepEqual(changed(), []);
    conversation.remove("1");
    assert.deepEqual(problems.changed(conversation, view), []);
    assert.deepEqual(problems.changed(new Conversation(), view), []);
  });

  it("says who asked, what was in the queue, and what is known of an answer before its end", () => {
    const question = { typed: "Why?", expertId: 1 };
    const stopped = { state: "stopped" } as const;
    assert.equal(viewed(stopped, { question }).caller, undefined);
    const ofCaller = viewed(stopped, { question: { ...question, caller: "mcp" } });
    assert.equal(ofCaller.caller, "asked through MCP");
    const live = { steps: [], text: "So far", running: [] };
    const again = { at: Date.now() + 60_000, why: "rate-limited" } as const;
    const rows: [result: Result, known: Partial<TurnViewContext>, keys: string[]][] = [
      [{ state: "waiting" }, {}, ["state"]],
      [{ state: "waiting", isQueued: true }, { live }, ["state", "live", "isQueued"]],
      [{ state: "waiting", again }, {}, ["state", "again"]],
      [{ state: "waiting", again }, { live }, ["state", "again", "live"]],
    ];
    for (const [result, known, keys] of rows) {
      const view = viewed(result, {}, known).result;
      assert.deepEqual(Object.keys(view), keys);
      if ("live" in view) assert.equal(view.live, live);
    }
  });

  it("has what was written before the last tool was called as the beginning of an answer", () => {
    const before = "I look it up.";
    assert.equal(earlierLengthOf(`${before}\n\n42`, before), before.length + 2);
    assert.equal(earlierLengthOf("42", before), undefined);
    assert.equal(earlierLengthOf("42", ""), undefined);
  });

  it("marks a picture, and how far a review has come", () => {
    const attachment = { id: "a", text: "", languageId: "", label: "a.png", detail: "" };
    const picture = { digest: "d", type: "image/png" } as never;
    assert.equal(attachmentView(attachment).isPicture, undefined);
    assert.equal(attachmentView({ ...attachment, picture }).isPicture, true);
    const review = { state: "open", notPlaced: [] } as never;
    assert.equal(answer(done("x")).review, undefined);
    assert.equal(answer(done("x"), { review }).review, review);
  });

  it("lists other answers by what was sent, with the question where that was another", () => {
    const conversation = new Conversation();
    const question = { typed: "Why?", expertId: 1 };
    const asked = { expertId: 1, expertName: "One", hubScope: scope, builtIn: false };
    const main = turn("1", done("one"), { question });
    for (const one of [
      main,
      turn("2", done("two"), {
        question,
        beside: "1",
        asked: { ...asked, abilityName: "Two", modelName: "Three" },
        sent: { endpoint: "invoke_llm", body: { temperature: 0 } },
      }),
      turn("3", { state: "stopped" }, { question, beside: "1" }),
      turn("4", done("four"), { question: { ...question, typed: "Why not?" }, beside: "1" }),
    ])
      conversation.put(one);
    const listed = otherAnswersOf(main, conversation, ({ id }) =>
      id === "3" ? "Work" : undefined,
    );
    assert.deepEqual(listed, [
      {
        turnId: "2",
        expertName: "One",
        abilityName: "Two",
        modelName: "Three",
        temperature: 0,
        modelOnly: true,
        state: "done",
        elapsedMs: 34,
      },
      { turnId: "3", expertName: "One", modelOnly: false, otherHub: "Work", state: "stopped" },
    ]);
  });

  it("names what was edited since by its words, else by what was attached", () => {
    const main = turn("1", done("one"));
    const label = { id: "a", text: "", languageId: "", label: "a.ts", detail: "" };
    const rows: [typed: string, attachments: (typeof label)[] | undefined, named: string][] = [
      [" Before? ", [label], "Before?"],
      ["  ", [label], "a.ts"],
      ["", undefined, ""],
    ];
    for (const [typed, attachments, named] of rows) {
      const question = { typed, expertId: 1, ...(attachments && { attachments }) };
      const aside = turn("2", done("x"), { question, aside: { by: "1", from: "2" } });
      const [other] = otherAnswersOf(
        main,
        Object.assign(new Conversation(), {
          alternatives: () => [],
          asideFor: (id: string) => (id === "1" ? [aside] : []),
        }),
        () => undefined,
      );
      assert.equal(other?.question, named);
    }
  });

  it("begins ahead with whole lines of a long answer, and of no other", () => {
    const long = (output: string) => {
      const { result } = beginningOf(viewed(done(output))) ?? {};
      return result?.state === "done" ? result.answer.output : undefined;
    };
    assert.equal(long("x".repeat(199_999)), undefined);
    assert.equal(long("x".repeat(200_000)), "x".repeat(8_000));
    const lines = `${"x".repeat(7_500)}\n${"y".repeat(195_000)}`;
    assert.equal(long(lines), "x".repeat(7_500));
    assert.equal(beginningOf(viewed({ state: "stopped" })), undefined);
  });
});
