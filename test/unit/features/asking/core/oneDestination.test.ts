import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "../../../../../src/contract/vocabulary";
import { HubError } from "../../../../../src/contract/errors";
import type { Chat } from "../../../../../src/features/asking/core/chat";
import type { QuestionToAsk } from "../../../../../src/features/asking/core/preparedQuestion";
import { columnQuestion } from "../../../../../src/features/compare/core/choices";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { Policy } from "../../../../../src/policy/policy";
import { rawJson } from "../../../../support/rawServer";
import { type ArrivedQuestion, questionFor, reply } from "../../../../support/strictHub";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { completion } from "../../../../support/modelServer";
import { smallContext } from "./smallContext";
import { assertOnlyAtA, strictHubs, type StrictWindow, withHistory } from "./strictHubs";

const typed = questionFor("A", 1);
const tooLong = rawJson(
  {
    error: 400,
    message:
      "This model's maximum context length is 900 tokens. However, you requested 4000 tokens.",
  },
  { status: 400 },
);
const busy = rawJson({ error: 429, message: "Busy." }, { status: 429, head: ["Retry-After: 1"] });
const broken = rawJson({ error: 500, message: "Broken." }, { status: 500 });
const fine = rawJson({ output: "Answer of A1." });

/** What is done to the hubs while a question is on its way to the first of them. */
const switches: Readonly<Record<string, (window: StrictWindow) => unknown>> = {
  "another hub is in use": ({ connection, hubB }) => connection.use(hubB),
  "another window has chosen another hub": ({ store, hubB }) => store.set("hubInUse", hubB.id),
  "the built-in hub is in use": ({ connection }) => connection.useBuiltIn(true),
  "the hub is removed": ({ connection, hubA }) => connection.hubs.remove(hubA),
  "the hub has the address of another one": ({ connection, hubA, b }) =>
    connection.hubs.setBaseUrl(hubA, b.server.origin),
  "the hub has another path": ({ connection, hubA, a }) =>
    connection.hubs.setBaseUrl(hubA, `${a.server.origin}/elsewhere`),
  "the key is that of another account": ({ keys, hubA, a }) =>
    keys.store(hubA.scope, a.accounts[1].key),
  "another window has stored another key": async ({ secrets, hubA, a }) => {
    const { origin } = a.server;
    const secret = JSON.stringify({ origin, key: a.accounts[1].key });
    secrets.held.set(`expertHub.key#${hubA.id}`, secret);
    // A key that was read is shared for a second.
    await sleep(1_050);
  },
  "another window has removed the hub": ({ store }) => store.set("hubs", { added: [] }),
  "another model is chosen": ({ roster, a }) => roster.choose(7, { modelId: a.modelIds[1] }),
  "the expert is removed": ({ roster }) => roster.remove([7]),
  "another expert is picked": ({ sender, chat }) => sender.pick(chat, 8),
  "the policy no longer allows the hub": ({ policy, b }) => {
    policy.current = new Policy({ allowedHubs: [b.server.origin] });
  },
};

/** Asks the first hub. Resolves once the question is sent, to what it settles to. */
type Entrance = (window: StrictWindow, chat: Chat) => Promise<{ settled: Promise<unknown> }>;

/** Long enough that a smaller try can leave them out. */
const earlierMessages = [
  { role: "user", content: questionFor("A", 1, "word ".repeat(1200)) },
  { role: "assistant", content: "Answer of A1." },
];

const asCaller =
  (caller: Caller): Entrance =>
  async ({ callers }) => {
    const { signal } = new AbortController();
    // A language model is asked alone, as VS Code's models are.
    const mode = caller === "languageModel" && { mode: "model" as const };
    const asked = callers.ask(
      { caller, input: typed, expertId: 7, earlier: earlierMessages, ...mode },
      { signal },
    );
    return { settled: asked };
  };

/** An answered or a failed question of hub A, to be asked again. */
async function turnIn({ sender, a }: StrictWindow, chat: Chat, isFailed: boolean): Promise<Turn> {
  a.answer = () => (isFailed ? broken : "");
  const { settled } = await sender.ask(chat, { typed, expertId: 7 });
  const turn = await settled;
  assert.equal(turn.result.state, isFailed ? "failed" : "done");
  a.answer = () => "";
  return turn;
}

const entrances: Readonly<Record<string, Entrance>> = {
  "the composer": async ({ sender }, chat) => {
    chat.draft = typed;
    return sender.send(chat, { typed, shown: sender.shownState(chat) });
  },
  Retry: async (window, chat) => {
    const { id } = await turnIn(window, chat, true);
    return window.sender.retry(chat, id, window.sender.shownState(chat));
  },
  "Ask Again": async (window, chat) => {
    const turn = await turnIn(window, chat, false);
    return window.sender.askAgain(chat, turn, { at: window.sender.hubInUse });
  },
  "Edit and resend": async (window) => {
    const { chats, sender, chat } = window;
    const { id } = await turnIn(window, chat, false);
    const fork = chats.open(chat.conversation.forkUntil(id, { inclusive: false }));
    fork.restore({ typed });
    return sender.send(fork, { shown: sender.shownState(fork) });
  },
  "a comparison": async (window, chat) => {
    const { comparisons, options, hubA } = window;
    const turn = await turnIn(window, chat, false);
    const first = { hubScope: hubA.scope, question: turn.question };
    const choice = { hubScope: hubA.scope, expertId: 7, temperature: 1 };
    const { abilityId, modelId } = turn.question;
    const way = { ...choice, ...(abilityId && { abilityId }), ...(modelId && { modelId }) };
    const at = comparisons.accountAt(hubA.scope);
    await comparisons.ask(chat, turn.id, [columnQuestion(way, { first, at, options })]);
    const [column] = chat.conversation.alternatives(turn.id);
    return { settled: settledTurn(chat, column!.id) };
  },
  "a command with arguments": ({ sender }, chat) =>
    sender.ask(chat, { typed, expertId: 7, at: sender.hubInUse, by: "command" }),
  "a commit message": ({ sender }, chat) => {
    const diff = { id: "d", text: "+1", languageId: "diff", label: "Changes", detail: "" };
    const own: Partial<QuestionToAsk> = { attachments: [diff], by: "commitMessage" };
    return sender.ask(chat, { typed, expertId: 7, at: sender.hubInUse, ...own });
  },
  "a summary": ({ sender }, chat) => sender.ask(chat, { typed }),
  "@expert": asCaller("participant"),
  "a tool of agents": asCaller("tool"),
  MCP: asCaller("mcp"),
  "a language model": asCaller("languageModel"),
};

async function settledTurn({ conversation }: Chat, id: string): Promise<Turn> {
  await until("it is settled", () => conversation.get(id)?.result.state !== "waiting");
  return conversation.get(id)!;
}

/** How a question ended: with an answer, or with a sentence. */
async function endOf(asked: Promise<{ settled: Promise<unknown> }>): Promise<string> {
  try {
    const { settled } = await asked;
    const turn = (await settled) as Turn | { turn: Turn };
    const { result } = "turn" in turn ? turn.turn : turn;
    return result.state === "failed" ? sentenceOf(result.error) : result.state;
  } catch (error) {
    return sentenceOf(error);
  }
}

function sentenceOf(error: unknown): string {
  assert.ok(error instanceof HubError, String(error));
  assert.match(error.message, /^[A-Z][^\n]{10,300}\.$/);
  return error.message;
}

/** What changes nothing for a question that is already prepared for its hub. */
const harmless = new Set(["another model is chosen", "another expert is picked"]);

/** Runs a cell for each switch at the same time: most of them wait for a hub. */
async function eachSwitch(
  cell: (window: StrictWindow, flip: () => Promise<void>, words: string) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Object.entries(switches).map(async ([words, flip]) => {
      const window = await strictHubs();
      await cell(window, async () => void (await flip(window)), words);
    }),
  );
}

for (const [entrance, ask] of Object.entries(entrances))
  describe(`a question by ${entrance} while something else becomes of its hub`, () => {
    afterEach(closeAll);

    it("Q11 goes to the hub that it names, or nowhere, while the user is asked to confirm it", async () => {
      await eachSwitch(async (window, flip, words) => {
        let isOn = false;
        window.confirmWith(async ([one]) => {
          if (one?.question.typed === typed && isOn) await flip();
          return true;
        });
        const before = window.a.questions.length;
        const asked = prepared(window, ask, () => (isOn = true));
        const end = await endOf(asked);
        assertOnlyAtA(window, `${words}: ${end}`);
        assert.ok(window.a.questions.length - before <= 2, words);
        if (harmless.has(words)) assert.equal(end, "done", words);
      });
    });

    it("Q11 goes to the hub that it names, or nowhere, before its bytes leave", async () => {
      await eachSwitch(async (window, flip, words) => {
        const { keys } = window;
        const { get } = keys;
        let isOn = false;
        keys.get = async (scope) => {
          if (isOn) await flip();
          isOn = false;
          return get.call(keys, scope);
        };
        const end = await endOf(prepared(window, ask, () => (isOn = true)));
        assertOnlyAtA(window, `${words}: ${end}`);
        if (harmless.has(words)) assert.equal(end, "done", words);
      });
    });

    it("Q11 goes to the hub that it names, or nowhere, while another try is waited for", async () => {
      await eachSwitch(async (window, flip, words) => {
        const { a } = window;
        let tries = 0;
        const asked = prepared(window, ask, () => {
          a.answer = () => (tries++ === 0 ? busy : "");
        });
        const ended = endOf(asked);
        await until("the first try is over", () => tries > 0);
        await flip();
        const end = await ended;
        assertOnlyAtA(window, `${words}: ${end}`);
        assert.ok(tries <= 2, `${words}: ${tries} tries`);
        if (harmless.has(words)) assert.deepEqual([end, tries], ["done", 2], words);
      });
    }).timeout(20_000);

    it("Q11 goes to the hub that it names, or nowhere, while it is made smaller", async () => {
      await eachSwitch(async (window, flip, words) => {
        const { a, chat } = window;
        withHistory(window, chat);
        const open: ArrivedQuestion[] = [];
        const asked = prepared(window, ask, () => {
          a.answer = (question) => {
            open.push(question);
            return open.length === 1 ? undefined : "";
          };
        });
        const ended = endOf(asked);
        await until("it is out", () => open.length === 1);
        await flip();
        reply(open[0]!, tooLong);
        const end = await ended;
        assertOnlyAtA(window, `${words}: ${end}`);
        assert.ok(open.length <= 2, `${words}: ${open.length} tries`);
        if (harmless.has(words)) assert.deepEqual([end, open.length], ["done", 2], words);
      });
    });
  });

/** Begins with `ready` once everything before the question itself has been asked. */
async function prepared(
  window: StrictWindow,
  ask: Entrance,
  ready: () => unknown,
): Promise<{ settled: Promise<unknown> }> {
  const { sender } = window;
  const dispatch = sender.dispatch.bind(sender);
  let isSecond = false;
  const needsTurn = ask !== entrances["the composer"] && isTwofold(ask);
  sender.dispatch = (...args) => {
    if (!needsTurn || isSecond) ready();
    isSecond = true;
    return dispatch(...args);
  };
  return ask(window, window.chat);
}

const isTwofold = (ask: Entrance): boolean =>
  ["Retry", "Ask Again", "Edit and resend", "a comparison"].some((name) => entrances[name] === ask);

describe("a question to a model that takes no tools", () => {
  afterEach(closeAll);

  it("Q11 is asked without them at the same model, whatever hub is in use by then", async () => {
    const refusal = {
      status: 400,
      body: { error: { message: "scripted does not support tools" } },
    };
    const switching = Promise.withResolvers<() => Promise<void>>();
    const fixture = await smallContext(100_000, async ({ body }) => {
      if (!body.tools) return completion({ content: "Fine." });
      await (
        await switching.promise
      )();
      return refusal;
    });
    const { ask, connection, own, question, server } = fixture;
    switching.resolve(() => connection.useBuiltIn(false));
    const turn = await ask(new Conversation(), { ...question, typed });
    assert.deepEqual([turn.result.state, turn.asked.builtIn], ["done", true]);
    assert.deepEqual(
      server.requests.map(({ body }) => body.tools !== undefined),
      [true, false],
    );
    assert.deepEqual(
      own.requests.filter((request) => request.startsWith("POST ")),
      [],
    );
  });
});

describe("a question that waits for others", () => {
  afterEach(closeAll);

  it("Q11 goes to the hub that it names, or nowhere, from the queue", async () => {
    await eachSwitch(async (window, flip, words) => {
      const { a, chat, queue, sender } = window;
      const open: ArrivedQuestion[] = [];
      a.answer = (question) => (open.push(question) === 1 ? undefined : "");
      await sender.ask(chat, { typed });
      await until("the first is out", () => open.length === 1);
      const next = questionFor("A", 1, "And?");
      await queue.add(chat, sender.shownState(chat), next);
      await flip();
      reply(open[0]!, fine);
      await until("it is sent or paused", () => chat.queue.isEmpty || !!chat.queue.pauses);
      if (!chat.queue.isEmpty) {
        assert.match(chat.queue.pauses!.sentence, /^Paused because .*\.$/, words);
        assert.deepEqual(
          chat.queue.questions.map((one) => one.typed),
          [next],
          words,
        );
      }
      await until("nothing is out", () => !sender.isTaken(chat));
      assertOnlyAtA(window, words);
    });
  });

  it("Q11 goes to the hub that it names, or nowhere, behind those of other programs", async () => {
    await eachSwitch(async (window, flip, words) => {
      const { a, callers } = window;
      const open: ArrivedQuestion[] = [];
      a.answer = (question) => (open.push(question), undefined);
      const { signal } = new AbortController();
      const ask = (caller: Caller) =>
        callers.ask({ caller, input: typed, expertId: 7 }, { signal });
      const first = Array.from({ length: 8 }, () => ask("mcp"));
      await until("all places are taken", () => open.length === 8);
      const others = ["mcp", "participant", "mcp", "languageModel"] as const;
      const waiting = others.map((caller) =>
        endOf(ask(caller).then((settled) => ({ settled: Promise.resolve(settled) }))),
      );
      await flip();
      a.answer = () => "";
      for (const one of open) reply(one, fine);
      await Promise.all(first);
      await Promise.all(waiting);
      assertOnlyAtA(window, words);
    });
  });

  it("Q11 goes to the hub that it names, or nowhere, behind the columns of a comparison", async () => {
    await eachSwitch(async (window, flip, words) => {
      const { a, chat, comparisons, options, hubA } = window;
      const turn = await turnIn(window, chat, false);
      const open: ArrivedQuestion[] = [];
      a.answer = (question) => (open.push(question), undefined);
      const first = { hubScope: hubA.scope, question: turn.question };
      const at = comparisons.accountAt(hubA.scope);
      const columns = [1, 2, 3, 4, 5].map((temperature) =>
        columnQuestion(
          {
            hubScope: hubA.scope,
            expertId: 7,
            abilityId: a.abilityId,
            modelId: a.modelIds[0],
            temperature,
          },
          { first, at, options },
        ),
      );
      await comparisons.ask(chat, turn.id, columns);
      await until("four are out", () => open.length === 4);
      await flip();
      a.answer = () => "";
      for (const one of open) reply(one, fine);
      const beside = () => chat.conversation.alternatives(turn.id);
      await until("all are settled", () =>
        beside().every(({ result }) => result.state !== "waiting"),
      );
      assertOnlyAtA(window, words);
      for (const { result } of beside()) if (result.state === "failed") sentenceOf(result.error);
    });
  });

  it("Q11 goes to the hub that it names, or nowhere, while a caller's dialog stands", async () => {
    await eachSwitch(async (window, flip, words) => {
      const { callers } = window;
      const { signal } = new AbortController();
      const approve = async () => (await flip(), true);
      const asked = callers.ask({ caller: "mcp", input: typed, expertId: 7 }, { signal, approve });
      await endOf(asked.then((settled) => ({ settled: Promise.resolve(settled) })));
      assertOnlyAtA(window, words);
    });
  });
});
