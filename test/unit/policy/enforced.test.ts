import assert from "node:assert/strict";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import { ModelProblem } from "../../../src/contract/chatModel";
import { HubError } from "../../../src/contract/errors";
import type { SendOne } from "../../../src/contract/send";
import { assertModel, modelSend, webSend } from "../../../src/policy/guardedSend";
import type { PolicyRules } from "../../../src/policy/parsePolicy";
import { Policy } from "../../../src/policy/policy";
import { until } from "../../support/until";
import { rawJson } from "../../support/rawServer";
import { closeAll } from "../client/hubFixture";
import { bodyOf, realAsking } from "../features/asking/core/realQuestion";
import { senderFixture } from "../features/asking/core/senderFixture";

const broken = "Nothing is sent: policy.json, line 3.";

/** What a turn says about why it failed. */
const problemOf = (turn: { result: object }): string =>
  "error" in turn.result && turn.result.error instanceof HubError ? turn.result.error.message : "";

const unsent: SendOne = () => assert.fail();

const byOrganisation = (error: unknown) =>
  error instanceof HubError &&
  error.kind === "invalid-request" &&
  error.message.startsWith("Set by your organisation: ");

const refused = (error: unknown) =>
  ModelProblem.is(error) && error.message.startsWith("Set by your organisation: ");

describe("what the policy allows", () => {
  afterEach(closeAll);

  it("asks no hub that is not allowed, for whatever purpose", async () => {
    const { connection, own, policy, ask } = await realAsking();
    const narrowings: [PolicyRules, boolean][] = [
      [{ allowedHubs: [own.origin] }, true],
      [{ allowedHubs: [] }, false],
      [{ allowedHubs: ["https://other.example", `${own.origin}0`] }, false],
      [{}, true],
    ];
    for (const [rules, isAllowed] of narrowings) {
      policy.current = new Policy(rules);
      const before = own.requests.length;
      const { client } = await connection.trial(own.origin, "key");
      const asked = [
        () => client.getUser(),
        () => client.getExpert(7),
        async () => (await connection.client()).getUser(),
        async () => (await connection.probe(() => undefined)).client.getUser(),
        async () => (await connection.clientFor(connection.accountAt()!)).getUser(),
      ];
      for (const request of asked)
        if (isAllowed) await request();
        else await assert.rejects(request, byOrganisation);
      const turn = await ask(new Conversation(), { typed: "Why?" });
      assert.equal(problemOf(turn) === "", isAllowed, problemOf(turn));
      assert.equal(own.requests.length > before, isAllowed);
    }
  });

  it("sends nothing anywhere while the policy is broken", async () => {
    const { connection, own, builtIn, policy, ask } = await realAsking(undefined, "raw");
    policy.current = new Policy({}, broken);
    assert.equal(problemOf(await ask(new Conversation(), { typed: "Why?" })), broken);
    await connection.useBuiltIn(true);
    const turn = await ask(new Conversation(), { typed: "Why?" });
    assert.equal(problemOf(turn), broken);
    assert.deepEqual([own.requests, builtIn.requests], [[], []]);
    const request = {
      purpose: { by: "setup", kind: "models" },
      url: new URL("https://models.example/v1/models"),
      method: "GET",
      headers: {},
      signal: new AbortController().signal,
    } as const;
    await assert.rejects(webSend(unsent, policy)(request), { message: broken });
    await assert.rejects(modelSend(unsent, policy)(request), { message: broken });
  });

  it("starts no built-in hub, and asks none that runs", async () => {
    const { connection, builtIn, builtInHub, policy, ask } = await realAsking(undefined, "raw");
    await connection.useBuiltIn(true);
    policy.current = new Policy({ builtInHub: false });
    await assert.rejects(builtInHub.start(), byOrganisation);
    assert.equal(builtInHub.isRunning, false);
    assert.match(problemOf(await ask(new Conversation(), { typed: "Why?" })), /^Set by your/);
    policy.current = new Policy({ allowedHubs: [] });
    const client = await connection.clientFor(connection.accountAt()!);
    await client.getUser();
    const before = builtIn.requests.length;
    assert.ok(before > 0);
    policy.current = new Policy({ builtInHub: false });
    await assert.rejects(client.getUser(), byOrganisation);
    assert.equal(builtIn.requests.length, before);
  });

  it("Y3 counts from the next request on: a question that runs goes on", async () => {
    const { policy, sender, chats, own, hold, held } = await senderFixture();
    const { chat } = await chats.acquire(undefined);
    hold(true);
    const { settled } = await sender.ask(chat, { typed: "First?", expertId: 7 });
    await until("the question arrived", () => held.length === 1);
    policy.current = new Policy({ allowedHubs: [] });
    held[0]!.socket.write(rawJson({ output: "Fine." }));
    assert.equal((await settled).result.state, "done");
    const before = own.requests.length;
    const next = await sender.ask(chat, { typed: "Second?", expertId: 7 });
    assert.match(problemOf(await next.settled), /^Set by your organisation: http/);
    assert.equal(own.requests.length, before);
  });

  it("switches off the tools that are not allowed, and says so before sending", async () => {
    const { asking, own, policy } = await realAsking();
    const conversation = new Conversation();
    const tools = { web_search: true, workspace_connector: true, computation_engine: true };
    const question = { typed: "Why?", expertId: 7, tools };
    for (const [rules, expected] of [
      [{}, tools],
      [{ webSearch: false }, { ...tools, web_search: false }],
      [{ workspaceTools: false }, { ...tools, workspace_connector: false }],
      [
        { webSearch: false, workspaceTools: false },
        { ...tools, web_search: false, workspace_connector: false },
      ],
    ] as const) {
      policy.current = new Policy(rules);
      const prepared = asking.prepare(conversation, question);
      await asking.ask(conversation, prepared);
      const request = own.requests.findLast((one) => one.startsWith("POST "))!;
      const sent = bodyOf({ request }) as { tool_activation?: object };
      assert.deepEqual(sent.tool_activation, expected);
      assert.deepEqual(prepared.sent.body, sent);
    }
    policy.current = new Policy({ webSearch: false });
    const { sent: silent } = asking.prepare(conversation, { typed: "Why?", expertId: 7 });
    assert.deepEqual("tool_activation" in silent.body && silent.body.tool_activation, {
      web_search: false,
    });
  });

  it("sends no question that was prepared with a tool which is no longer allowed", async () => {
    const { asking, own, policy } = await realAsking();
    const conversation = new Conversation();
    const tools = { web_search: true };
    const question = { typed: "Why?", expertId: 7, tools };
    const prepared = asking.prepare(conversation, question);
    const silent = asking.prepare(conversation, { typed: "Why?", expertId: 7 });
    const alone = asking.prepare(conversation, { typed: "Why?", expertId: 7, mode: "model" });
    policy.current = new Policy({ webSearch: false });
    const asked = () => own.requests.filter((request) => request.startsWith("POST ")).length;
    for (const each of [prepared, silent])
      assert.match(problemOf(await asking.ask(conversation, each)), /^Set by your organisation: /);
    assert.equal(asked(), 0);
    await asking.ask(conversation, alone);
    assert.equal(asked(), 1);
  });

  it("sends no request that is larger than allowed", async () => {
    const { own, policy, ask } = await realAsking();
    policy.current = new Policy({ maxRequestBytes: 2000 });
    const asked = () => own.requests.filter((request) => request.startsWith("POST ")).length;
    await ask(new Conversation(), { typed: "Why?" });
    assert.equal(asked(), 1);
    const turn = await ask(new Conversation(), { typed: "x".repeat(2000) });
    assert.match(problemOf(turn), /^Set by your organisation: a request may have 2 KB at most/);
    assert.equal(asked(), 1);
  });

  it("asks models of the allowed origins and vendors alone", async () => {
    const sent: string[] = [];
    const send: SendOne = async ({ url }) => {
      sent.push(url.origin);
      return { status: 200, headers: {}, body: (async function* () {})() };
    };
    const rules = { allowedModels: ["https://models.example", "vscode:copilot"] };
    const policy = { current: new Policy({ ...rules, maxRequestBytes: 4 }) };
    const ask = (address: string, body?: string) =>
      modelSend(
        send,
        policy,
      )({
        purpose: { by: "chat", kind: "model" },
        url: new URL(address),
        method: "POST",
        headers: {},
        ...(body !== undefined && { body }),
        signal: new AbortController().signal,
      });
    await ask("https://models.example/v1", "1234");
    await assert.rejects(ask("https://models.example/v1", "äöü"), refused);
    await assert.rejects(ask("https://other.example/v1"), refused);
    await assert.rejects(ask("https://models.example:444/v1"), refused);
    await assert.rejects(ask("http://127.0.0.1:11434/v1"), refused);
    assert.deepEqual(sent, ["https://models.example"]);
    assertModel(policy.current, "vscode:copilot", 4);
    for (const [vendor, bytes] of [
      ["vscode:copilot", 5],
      ["vscode:other", 1],
    ] as const)
      assert.throws(() => assertModel(policy.current, vendor, bytes), refused);
    assert.throws(
      () => assertModel(new Policy({ allowedModels: [] }), "vscode:copilot", 0),
      refused,
    );
  });
});
