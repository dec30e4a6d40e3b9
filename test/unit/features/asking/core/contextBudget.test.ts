import assert from "node:assert/strict";
import { messagesFor } from "../../../../../src/builtInHub/experts/modelAgent";
import { toolsFor } from "../../../../../src/builtInHub/tools/toolsFor";
import { SearchIndex } from "../../../../../src/builtInHub/tools/workspace/searchIndex";
import { estimatedTokens } from "../../../../../src/contract/contextSize";
import { hubTokens } from "../../../../../src/features/asking/core/contextBudget";
import type { Question } from "../../../../../src/features/conversation/core/question";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { omittedInWords } from "../../../../../src/features/conversation/core/omitted";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { callsOf, completion, type ModelRequestSeen } from "../../../../support/modelServer";
import { closeAll } from "../../../client/hubFixture";
import { done, turn } from "../../conversation/core/savedTurns";
import { smallContext, tokensIn, tooLong } from "./smallContext";

const filler = (mark: string, tokens: number) => `${mark} ${"word ".repeat((tokens * 4) / 5)}`;

const attachment = (name: string, tokens: number) => ({
  id: name,
  text: filler(name, tokens),
  languageId: "plaintext",
  label: name,
  detail: "",
});

type Fixture = Awaited<ReturnType<typeof smallContext>>;

/** A conversation of answered turns, `turn 1` to `turn n`, of so many tokens each. */
function answered({ connection }: Fixture, count: number, tokens: number): Conversation {
  const conversation = new Conversation();
  const asked = {
    expertId: 5,
    expertName: "Five",
    hubScope: connection.hub!.scope,
    builtIn: true,
  };
  for (let at = 1; at <= count; at++) {
    const question = { typed: `turn ${at}`, expertId: 5 };
    conversation.put(turn(`${at}`, done(filler(`answer ${at}`, tokens)), { asked, question }));
  }
  return conversation;
}

const contents = ({ body }: ModelRequestSeen) =>
  (body.messages ?? []).map(({ content }) => String(content));

const results = ({ body }: ModelRequestSeen) =>
  (body.messages ?? []).flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));

const outputOf = ({ result }: Turn) =>
  result.state === "done" ? result.received.value : undefined;

describe("a question that exceeds its model's context window", () => {
  afterEach(closeAll);

  const withAttachments: Partial<Question> = {
    typed: "Why?",
    attachments: [attachment("first.txt", 1500), attachment("second.txt", 600)],
  };

  it("Z2 goes without the oldest turns, then the oldest attachments, as the preview shows", async () => {
    const fixture = await smallContext(4096);
    const { asking, ask, contexts, key, question, server } = fixture;
    await contexts.learnListed([{ key, tokens: 4096 }]);
    const conversation = answered(fixture, 6, 500);
    const prepared = asking.prepare(conversation, { ...question, ...withAttachments } as Question);
    const asked = await ask(conversation, { ...question, ...withAttachments });
    assert.deepEqual(prepared.omitted, { turns: 6, attachments: [], contextTokens: 4096 });
    assert.deepEqual(asked.sent, prepared.sent);
    assert.deepEqual(asked.omitted, prepared.omitted);
    assert.equal(server.requests.length, 1);
    const [system, ...others] = contents(server.requests[0]!);
    assert.match(system!, /^You are /);
    const { body } = prepared.sent;
    assert.deepEqual(others, [body.input_data]);
    // With more attached, the oldest of it goes as well, and never the question.
    const more = { ...withAttachments, typed: "Why so?" };
    more.attachments = [...more.attachments!, attachment("third.txt", 1500)];
    const next = await ask(conversation, { ...question, ...more });
    assert.deepEqual(next.omitted, {
      turns: 7,
      attachments: ["first.txt"],
      contextTokens: 4096,
    });
    const [, input] = contents(server.requests[1]!);
    assert.match(input!, /^Why so\?[\s\S]*second\.txt[\s\S]*third\.txt/);
    assert.doesNotMatch(input!, /first\.txt/);
    assert.equal(
      omittedInWords(next.omitted, more.attachments),
      "Left out to fit the model's context window of about 4,096 tokens: the 7 oldest questions with their answers, first.txt",
    );
    assert.deepEqual(next.question.attachments, more.attachments);
  });

  it("Z2 keeps the last attachment where nothing is typed: it is the question", async () => {
    const fixture = await smallContext(4096);
    const { asking, contexts, key, question } = fixture;
    await contexts.learnListed([{ key, tokens: 2048 }]);
    const attachments = [attachment("first.txt", 1500), attachment("second.txt", 1500)];
    const prepared = asking.prepare(new Conversation(), { ...question, typed: " ", attachments });
    assert.deepEqual(prepared.omitted?.attachments, ["first.txt"]);
    assert.equal(prepared.sent.body.input_data, attachments[1]!.text);
  });

  it("Z2 keeps the newest turns that fit, and all of what fits", async () => {
    const fixture = await smallContext(4096);
    const { ask, contexts, key, question, server } = fixture;
    await contexts.learnListed([{ key, tokens: 4096 }]);
    const asked = await ask(answered(fixture, 6, 500), { ...question, typed: "Why?" });
    assert.equal(asked.omitted?.turns, 1);
    assert.deepEqual(
      contents(server.requests[0]!)
        .slice(1)
        .filter((content) => !content.startsWith("answer")),
      ["turn 2", "turn 3", "turn 4", "turn 5", "turn 6", "Why?"],
    );
    const small = await ask(answered(fixture, 2, 500), { ...question, typed: "Why?" });
    assert.equal(small.omitted, undefined);
    assert.equal(contents(server.requests[1]!).length, 6);
  });

  it("Z2 is asked once more with less if the server refuses it, and that is remembered", async () => {
    const fixture = await smallContext(4096);
    const { asking, ask, contexts, key, question, server } = fixture;
    const conversation = answered(fixture, 10, 500);
    const states: (readonly [string, boolean | undefined])[] = [];
    conversation.onDidChangeTurn(({ turn: now }) =>
      states.push([now.result.state, now.omitted?.refused]),
    );
    const asked = await ask(conversation, { ...question, typed: "Why?" });
    assert.equal(outputOf(asked)?.output, "Fine.");
    assert.equal(server.requests.length, 2);
    assert.deepEqual(states, [
      ["waiting", undefined],
      ["waiting", true],
      ["done", true],
    ]);
    const { turns, ...why } = asked.omitted!;
    assert.ok(turns >= 4 && turns < 10, `${turns}`);
    assert.deepEqual(why, { attachments: [], contextTokens: 4096, refused: true });
    const { body } = asked.sent;
    const sent = "conversation_history" in body ? body.conversation_history! : [];
    assert.deepEqual(
      contents(server.requests[1]!).slice(1, -1),
      sent.map(({ content }) => content),
    );
    assert.match(
      omittedInWords(asked.omitted!),
      /^The request exceeded the model's context window of 4,096 tokens\. It was sent again without: the \d oldest questions with their answers$/,
    );
    assert.equal(contexts.of(key), 4096);
    const next = { ...question, typed: "And now?" };
    const prepared = asking.prepare(conversation, next);
    assert.equal(prepared.omitted?.refused, undefined);
    const again = await ask(conversation, next);
    assert.deepEqual(again.sent, prepared.sent);
    assert.equal(server.requests.length, 3);
  });

  it("Z2 is asked twice at most, and not again where nothing can be left out", async () => {
    const fixture = await smallContext(100);
    const { ask, question, server } = fixture;
    const conversation = answered(fixture, 3, 500);
    const asked = await ask(conversation, { ...question, typed: "Why?" });
    assert.equal(asked.result.state, "failed");
    assert.equal(server.requests.length, 2);
    const alone = await ask(new Conversation(), { ...question, typed: "Why?" });
    assert.equal(alone.result.state, "failed");
    assert.equal(alone.omitted, undefined);
    assert.equal(server.requests.length, 3);
  });

  it("Z2 keeps what was written and found where the third round is refused for good", async () => {
    const fixture = await smallContext(100_000, (request, nth) => {
      const call = callsOf(["unknown_tool", { query: `${nth}` }]);
      const [choice] = (call.body as { choices: { message: { content: unknown } }[] }).choices;
      choice!.message.content = `Text of round ${nth}.`;
      return nth < 3 ? call : tooLong(4096, request);
    });
    const { ask, question } = fixture;
    const asked = await ask(new Conversation(), { ...question, typed: "Why?" });
    const value = outputOf(asked);
    assert.match(value?.output ?? "", /^Text of round 1\.\n\nText of round 2\./);
    assert.match(value?.output ?? "", /too long for scripted, which takes only 4096 tokens/);
    assert.equal(value?.intermediate_steps.length, 2);
  });

  it("Z2 goes on without the results of earlier rounds where a later one is refused", async () => {
    const fixture = await smallContext(3000, (request) =>
      results(request).length < 5
        ? callsOf(["computation_engine", { expressions: Array.from({ length: 45 }, () => "GiB") }])
        : completion({ content: "Done." }),
    );
    const { ask, contexts, key, question, server } = fixture;
    const asked = await ask(answered(fixture, 1, 100), { ...question, typed: "Why?" });
    const value = outputOf(asked);
    assert.match(
      value?.output ?? "",
      /^Done\.\n\n\*Left out to fit the context window of scripted, about 3000 tokens: /,
    );
    assert.match(value?.output ?? "", /: 4 results of tools\.\*/);
    assert.equal(value?.intermediate_steps.length, 5);
    assert.equal(contexts.of(key), 3000);
    const last = server.requests.at(-1)!;
    assert.deepEqual(
      results(last).map((content) => content.startsWith("[This result no longer fits")),
      [true, true, true, true, false],
    );
    assert.match(contents(last)[0]!, /^You are /);
    assert.ok(contents(last).includes("Why?") && contents(last).includes("turn 1"));
    // Only the first time it is refused; then it is known.
    const refused = server.requests.filter((request) => tokensIn(request) > 3000);
    assert.equal(refused.length, 1);
  });

  it("Z2 goes without the oldest of what the hub itself remembers, and says so", async () => {
    const fixture = await smallContext(3000, (_, nth) =>
      completion({ content: filler(`answer ${nth}`, 600) }),
    );
    const { ask, question, server } = fixture;
    const conversation = new Conversation();
    for (let at = 1; at <= 6; at++) {
      const asked = await ask(conversation, {
        ...question,
        typed: `turn ${at}`,
        memory: "session",
      });
      const { output = "" } = outputOf(asked) ?? {};
      assert.equal(
        /\*Left out to fit the context window of scripted, about 3000 tokens: /.test(output),
        at > 5,
        output.slice(-99),
      );
    }
    const last = contents(server.requests.at(-1)!);
    assert.match(last[0]!, /^You are /);
    assert.equal(last.at(-1), "turn 6");
    assert.equal(last.includes("turn 1"), false);
  });
});

describe("what the built-in hub says itself", () => {
  it("has room beside the words of an expert, with every tool", () => {
    const expert = { id: 1, abilities: [], expert_llm_models: [] };
    const [system] = messagesFor(expert, undefined, [], "x");
    const tools = toolsFor(
      {
        tool_activation: { workspace_connector: true, web_search: true },
        document_urls: Array.from({ length: 20 }, (_, at) => `https://docs.example/page-${at}`),
      },
      {},
      {
        cause: { by: "chat" },
        index: new SearchIndex(() => [{ name: "shop", path: "/shop" }]),
        searchAddress: () => "https://search.example",
        send: () => Promise.reject(new Error("nothing is asked")),
      },
    );
    assert.equal(tools.length, 4);
    const defined = tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    }));
    const needed = estimatedTokens(system!.content) + estimatedTokens(JSON.stringify(defined));
    assert.ok(needed <= hubTokens, `${needed} tokens`);
  });
});
