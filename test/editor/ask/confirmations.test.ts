import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Connection } from "../../../src/features/connection/core/connection";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import type { HubRequest } from "../../../src/features/conversation/core/question";
import type { Options } from "../../../src/features/asking/core/options";
import type { Keys } from "../../../src/platform/core/ports";
import { ChosenModels } from "../../../src/features/models/core/chosenModels";
import { modelIdOf, type ModelChoice } from "../../../src/features/models/core/modelChoice";
import { confirmationFor } from "../../../src/features/asking/editor/confirmation";
import { ReachConsent } from "../../../src/features/asking/editor/consent";
import { ContentCheck } from "../../../src/features/asking/editor/contentCheck";
import type { AgentRequest } from "../../../src/contract/types";
import { MemoryStore } from "../support/connected";
import { Messages } from "../support/messages";
import { withProperty } from "../support/standIns";

const secret = ["ghp", "a1B2".repeat(9)].join("_");
const key = "KEY-CANARY-confirmations";
const attachment = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };

const locked = (): Promise<never> => Promise.reject(new Error("locked"));
const sent = (body: object): HubRequest => ({ endpoint: "invoke_agent", body });

const withoutModels = (hub?: { readonly scope: string }) =>
  new ReachConsent(new ChosenModels(new MemoryStore()), { hub } as unknown as Connection);

const model: ModelChoice = {
  kind: "address",
  address: "http://127.0.0.1:7/v1",
  identifier: "small",
};
const otherModel: ModelChoice = { ...model, identifier: "large" };
const to = (choice: ModelChoice): HubRequest => sent({ model_id: modelIdOf(choice) });

async function chosen(builtIn = true) {
  const models = new ChosenModels(new MemoryStore());
  for (const choice of [model, otherModel]) await models.choose(choice);
  const connection = { hub: { scope: "built-in", builtIn } } as unknown as Connection;
  return { models, connection };
}

describe("the questions before a question is sent", () => {
  let messages: Messages;
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());

  const details = () => messages.told.map(({ detail }) => detail.split("\n"));

  describe("about its content", () => {
    const own = { scope: "https://hub.example", builtIn: false };
    const check = (get: () => Promise<string | undefined> = async () => key, hub: object = own) =>
      new ContentCheck(
        { get } as unknown as Keys,
        { hub, hubs: { list: [own] } } as unknown as Connection,
      );
    const allows = (more: object, body: object = {}) =>
      check().allows({ typed: "", attachments: [], body, ...more });

    it("K15 name each secret by kind, place and line, wherever it stands", async () => {
      assert.equal(await allows({ typed: `one\n${secret}` }), false);
      assert.equal(
        await allows({ attachments: [attachment, { ...attachment, text: `\n\n${key}` }] }),
        false,
      );
      const addresses = ["https://a.example/", `https://b.example/?token=${secret}`];
      assert.equal(await allows({}, { document_urls: addresses }), false);
      assert.equal(
        await allows({}, { conversation_history: [{ role: "user", content: `see ${key}` }] }),
        false,
      );
      assert.deepEqual(details(), [
        ["a GitHub token: what you typed, line 2"],
        ["your API key: a.ts:1, line 3"],
        ["a GitHub token: the document addresses, line 2"],
        ["your API key: the conversation so far"],
      ]);
      for (const { message, modal, buttons } of messages.told) {
        assert.equal(message, "This question contains what looks like a secret. Send it?");
        assert.deepEqual([modal, buttons], [true, ["Do Not Send", "Send Anyway"]]);
      }
      messages.answer("Send Anyway");
      assert.equal(await allows({ typed: secret }), true);
    });

    it("are none where there is nothing to ask", async () => {
      assert.equal(
        await allows({ typed: "Why?", attachments: [attachment] }, { input_data: "Why?" }),
        true,
      );
      assert.equal(await allows({}, { input_data: "x".repeat(262_127) }), true);
      assert.deepEqual(messages.told, []);
      assert.equal(await allows({}, { input_data: "x".repeat(262_128) }), false);
      assert.match(messages.last?.message ?? "", /^This question is large: 256/);
    });

    it("tell what is left out instead of the size", async () => {
      messages.answer("Send Anyway");
      assert.equal(await allows({ leftOut: 3 }, { input_data: "x".repeat(300_000) }), true);
      assert.equal(messages.told.length, 1);
      assert.match(messages.last?.message ?? "", /^Not all of this conversation fits/);
      assert.match(messages.last?.detail ?? "", /^The request is 29\d KB\. The 3 oldest answers/);
      messages.answer("Send Anyway");
      assert.equal(await allows({ leftOut: 1 }, { input_data: "x".repeat(300_000) }), true);
      assert.match(messages.last?.detail ?? "", /KB\. The oldest answer is left out\.$/);
    });

    it("K9 need the key of the own hub; for the built-in one it may stay unread", async () => {
      const question = { typed: "Why?", attachments: [], body: {} as AgentRequest };
      await assert.rejects(check(locked).allows(question), /locked/);
      const builtIn = { scope: "built-in", builtIn: true };
      assert.equal(await check(locked, builtIn).allows(question), true);
      const none = new ContentCheck(
        { get: locked } as unknown as Keys,
        { hub: builtIn, hubs: { list: [] } } as unknown as Connection,
      );
      assert.equal(await none.allows(question), true);
    });
  });

  describe("about what it lets the hub reach", () => {
    const none: Options = { mode: "agent", tools: {}, documentUrls: [] };

    it("T5 T6 are asked once for each conversation and matter", async () => {
      const hub = { scope: "https://a.example" };
      const consent = withoutModels(hub);
      const [one, other] = [new Conversation(), new Conversation()];
      const both = sent({
        tool_activation: { workspace_connector: true },
        document_urls: ["https://10.0.0.1/a"],
      });
      messages.answer("Send");
      assert.equal(await consent.allows(one, both), true);
      assert.deepEqual(
        messages.told.map(({ message }) => message),
        [
          "Allow the hub's workspace connector in this chat?",
          "The hub will fetch these addresses.",
        ],
      );
      assert.equal(await consent.allows(one, both), true);
      assert.equal(messages.told.length, 2);
      messages.answer("Do Not Send");
      assert.equal(await consent.allows(other, both), false);
      assert.equal(messages.told.length, 1, "the first no is enough");
      hub.scope = "https://b.example";
      assert.equal(await consent.allows(one, both), false, "another hub was not allowed it");
      assert.deepEqual(messages.last?.buttons, ["Do Not Send", "Send"]);
    });

    it("are none about public addresses, other tools, and the language model alone", async () => {
      const consent = withoutModels();
      const conversation = new Conversation();
      const open = {
        document_urls: ["https://a.example/"],
        tool_activation: { web_search: true, workspace_connector: false },
      };
      assert.equal(await consent.allows(conversation, sent(open)), true);
      assert.equal(await consent.allows(conversation, sent({})), true);
      const model: HubRequest = { endpoint: "invoke_llm", body: {} };
      assert.equal(await consent.allows(conversation, model), true);
      assert.equal(await consent.allows(conversation, model, none), true);
      assert.deepEqual(messages.told, []);
    });

    it("T7 name what a saved question brings beyond the present options, ten at most", async () => {
      const consent = withoutModels();
      const conversation = new Conversation();
      const addresses = Array.from({ length: 12 }, (_, at) => `https://a.example/${at}`);
      const body = {
        tool_activation: { web_search: true, document_retriever: true, computation_engine: false },
        document_urls: addresses,
      };
      const present = { ...none, tools: { web_search: true }, documentUrls: [addresses[0]!] };
      assert.equal(await consent.allows(conversation, sent(body), present), false);
      const [lines = []] = details();
      assert.equal(lines[0], "Turns on: document retriever");
      assert.equal(lines[1], "Lets the hub fetch: https://a.example/1");
      assert.deepEqual([lines.length, lines.at(-1)], [11, "and 2 more"]);
      messages.answer("Send");
      assert.equal(await consent.allows(conversation, sent(body), present), true);
      assert.equal(await consent.allows(conversation, sent(body), present), true);
      assert.equal(messages.told.length, 1);
      const same = { ...none, tools: { web_search: true, document_retriever: true } };
      messages.told.length = 0;
      const all = { ...same, documentUrls: addresses };
      assert.equal(await consent.allows(new Conversation(), sent(body), all), true);
      assert.deepEqual(messages.told, []);
    });
  });

  describe("about the language model that answers", () => {
    const none: Options = { mode: "agent", tools: {}, documentUrls: [] };

    it("G1 are asked until the user agrees, and then no more, for each model", async () => {
      const { models, connection } = await chosen();
      const consent = new ReachConsent(models, connection);
      assert.equal(await consent.allows(new Conversation(), to(model)), false);
      assert.equal(await consent.allows(new Conversation(), to(model)), false);
      assert.equal(messages.told.length, 2);
      const { message, detail, modal, buttons } = messages.last!;
      assert.equal(message, "Send questions to small at 127.0.0.1:7?");
      assert.match(
        detail,
        /^The model gets your questions, what you attach, the conversation so far,/,
      );
      assert.deepEqual([modal, buttons], [true, ["Do Not Send", "Send"]]);
      messages.answer("Send");
      assert.equal(await consent.allows(new Conversation(), to(model)), true);
      messages.answer(undefined);
      assert.equal(await consent.allows(new Conversation(), to(model)), true);
      assert.deepEqual(messages.told, []);
      assert.equal(await consent.allows(new Conversation(), to(otherModel)), false);
      assert.equal(
        await new ReachConsent(models, connection).allows(new Conversation(), to(model)),
        true,
      );
      await models.forget(model);
      await models.choose(model);
      assert.equal(
        await consent.allows(new Conversation(), to(model)),
        false,
        "it was forgotten in between",
      );
    });

    it("are none where the hub decides, or answers with a model of its own", async () => {
      const { models, connection } = await chosen();
      const consent = new ReachConsent(models, connection);
      assert.equal(await consent.allows(new Conversation(), sent({})), true);
      assert.equal(await consent.allows(new Conversation(), sent({ model_id: 7 })), true);
      const own = await chosen(false);
      assert.equal(
        await new ReachConsent(own.models, own.connection).allows(new Conversation(), to(model)),
        true,
      );
      assert.deepEqual(messages.told, []);
    });

    it("G1 are asked before those about its reach, also where a question is asked again", async () => {
      const parts = await chosen();
      const confirmation = confirmationFor({ ...parts, keys: { get: locked } as unknown as Keys });
      const conversation = new Conversation();
      const question = sent({
        model_id: modelIdOf(model),
        tool_activation: { workspace_connector: true },
      });
      const present = { ...none, tools: { workspace_connector: true } };
      for (const allowed of [
        () => confirmation.confirmReach(conversation, question),
        () => confirmation.confirmReach(conversation, question, present),
      ]) {
        messages.answer(undefined);
        assert.equal(await allowed(), false);
        assert.deepEqual(
          messages.told.map(({ message }) => message),
          ["Send questions to small at 127.0.0.1:7?"],
        );
      }
      await parts.models.allow(model);
      messages.answer(undefined);
      assert.equal(await confirmation.confirmReach(conversation, question, present), false);
      assert.equal(await confirmation.confirmReach(conversation, question), false);
      assert.deepEqual(
        messages.told.map(({ message }) => message),
        Array.from({ length: 2 }, () => "Allow the hub's workspace connector in this chat?"),
      );
    });

    it("know whether the workspace is trusted at the moment", async () => {
      const parts = await chosen();
      const { isTrusted } = confirmationFor({ ...parts, keys: { get: locked } as unknown as Keys });
      assert.equal(isTrusted(), true);
      await withProperty(vscode.workspace, "isTrusted", false, async () =>
        assert.equal(isTrusted(), false),
      );
    });
  });
});
