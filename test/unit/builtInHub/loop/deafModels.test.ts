import assert from "node:assert/strict";
import { bounds, type LoopParts, runLoop } from "../../../../src/builtInHub/loop/modelLoop";
import type { WireStep } from "../../../../src/builtInHub/tools/step";
import type { Tool } from "../../../../src/builtInHub/tools/tool";
import {
  type ChatModel,
  type ModelAnswer,
  ModelProblem,
  type ModelRequest,
} from "../../../../src/contract/chatModel";
import type { HubProgress } from "../../../../src/contract/progress";
import { assertSoon } from "../../../support/machineSpeed";
import { pause, until } from "../../../support/until";

const messages = [{ role: "user" as const, content: "How much is it?" }];
const never = new AbortController().signal;
const calls = [{ id: "1", name: "computation_engine", arguments: "{}" }];
const calling: ModelAnswer = { text: "First", calls, ending: "complete" };
const forEver = <T>() => new Promise<T>(() => undefined);

const tool = (run: Tool["run"]): Tool => ({
  name: "computation_engine",
  description: "Calculates.",
  parameters: {},
  run,
});

/** A model that hears neither Stop nor the deadline. */
function deaf(complete: (request: ModelRequest, nth: number) => Promise<ModelAnswer>) {
  let asked = 0;
  const model: ChatModel = {
    key: "deaf",
    name: "Deaf",
    identifier: "deaf",
    provider: "here",
    complete: (request) => complete(request, ++asked),
  };
  return { model, times: () => asked };
}

const run = (model: ChatModel, more: Partial<LoopParts> = {}, signal = never) =>
  runLoop(
    {
      model,
      purpose: { by: "chat", kind: "model" },
      messages,
      tools: [tool(async () => "42")],
      ...more,
    },
    signal,
  );

async function timed<T>(running: Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await running;
  } finally {
    assertSoon(performance.now() - began, 1000);
  }
}

describe("a model that does not listen", () => {
  // Those that write for ever would take the computer from all tests that follow.
  const over = new AbortController();
  after(() => over.abort());

  it("C2 is left at once when the user stops, and nothing that it writes later counts", async () => {
    const stop = new AbortController();
    const heard: HubProgress<WireStep>[] = [];
    let late: ModelRequest | undefined;
    const { model } = deaf((request) => {
      late = request;
      request.onText?.("It is");
      return forEver();
    });
    const running = run(model, { onProgress: (news) => heard.push(news) }, stop.signal);
    await until("it writes", () => heard.length > 1);
    stop.abort(new Error("stopped"));
    await timed(assert.rejects(running, /stopped/));
    const before = heard.length;
    late?.onText?.(" 42.");
    late?.onReasoning?.("Hm.");
    await pause(20);
    assert.equal(heard.length, before);
  });

  it("C2 is left at once also while a tool does not listen", async () => {
    const stop = new AbortController();
    let isRunning = false;
    const slow = tool(() => {
      isRunning = true;
      return forEver();
    });
    const { model, times } = deaf(async () => calling);
    const running = run(model, { tools: [slow] }, stop.signal);
    await until("the tool runs", () => isRunning);
    stop.abort(new Error("stopped"));
    await timed(assert.rejects(running, /stopped/));
    assert.equal(times(), 1);
  });

  it("G4 ends at the deadline with what there is", async () => {
    const { model } = deaf(async (request, nth) => {
      if (nth === 1) return calling;
      request.onText?.("It is");
      return forEver();
    });
    const { output, steps } = await timed(run(model, { deadlineMs: 200 }));
    assert.match(output, /^First\n\nIt is\n\n\*\*Deaf did not finish in time\.\*\*$/);
    assert.equal(steps.length, 1);
    const slow = run(deaf(async () => calling).model, {
      tools: [tool(forEver)],
      deadlineMs: 200,
    });
    assert.match((await timed(slow)).output, /did not finish in time/);
  });

  it("G4 that writes for ever is broken off with what there is", async () => {
    const heard: HubProgress<WireStep>[] = [];
    const { model } = deaf(async (request) => {
      while (!over.signal.aborted) {
        request.onText?.("word ".repeat(1000));
        await pause(0);
      }
      return calling;
    });
    const { output } = await run(model, { onProgress: (news) => heard.push(news) });
    const end = "\n\n**Deaf wrote more than 5 MiB, so its answer was broken off.**";
    assert.ok(output.startsWith("word word") && output.endsWith(end));
    assert.equal(Buffer.byteLength(output) - end.length, bounds.answerBytes);
    const before = heard.length;
    await pause(20);
    assert.equal(heard.length, before);
  });

  it("G4 that thinks for ever is broken off", async () => {
    const { model } = deaf(async (request) => {
      while (!over.signal.aborted) {
        request.onReasoning?.("hm ".repeat(10_000));
        await pause(0);
      }
      return calling;
    });
    await assert.rejects(run(model), /Deaf wrote more than 5 MiB, so its answer was broken off/);
  });
});

const busy = (retryAfterSeconds?: number) =>
  new ModelProblem("rate-limited", "Busy.", { retryAfterSeconds, nothingRan: true });
const answering = (...rounds: (ModelProblem | ModelAnswer)[]) =>
  deaf(async (_, nth) => {
    const round = rounds[nth - 1] ?? rounds.at(-1)!;
    if (ModelProblem.is(round)) throw round;
    return round;
  });

describe("a model that asks to wait", () => {
  const done: ModelAnswer = { text: "42.", calls: [], ending: "complete" };

  it("M10 in the middle of an answer is waited for as long as it says, visibly", async () => {
    const heard: HubProgress<WireStep>[] = [];
    const { model, times } = answering(calling, busy(1), done);
    const began = performance.now();
    const { output } = await run(model, { onProgress: (news) => heard.push(news) });
    assert.equal(output, "First\n\n42.");
    assert.ok(performance.now() - began >= 1000);
    assert.equal(times(), 3);
    assert.deepEqual(
      heard.filter(({ kind }) => kind === "wait"),
      [{ kind: "wait", seconds: 1 }],
    );
  });

  it("M10 is left at once when the user stops", async () => {
    const stop = new AbortController();
    const { model, times } = answering(calling, busy(60), done);
    const running = run(
      model,
      { onProgress: ({ kind }) => kind === "wait" && stop.abort(new Error("stopped")) },
      stop.signal,
    );
    await timed(assert.rejects(running, /stopped/));
    assert.equal(times(), 2);
  });

  for (const [name, problem] of [
    ["for more than a minute", busy(61)],
    ["without saying how long", busy()],
    [
      "though the request may have run",
      new ModelProblem("failed", "Busy.", { retryAfterSeconds: 1 }),
    ],
  ] as const)
    it(`M10 ${name} ends the answer at once, with what there is`, async () => {
      const { model, times } = answering(calling, problem, done);
      const { output } = await timed(run(model));
      assert.equal(output, "First\n\n**Busy.**");
      assert.equal(times(), 2);
    });

  it("M10 is not waited for where the time of the answer would be over before", async () => {
    const { model, times } = answering(calling, busy(30), done);
    const { output } = await timed(run(model, { deadlineMs: 20_000 }));
    assert.equal(output, "First\n\n**Busy.**");
    assert.equal(times(), 2);
  });
});
