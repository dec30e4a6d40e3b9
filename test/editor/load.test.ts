import assert from "node:assert/strict";
import v8 from "node:v8";
import vm from "node:vm";
import * as vscode from "vscode";
import { workbench } from "../support/builtInExperts";
import { RecordingProxy } from "./support/recordingProxy";
import type { JournalEntry } from "../support/faults/journal";
import { startHub, type TestHub } from "./support/hub";
import { sized } from "../support/testSize";
import { answering, pause, until } from "./support/inputs";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

interface Answer {
  conversationId: string;
  output: string;
}

/** Ids among the experts for which the hub has a fault. */
const failing = [400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503];

describe("much at once", () => {
  let hub: TestHub;
  let door: RecordingProxy;

  before(async () => {
    hub = await startHub();
    door = await RecordingProxy.before(hub);
    await door.connect([workbench]);
  });
  after(async () => {
    await door.close();
    await hub.close();
  });
  afterEach(() => door.letThrough());

  it("L4 a hundred questions at once each get their own answer, over eight sockets", async () => {
    await run("expertHub.newConversation");
    door.count();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        run<Answer>("expertHub.ask", { expertId: workbench, input: `${n} * 1000 + 7` }),
      ),
    );
    const wrong = answers.filter(
      ({ output }, n) => !output.replaceAll(/[,\u202F\u00A0]/g, "").includes(String(n * 1000 + 7)),
    );
    assert.deepEqual(wrong, []);
    assert.equal(new Set(answers.map(({ conversationId }) => conversationId)).size, 100);
    assert.equal(door.questions.length, 100);
    assert.ok(door.most.sockets <= 8, `${door.most.sockets} sockets`);
  });

  it("L4 all that waits in the queue is let go of at once", async () => {
    await run("expertHub.newConversation");
    door.count();
    door.holdBack(/waits/);
    const runner = Array.from({ length: 40 }, () =>
      run<Answer>("expertHub.ask", { expertId: workbench, input: "waits" }).then(
        () => "answered",
        (error: Error) => error.message,
      ),
    );
    await until("eight are out", () => door.held === 8);
    await pause(300);
    await run("expertHub.signOut");
    // The hub holds back the questions: whatever keeps waiting outlasts the suite's timeout.
    const told = await Promise.all(runner);
    assert.deepEqual([...new Set(told)], ["The question was stopped."]);
    assert.equal(door.questions.length, 8);
    door.letThrough();
    await answering([hub.key], () => run("expertHub.setApiKey"));
  });

  it("L1 fifty experts are read six at once, and those that fail cost no other", async () => {
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    const before = hub.journal().length;
    await run("expertHub.addExpert", "400-403,409,413,422,500,430-471");
    const reads = hub
      .journal()
      .slice(before)
      .filter(({ path }) => path.includes("/get_expert"));
    assert.ok(atOnce(reads) <= 6, `${atOnce(reads)} at once`);
    assert.equal(new Set(reads.map(({ path }) => path)).size, 50);
    assert.equal(await expertCount(), 50);
  });

  it("L1 the tree asks nothing until a row is opened", async () => {
    const before = hub.journal().length;
    await run("expertHub.experts.focus");
    await run("list.focusFirst");
    for (let page = 0; page < 5; page++) await run("list.focusPageDown");
    await run("list.focusLast");
    await pause(200);
    assert.equal(hub.journal().length, before);
    await run("list.collapse");
    await run("list.expand");
    await pause(200);
    assert.ok(hub.journal().length <= before + 1);
  });

  it("L1 refreshing all can be stopped midway", async () => {
    const { withProgress } = vscode.window;
    const source = new vscode.CancellationTokenSource();
    Object.assign(vscode.window, {
      withProgress: (options: vscode.ProgressOptions, task: Parameters<typeof withProgress>[1]) => {
        assert.equal(options.cancellable, true);
        return withProgress(options, (progress) => task(progress, source.token));
      },
    });
    try {
      const first = hub.journal().length;
      const refreshing = run("expertHub.refreshExperts");
      // A pause would let too many through.
      while (hub.journal().length < first + 12) await new Promise(setImmediate);
      source.cancel();
      const before = hub.journal().length;
      await refreshing;
      await pause(200);
      const reads = hub.journal().slice(first);
      assert.ok(reads.length < 50, "all were read");
      assert.ok(reads.length <= before - first + 6, `${reads.length + first - before} more`);
      assert.ok(atOnce(reads) <= 6, `${atOnce(reads)} at once`);
    } finally {
      Object.assign(vscode.window, { withProgress });
    }
  });

  it("L6 the HTTP library was loaded by the first request", () => {
    assert.ok(Object.keys(require.cache).some((file) => file.endsWith("undici.cjs")));
  });

  it("L5 hundreds of questions of all kinds leave heap, handles and promises as they were", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const ids = [workbench, ...failing.filter((id) => id !== 429)];
    ids.push(2001, 2002, 2003, 2004, 2007, 2008, 2009, 2011, 2012, 2014, 2015, 2017, 2018);
    const round = async (rounds: number): Promise<void> => {
      for (let n = 0; n < rounds; n++) {
        await run("expertHub.newConversation");
        await Promise.all(
          ids.map((expertId) =>
            run("expertHub.ask", { expertId, input: `${n} + 1` }).then(undefined, () => undefined),
          ),
        );
      }
    };
    try {
      await round(2);
      const before = await footprint();
      const rounds = sized(2, 6);
      await round(rounds);
      const after = await footprint();
      console.log(
        `    ${(2 + rounds) * ids.length} questions, heap ${before.heap} → ${after.heap} bytes`,
      );
      assert.ok(after.heap < before.heap * 1.15, `heap ${before.heap} → ${after.heap}`);
      assert.ok(after.sockets <= before.sockets + 8, `${before.sockets} → ${after.sockets}`);
      assert.ok(after.timers <= before.timers + 10, `${before.timers} → ${after.timers}`);
      assert.deepEqual(unhandled, []);
    } finally {
      process.off("unhandledRejection", note);
    }
  });
});

/** The maximum in flight at the hub at once. */
function atOnce(seen: readonly JournalEntry[]): number {
  const steps = seen.flatMap(({ startedAt, endedAt = Infinity }) => [
    { at: startedAt, by: 1 },
    { at: endedAt, by: -1 },
  ]);
  let now = 0;
  return steps
    .toSorted((one, other) => one.at - other.at || one.by - other.by)
    .reduce((most, { by }) => Math.max(most, (now += by)), 0);
}

/** The number of experts in the tree, taken from the progress title of a refresh. */
async function expertCount(): Promise<number> {
  const { withProgress } = vscode.window;
  let title = "";
  Object.assign(vscode.window, {
    withProgress: async (options: vscode.ProgressOptions) => void (title = options.title ?? ""),
  });
  try {
    await run("expertHub.refreshExperts");
    return Number(/\d+/.exec(title)?.[0]);
  } finally {
    Object.assign(vscode.window, { withProgress });
  }
}

async function footprint() {
  await pause(1_000);
  v8.setFlagsFromString("--expose_gc");
  const collect = vm.runInNewContext("gc") as () => void;
  collect();
  await pause(50);
  collect();
  const resources = process.getActiveResourcesInfo();
  const count = (name: string) => resources.filter((resource) => resource.includes(name)).length;
  return {
    heap: v8.getHeapStatistics().used_heap_size,
    sockets: count("TCP"),
    timers: count("Timeout"),
  };
}
