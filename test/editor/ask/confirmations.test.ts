import { noEditorTools, questionTools } from "../../support/questionTools";
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Connection, Hub } from "../../../src/features/connection/core/connection";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import type { HubRequest, Question } from "../../../src/features/conversation/core/question";
import type { Options } from "../../../src/features/asking/core/options";
import type { Keys } from "../../../src/platform/core/ports";
import {
  ChosenModels,
  modelIdOf,
  type ModelChoice,
} from "../../../src/features/models/core/chosenModels";
import { confirmationFor } from "../../../src/features/asking/editor/confirmation";
import { permissions } from "../../../src/features/asking/editor/permissions";
import { PendingConfirmations } from "../../../src/features/asking/core/pendingConfirmations";
import { Chat } from "../../../src/features/asking/core/chat";
import type {
  Outsider,
  PreparedQuestion,
} from "../../../src/features/asking/core/preparedQuestion";
import { WorkspacePermissions } from "../../../src/features/asking/core/workspacePermissions";
import { MemoryStore } from "../support/connected";
import { Messages } from "../support/messages";
import { until } from "../../support/until";
import { isTrusted } from "../../../src/platform/editor/restricted";
import { withProperty, withWindow } from "../support/standIns";
import { noPolicy, Policy } from "../../../src/policy/policy";

const secret = ["ghp", "a1B2".repeat(9)].join("_");
const key = "KEY-CANARY-confirmations";
const attachment = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };

const yes = 0;
const locked = (): Promise<never> => Promise.reject(new Error("locked"));
const sent = (body: object): HubRequest => ({ endpoint: "invoke_agent", body });

type Parts = Parameters<typeof confirmationFor>[0];
const asked = { expertId: 7, expertName: "Reader" };
const noKeys = { get: async () => undefined } as unknown as Keys;
const hubs = { list: [] };

interface Given extends Partial<Parts> {
  readonly editorTools?: typeof noEditorTools;
}

const confirming = (given: Given = {}) => {
  const parts = {
    keys: noKeys,
    connection: { hubs, policy: noPolicy } as unknown as Connection,
    models: new ChosenModels(new MemoryStore()),
    permissions: new WorkspacePermissions(new MemoryStore()),
    extras: { headerValues: async () => [] },
    reveal: () => {},
    inView: () => undefined,
    ...given,
  };
  const { permissions, confirm } = confirmationFor({
    ...parts,
    tools: questionTools({ ...parts, isTrusted }),
  });
  const { signal } = new AbortController();
  return {
    permissions,
    confirm: (chat: Chat, ...questions: PreparedQuestion[]) => confirm(chat, questions, { signal }),
    confirmAll: (chat: Chat, questions: PreparedQuestion[], summary: string) =>
      confirm(chat, questions, { signal, summary }),
  };
};

const ownHub = { scope: "https://hub.example", label: "hub.example", builtIn: false };
const builtInHub = { scope: "built-in", label: "built-in hub", builtIn: true };

interface Outgoing
  extends Partial<Question>, Pick<Partial<PreparedQuestion>, "present" | "outsider"> {
  readonly hub?: Hub;
  readonly leftOut?: number;
}

/** A question for this hub, with a request that says no more than a test needs. */
const outgoing = (
  { hub = builtInHub, leftOut = 0, present, outsider, ...more }: Outgoing,
  request: object | HubRequest = {},
): PreparedQuestion => {
  const question = { typed: "", expertId: 7, ...more };
  const { expertId } = question;
  return {
    question,
    destination: { at: { hub, baseUrl: "", account: 0 }, endpoint: "invoke_agent", expertId },
    sent: "endpoint" in request ? request : sent(request),
    asked: { ...asked, expertId, hubScope: hub.scope, builtIn: hub.builtIn },
    pictures: [],
    leftOut,
    outsider,
    ...(present && { present }),
  };
};

const consenting = (parts: Given, hub: Hub = builtInHub) => {
  const confirmation = confirming(parts);
  return {
    allows: (conversation: Conversation, question: HubRequest, present?: Options) =>
      confirmation.confirm(
        new Chat(conversation),
        outgoing({ hub, ...(present && { present }) }, question),
      ),
  };
};

const withoutModels = (hub: Hub = ownHub) => consenting({}, hub);

const check = (get: () => Promise<string | undefined> = async () => key) =>
  confirming({
    keys: { get } as unknown as Keys,
    connection: { hubs: { list: [ownHub] }, policy: noPolicy } as unknown as Connection,
  });
const allows = (more: Outgoing, body: object = {}) =>
  check().confirm(new Chat(), outgoing({ hub: ownHub, ...more }, body));

const model: ModelChoice = {
  kind: "address",
  address: "http://127.0.0.1:7/v1",
  identifier: "small",
};
const otherModel: ModelChoice = { ...model, identifier: "large" };
const to = (choice: ModelChoice): HubRequest => sent({ model_id: modelIdOf(choice) });

async function chosen() {
  const models = new ChosenModels(new MemoryStore());
  for (const choice of [model, otherModel]) await models.choose(choice);
  const connection = { hubs, policy: noPolicy } as unknown as Connection;
  return { models, connection };
}

const editorTool = (name: string, origin: string, isChosen = false) => {
  const names = { name, label: name, description: "", origin };
  return { ...names, isOn: true, isChosen };
};

const withTools = (editor_tools: readonly string[]): HubRequest =>
  sent({ tool_config: { editor_tools } });

describe("the questions before a question is sent", () => {
  let messages: Messages;
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());

  const details = () => messages.told.map(({ detail }) => detail.split("\n"));

  describe("about its content", () => {
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

    it("E5 name the value of a header, unless it is a word", async () => {
      const extras = { headerValues: async () => ["gw-4711-secret", "team-blue"] };
      const typed = "Why gw-4711-secret, team-blue?";
      assert.equal(await confirming({ extras }).confirm(new Chat(), outgoing({ typed })), false);
      assert.deepEqual(details(), [["a header of an address: what you typed, line 1"]]);
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

    it("K15 are one question for all columns of a comparison, with each reason once", async () => {
      const columns = [0, 1, 2, 3].map((at) =>
        outgoing(
          { typed: secret, hub: { ...ownHub, scope: `https://${at}.example` } },
          { input_data: "x".repeat(300_000 + at) },
        ),
      );
      const summary = "4 requests, about 75,000 tokens each, to hub.example";
      messages.answer("Do Not Send");
      assert.equal(await check().confirmAll(new Chat(), columns, summary), false);
      assert.equal(messages.told.length, 1);
      assert.equal(messages.last?.message, "Send these questions?");
      const [lines = []] = details();
      assert.deepEqual(
        [lines.length, lines[0], lines[1], lines[3]?.replace(/: \d.*/, "")],
        [
          5,
          summary,
          "This question contains what looks like a secret. Send it?",
          "This question is large",
        ],
      );
    });

    it("K9 need the key of the own hub; for the built-in one it may stay unread", async () => {
      const own = outgoing({ typed: "Why?", hub: ownHub });
      await assert.rejects(check(locked).confirm(new Chat(), own), /locked/);
      const question = outgoing({ typed: "Why?" });
      assert.equal(await check(locked).confirm(new Chat(), question), true);
      const none = confirming({ keys: { get: locked } as unknown as Keys });
      assert.equal(await none.confirm(new Chat(), question), true);
    });

    it("K15 are one question where there are several reasons, with all of them", async () => {
      const large = { input_data: "x".repeat(262_200), document_urls: ["https://10.0.0.1/a"] };
      assert.equal(await allows({ typed: secret }, large), false);
      assert.equal(messages.told.length, 1);
      const { message, buttons } = messages.last!;
      assert.deepEqual([message, buttons], ["Send this question?", ["Do Not Send", "Send Anyway"]]);
      const [lines = []] = details();
      assert.deepEqual(
        lines.filter((_, at) => at % 2 === 0).map((line) => line.replace(/: \d.*/, "")),
        [
          "This question contains what looks like a secret. Send it?",
          "This question is large",
          "The hub will fetch these addresses.",
        ],
      );
    });

    it("K15 are asked in the chat while it is in view, and lead to each secret", async () => {
      const shown: unknown[] = [];
      const chat = new Chat(undefined, undefined, () => true);
      const confirmation = confirming({ reveal: (...place) => shown.push(place) });
      const attached = { ...attachment, text: `\n\n${secret}` };
      const question = outgoing({ attachments: [attached] });
      const ask = () => confirmation.confirm(chat, question);
      const first = ask();
      await until("it is asked", () => chat.pending.current !== undefined);
      const { id, reasons, choices, no } = chat.pending.current!;
      assert.deepEqual([no, choices], ["Do Not Send", ["Send Anyway"]]);
      reasons[0]?.show?.();
      assert.deepEqual(shown, [[attached, 3]]);
      chat.pending.answer("another", yes);
      chat.pending.answer(id, undefined);
      chat.pending.answer(id, yes);
      assert.equal(await first, false);
      const second = ask();
      await until("it is asked", () => chat.pending.current !== undefined);
      chat.pending.answer(id, yes);
      assert.notEqual(
        chat.pending.current,
        undefined,
        "an earlier answer is for no other question",
      );
      chat.pending.answer(chat.pending.current!.id, yes);
      assert.equal(await second, true);
      const last = ask();
      await until("it is asked", () => chat.pending.current !== undefined);
      chat.dispose();
      assert.equal(await last, false);
      assert.deepEqual(messages.told, []);
    });
  });

  describe("about what it lets the hub reach", () => {
    const none: Options = { mode: "agent", tools: {}, documentUrls: [] };

    it("T5 T6 are asked once for each conversation and matter", async () => {
      const hub = { ...ownHub };
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
        ["Send this question?"],
      );
      const [lines = []] = details();
      assert.equal(lines[0], "Let Reader read the files of this workspace?");
      assert.equal(lines[3], "The hub will fetch these addresses.");
      assert.equal(await consent.allows(one, both), true);
      assert.equal(messages.told.length, 1);
      messages.answer("Do Not Send");
      assert.equal(await consent.allows(other, both), false);
      hub.scope = "https://b.example";
      assert.equal(await consent.allows(one, both), false, "another hub was not allowed it");
      assert.deepEqual(messages.last?.buttons, ["Do Not Send", "Send"]);
    });

    it("T5 are not asked again for an expert that may always use the workspace here", async () => {
      const permissions = new WorkspacePermissions(new MemoryStore());
      const confirmation = confirming({ permissions });
      const tools = { tool_activation: { workspace_connector: true } };
      const ask = (chat: Chat, expertId = 7) =>
        confirmation.confirm(chat, outgoing({ hub: ownHub, expertId }, tools));
      const chat = new Chat(undefined, undefined, () => true);
      const first = ask(chat);
      await until("it is asked", () => chat.pending.current !== undefined);
      const { id, reasons } = chat.pending.current!;
      assert.match(reasons[1]?.text ?? "", /in this workspace until you take it back/);
      chat.pending.answer(id, yes);
      assert.equal(await first, true);
      assert.equal(await ask(new Chat()), true, "in another chat");
      assert.deepEqual(messages.told, []);
      assert.equal(await ask(new Chat(), 8), false, "another expert");
      await permissions.remove(permissions.list[0]!);
      assert.equal(await ask(new Chat()), false, "it was revoked");
      assert.equal(messages.told.length, 2);
    });

    describe("by others than the user", () => {
      const codex = { id: "mcp codex", name: "Codex" };
      const cursor = { id: "mcp cursor", name: "Cursor" };

      it("X2 Y9 are about the folder that is searched for them, and none about it in the chat", async () => {
        const confirmation = confirming();
        const asking = async (tools: object, outsider?: Outsider) => {
          const before = messages.told.length;
          const isAllowed = await confirmation.confirm(
            new Chat(),
            outgoing({ outsider }, { tool_activation: tools }),
          );
          return [isAllowed, ...messages.told.slice(before).map(({ message }) => message)];
        };
        const refused = [false, "Let Codex read your files through Reader?"];
        assert.deepEqual(await asking({}, codex), refused);
        assert.deepEqual(await asking({ workspace_connector: true }, codex), refused);
        assert.deepEqual(await asking({ workspace_connector: false }, codex), [true]);
        for (const tools of [{}, { workspace_connector: true }])
          assert.deepEqual(await asking(tools), [true]);
        await withProperty(vscode.workspace, "isTrusted", false, async () =>
          assert.deepEqual(await asking({}, codex), [true], "no folder can be searched"),
        );
      });

      it("Y9 are none about tools that the policy has turned off, nor for a model that is asked alone", async () => {
        const policy = { current: new Policy({ workspaceTools: false }) };
        const confirmation = confirming({
          connection: { hubs, policy } as unknown as Connection,
        });
        const ask = (question: object) =>
          confirmation.confirm(new Chat(), { ...outgoing({ outsider: codex }), ...question });
        assert.equal(await ask({}), true);
        policy.current = new Policy({});
        assert.equal(await ask({ sent: { endpoint: "invoke_llm", body: {} } }), true);
        assert.deepEqual(messages.told, []);
        assert.equal(await ask({}), false);
      });

      it("Y9 are for each of them and for each expert, whatever the user allowed their own questions", async () => {
        const permissions = new WorkspacePermissions(new MemoryStore());
        const own = { hubScope: "built-in", expertId: 7, name: "Reader" };
        await permissions.add(own);
        const confirmation = confirming({ permissions });
        const tools = { tool_activation: { workspace_connector: true } };
        const ask = (outsider: Outsider, expertId = 7) =>
          confirmation.confirm(new Chat(), outgoing({ outsider, expertId }, tools));
        assert.equal(await ask(codex), false);
        const { message, detail, modal, buttons } = messages.last!;
        assert.equal(message, "Let Codex read your files through Reader?");
        assert.match(detail, /What the answer shows of them goes to Codex\./);
        assert.match(detail, /in this workspace until you take it back with the command Perm/);
        assert.deepEqual([modal, buttons], [true, ["Do Not Send", "Send"]]);
        messages.answer("Send");
        assert.equal(await ask(codex), true);
        messages.answer(undefined);
        assert.equal(await ask(codex), true, "it is not asked again");
        assert.deepEqual(messages.told, []);
        assert.equal(await ask(cursor), false, "another program");
        assert.equal(await ask(codex, 8), false, "another expert");
        assert.deepEqual(
          confirmation.permissions([]).map(({ label, description }) => [label, description]),
          [
            ["Reader", "workspace connector, in this workspace"],
            ["Reader", "files for Codex, in this workspace"],
          ],
        );
        await confirmation.permissions([])[1]!.revoke();
        assert.equal(await ask(codex), false, "it was taken back");
      });

      it("Y9 stand in the chat that is in view, where they say for whom", async () => {
        const chat = new Chat();
        const shown = new PendingConfirmations(() => true);
        const confirmation = confirming({ inView: () => shown });
        const tools = { tool_activation: { workspace_connector: true } };
        const allowed = confirmation.confirm(chat, outgoing({ outsider: codex }, tools));
        await until("it is asked", () => shown.current !== undefined);
        assert.equal(shown.current?.sentence, "Let Codex read your files through Reader?");
        shown.answer(shown.current.id, 0);
        assert.equal(await allowed, true);
        assert.deepEqual(messages.told, []);
      });

      it("Y9 name the files that they attach", async () => {
        const confirmation = confirming();
        const chat = new Chat();
        const ask = (...files: string[]) =>
          confirmation.confirm(
            chat,
            outgoing({ outsider: { ...codex, files } }, { tool_activation: off }),
          );
        const off = { workspace_connector: false };
        assert.equal(await ask(), true);
        assert.equal(await ask("src/cart.ts", "src/total.ts"), false);
        assert.match(messages.last!.detail, /^Attached files: src\/cart\.ts, src\/total\.ts\n/);
      });
    });

    it("E4 name all tools of VS Code that a file brings, and none that was chosen", async () => {
      const many = Array.from({ length: 12 }, (_, at) => `list${at}`);
      const chosen: [number, object][] = [];
      const editorTools = {
        ...noEditorTools,
        of: () => [
          ...many.map((name) => editorTool(name, "github")),
          editorTool("buy", "shop"),
          editorTool("known", "shop", true),
        ],
        choose: async (id: number, changes: object) => void chosen.push([id, changes]),
      };
      const consent = consenting({ editorTools });
      assert.equal(await consent.allows(new Conversation(), withTools(["known"])), true);
      assert.deepEqual(messages.told, []);
      const all = withTools([...many, "buy", "known"]);
      messages.answer(undefined);
      assert.equal(await consent.allows(new Conversation(), all), false);
      assert.deepEqual(chosen, []);
      assert.equal(messages.last?.message, "Let Reader use these tools of VS Code?");
      assert.deepEqual(details()[0]?.slice(0, 2), [`github: ${many.join(", ")}`, "shop: buy"]);
      messages.answer("Send");
      assert.equal(await consent.allows(new Conversation(), all), true);
      const agreed = Object.fromEntries([...many, "buy"].map((name) => [name, true]));
      assert.deepEqual(chosen, [[7, agreed]]);
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
      const consent = consenting({ models, connection });
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
        await consenting({ models, connection }).allows(new Conversation(), to(model)),
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

    it("Y2 are none about a model that the policy does not allow: the reason is said instead", async () => {
      const { models, connection } = await chosen();
      await models.allow(model);
      const policy = { current: new Policy({ allowedModels: [] }) };
      const consent = consenting({ models, connection: { ...connection, policy } as Connection });
      await assert.rejects(
        consent.allows(new Conversation(), to(model)),
        /^HubError: Set by your organisation: language models of http:\/\/127\.0\.0\.1:7 are/,
      );
      assert.deepEqual(messages.told, []);
      const list = async () => models.permissions(policy.current);
      let rows: readonly vscode.QuickPickItem[] = [];
      const showQuickPick = async (given: readonly vscode.QuickPickItem[]) => void (rows = given);
      await withWindow({ showQuickPick }, async () =>
        permissions({ list, notify: { information: assert.fail } }).run(),
      );
      assert.deepEqual(
        rows.map(({ label, detail, picked }) => [label, detail, picked]),
        [["$(lock) small at 127.0.0.1:7", "Set by your organisation", true]],
      );
    });

    it("are none where the hub decides, or answers with a model that is none of the user's", async () => {
      const { models, connection } = await chosen();
      const consent = consenting({ models, connection });
      assert.equal(await consent.allows(new Conversation(), sent({})), true);
      assert.equal(await consent.allows(new Conversation(), sent({ model_id: 7 })), true);
      assert.deepEqual(messages.told, []);
    });

    it("G1 stand before those about its reach, also where a question is asked again", async () => {
      const parts = await chosen();
      const consent = consenting(parts);
      const conversation = new Conversation();
      const question = sent({
        model_id: modelIdOf(model),
        tool_activation: { workspace_connector: true },
      });
      const present = { ...none, tools: { workspace_connector: true } };
      const workspace = "Let Reader read the files of this workspace?";
      for (const now of [undefined, present]) {
        messages.answer(undefined);
        assert.equal(await consent.allows(conversation, question, now), false);
        const [lines = []] = details();
        assert.deepEqual(
          [lines[0], lines[2]],
          ["Send questions to small at 127.0.0.1:7?", workspace],
        );
      }
      await parts.models.allow(model);
      messages.answer(undefined);
      assert.equal(await consent.allows(conversation, question, present), false);
      assert.deepEqual(
        messages.told.map(({ message }) => message),
        [workspace],
      );
    });

    it("know whether the workspace is trusted at the moment", async () => {
      assert.equal(isTrusted(), true);
      await withProperty(vscode.workspace, "isTrusted", false, async () =>
        assert.equal(isTrusted(), false),
      );
    });
  });
});
