import assert from "node:assert/strict";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { isDeepStrictEqual } from "node:util";
import * as builtInHub from "../../../src/builtInHub/index";
import { UserNetwork } from "../../../src/client/userNetwork";
import type { BuiltInHubOptions } from "../../../src/contract/builtInHubApi";
import type { SendOne } from "../../../src/contract/send";
import type { ToolActivation } from "../../../src/contract/types";
import { toolNames, type Caller, type ToolName } from "../../../src/contract/vocabulary";
import { CallerQuestions } from "../../../src/features/agents/core/callerQuestions";
import type { Chat } from "../../../src/features/asking/core/chat";
import { OpenChats } from "../../../src/features/asking/core/openChats";
import { ExpertOptions } from "../../../src/features/asking/core/options";
import { QuestionRunner } from "../../../src/features/asking/core/questionRunner";
import { QuestionSender } from "../../../src/features/asking/core/questionSender";
import { QuestionTools } from "../../../src/features/asking/core/questionTools";
import { ComparisonSender } from "../../../src/features/compare/core/comparisonSender";
import type { Turn } from "../../../src/features/conversation/core/turn";
import { FileExperts } from "../../../src/features/experts/core/fileExperts";
import { modelIdOf, type ModelChoice } from "../../../src/features/models/core/chosenModels";
import { modelSend, webSend } from "../../../src/policy/guardedSend";
import { parsePolicy, policyKeys, type PolicyRules } from "../../../src/policy/parsePolicy";
import { Policy } from "../../../src/policy/policy";
import { toolRefusals } from "../../../src/policy/toolRefusals";
import { noEditorTools } from "../../support/questionTools";
import { workbench } from "../../support/builtInExperts";
import { callsOf, completion, startModelServer } from "../../support/modelServer";
import { some } from "../../support/testSize";
import { loopbackServer, page } from "../builtInHub/tools/loopbackServer";
import { temporaryFolder } from "../builtInHub/tools/temporaryFolder";
import { atEnd, closeAll } from "../client/hubFixture";
import { realAsking } from "../features/asking/core/realQuestion";
import { savedFolder } from "../features/conversation/core/savedFolder";
import { noInstructions } from "../../support/questionTools";
import { noPictures } from "../../support/pictures";

const question = "Where is totalOf?";
/** How a result of each tool is recognised. */
const traces: Record<ToolName, string> = {
  web_search: "CANARY-web",
  computation_engine: "6 * 7 = 42",
  document_retriever: "CANARY-document",
  workspace_connector: "CANARY-file",
};

/** What the experts of files may use; absent: no file. */
const files = {
  none: undefined,
  reader: ["computation_engine", "workspace_connector"],
  searcher: ["computation_engine", "web_search"],
  nothing: [],
} as const satisfies Record<string, readonly ToolName[] | undefined>;
type File = keyof typeof files;

const switches = { default: undefined, on: true, off: false } as const;

/** What each key of a policy can say, and both about tools. */
const policies: readonly PolicyRules[] = [
  {},
  { webSearch: false },
  { workspaceTools: false },
  { webSearch: false, workspaceTools: false },
  { webSearch: true, workspaceTools: true },
  { exclude: ["**/*.ts"] },
  { builtInHub: false },
  { mcpServer: false },
  { editorChat: false },
  { plainHttp: false },
  { editorTools: false },
  { allowedModels: [] },
  { maxRequestBytes: 10 },
  { allowedHubs: [] },
  { historyDays: 1 },
  { activityLog: "required" },
];

interface Case {
  readonly endpoint: "invoke_agent" | "invoke_llm";
  readonly hasModel: boolean;
  readonly chosen: keyof typeof switches;
  readonly rules: PolicyRules;
  readonly file: File;
}

const cases: readonly Case[] = policies.flatMap((rules) =>
  (Object.keys(files) as File[]).flatMap((file) =>
    (Object.keys(switches) as (keyof typeof switches)[]).flatMap((chosen) =>
      [true, false].flatMap((hasModel) =>
        (["invoke_agent", "invoke_llm"] as const).map((endpoint) => ({
          endpoint,
          hasModel,
          chosen,
          rules,
          file,
        })),
      ),
    ),
  ),
);

const callerOf = (entrance: string): Caller | undefined =>
  (["tool", "mcp", "participant", "languageModel"] as const).find((one) => one === entrance);

/** The tools that run, in words of their own. */
function running({ endpoint, hasModel, chosen, rules, file }: Case, entrance: string): ToolName[] {
  const caller = callerOf(entrance);
  const isClosed =
    rules.builtInHub === false ||
    (hasModel && rules.allowedModels !== undefined) ||
    // What another program sends to the hub is not ours, but what that sends to a model is.
    (rules.maxRequestBytes !== undefined && (hasModel || entrance !== "another program")) ||
    (caller === "mcp" ? rules.mcpServer === false : caller && rules.editorChat === false);
  if (isClosed || endpoint === "invoke_llm" || caller === "languageModel") return [];
  return toolNames.filter((tool) => {
    if (chosen === "off" || files[file]?.some((one) => one === tool) === false) return false;
    if (tool === "web_search") return hasModel && chosen === "on" && rules.webSearch !== false;
    if (tool !== "workspace_connector") return hasModel;
    const isOn = !hasModel || chosen === "on";
    return isOn && rules.workspaceTools !== false && rules.exclude === undefined;
  });
}

const activation = (chosen: keyof typeof switches): ToolActivation =>
  switches[chosen] === undefined
    ? {}
    : Object.fromEntries(toolNames.map((tool) => [tool, switches[chosen]]));

const settled = async ({ settled: turn }: { settled: Promise<Turn> }) => void (await turn);

/** What a request says of tools: what is refused is off, and what is left to the hub is not named. */
function activated({ chosen, rules, file }: Case): ToolActivation {
  const refused = toolNames.filter(
    (tool) =>
      files[file]?.some((one) => one === tool) === false ||
      (tool === "web_search" && rules.webSearch === false) ||
      (tool === "workspace_connector" && rules.workspaceTools === false),
  );
  return { ...activation(chosen), ...Object.fromEntries(refused.map((tool) => [tool, false])) };
}

/** The built-in hub with everything that its tools need, and all ways to ask it; nothing is a stand-in but the user. */
async function everything() {
  const folder = await temporaryFolder({
    "src/cart.ts": 'export const totalOf = "CANARY-file";\n',
    ".github/agents/reader.agent.md": "---\nname: reader\ntools: [read]\n---\nYou read.",
    ".github/agents/searcher.agent.md": "---\nname: searcher\ntools: [web/search, reed]\n---\nYou.",
    ".github/agents/nothing.agent.md": "---\nname: nothing\ntools: []\n---\nYou.",
  });
  const results = [{ title: "CANARY-web", url: "https://example.org/", content: "" }];
  const web = await loopbackServer({
    "/search": page("application/json", JSON.stringify({ results })),
    "/document": page("text/plain", "CANARY-document"),
  });
  const address = `https://${new URL(web.origin).host}/document`;
  // Whatever it is offered, it calls everything, and twice.
  const model = await startModelServer(({ body }) => {
    const rounds = body.messages?.filter(({ role }) => role === "assistant") ?? [];
    if (rounds.length >= 2) return completion({ content: "Done." });
    return callsOf(
      ["computation_engine", { expressions: ["6 * 7"] }],
      ["workspace_connector", { action: "read", path: "src/cart.ts" }],
      ["web_search", { query: "x" }],
      ["document_retriever", { url: address }],
      ["shell", { command: "id" }],
    );
  });
  const policy = { current: new Policy({}) };
  const network = new UserNetwork(
    () => ({ noProxy: ["*"] }),
    () => undefined,
  );
  const overHttp: SendOne = (request) =>
    network.send({ ...request, url: new URL(request.url.href.replace(/^https:/, "http:")) });
  const choice: ModelChoice = { kind: "address", address: model.base, identifier: "scripted" };
  const load = async () => ({
    ...builtInHub,
    startBuiltInHub: (options: BuiltInHubOptions) =>
      builtInHub.startBuiltInHub({
        ...options,
        folders: [{ name: "shop", path: folder.path }],
        exclude: () => policy.current.exclude,
        toolRefusal: (tool) => policy.current.toolRefusal(tool),
        models: () => [
          { ...choice, send: modelSend(network.send, policy), key: async () => undefined },
        ],
        searchAddress: () => web.origin,
        send: webSend(overHttp, policy),
        allowPrivateDocuments: true,
      }),
  });
  const parts = await realAsking(undefined, load);
  // The connection has the policy of the fixture.
  Object.defineProperty(policy, "current", {
    get: () => parts.policy.current,
    set: (value: Policy) => {
      parts.policy.current = value;
    },
  });
  const { connection, roster, store, settings, account, contexts, models, builtInHub: hub } = parts;
  await connection.useBuiltIn(true);
  await models.choose(choice);
  const fileExperts = new FileExperts({ connection, builtInHub: hub, roster });
  await fileExperts.refresh();
  await roster.add([workbench]);
  const idOf = (file: File): number =>
    file === "none"
      ? workbench
      : (roster.list.find(({ expert }) => expert?.name === file)?.id ?? assert.fail(file));
  const tools = new QuestionTools({
    connection,
    models,
    fileExperts,
    editorTools: noEditorTools,
    isTrusted: () => true,
  });
  const runner = new QuestionRunner({
    connection,
    roster,
    account,
    settings,
    contexts,
    tools,
    pictures: noPictures,
  });
  const { window } = await savedFolder();
  const chats = new OpenChats(store, window());
  const options = new ExpertOptions(connection, store, settings);
  const confirmation = { confirm: async () => true };
  const defaultExpert = { current: undefined };
  const shared = {
    connection,
    runner,
    roster,
    options,
    chats,
    confirmation,
    tools,
    instructions: noInstructions,
  };
  const sender = new QuestionSender({ ...shared, defaultExpert });
  const comparisons = new ComparisonSender({ ...shared, sender, models });
  const setup = { next: async () => undefined };
  const callers = new CallerQuestions({ setup, roster, chats, sender, connection });
  const { open } = fsPromises;
  const opened: string[] = [];
  const noting = (name: Parameters<typeof open>[0], ...more: unknown[]) => {
    if (String(name).endsWith("cart.ts")) opened.push(String(name));
    return (open as (...given: unknown[]) => ReturnType<typeof open>)(name, ...more);
  };
  Object.assign(fsPromises, { open: noting });
  syncBuiltinESMExports();
  atEnd(async () => {
    Object.assign(fsPromises, { open });
    syncBuiltinESMExports();
    for (const one of [sender, chats, options, runner, fileExperts]) one.dispose();
    network.dispose();
    await Promise.all([web[Symbol.asyncDispose](), model.close()]);
    await folder[Symbol.asyncDispose]();
  });

  const scope = () => connection.hub!.scope;
  const caller =
    (name: Caller) =>
    async (_: Chat, { file, endpoint }: Case) => {
      // A provider of language models asks for the model alone.
      const mode =
        name === "languageModel" || endpoint === "invoke_llm" ? ("model" as const) : undefined;
      const signal = new AbortController().signal;
      const asked = { caller: name, input: question, expertId: idOf(file), ...(mode && { mode }) };
      return (await callers.ask(asked, { signal })).turn;
    };

  /** Every way to ask, with the options of the expert. */
  const entrances: Readonly<Record<string, (chat: Chat, one: Case) => Promise<unknown>>> = {
    chat: async (chat) => settled(await sender.send(chat, { typed: question })),
    queue: async (chat) => {
      const turn = new Promise<void>((done) => sender.onDidSettle(() => done()));
      await sender.askQueued(chat, { typed: question });
      await turn;
    },
    command: async (chat) => settled(await sender.ask(chat, { typed: question, by: "command" })),
    "commit message": async (chat, { file }) => {
      const given = { typed: question, expertId: idOf(file), by: "commitMessage" } as const;
      await settled(await sender.ask(chat, given));
    },
    again: async (chat) => {
      const { current } = policy;
      policy.current = new Policy({ allowedHubs: [] }, "not now");
      await settled(await sender.send(chat, { typed: question }));
      policy.current = current;
      const [turn] = chat.conversation.turns;
      await settled(await sender.retry(chat, turn!.id));
      await settled(await sender.askAgain(chat, chat.conversation.turns[0]!));
    },
    comparison: async (chat, one) => {
      const prepared = sender.preview(chat, question);
      const other = { ...prepared.question, memory: "none" } as const;
      await comparisons.askAll(chat, sender.preview(chat, question).question, [
        { ...other, at: comparisons.accountAt(scope()) },
      ]);
      const turns = () => [
        ...chat.conversation.turns,
        ...chat.conversation.alternatives(chat.conversation.turns[0]!.id),
      ];
      while (turns().some(({ result }) => result.state === "waiting"))
        await new Promise((done) => setTimeout(done, 5));
      assert.equal(turns().length, 2, JSON.stringify(one));
    },
    tool: caller("tool"),
    mcp: caller("mcp"),
    participant: caller("participant"),
    languageModel: caller("languageModel"),
    "another program": async (_, { endpoint, chosen, file, hasModel }) => {
      const { baseUrl } = await hub.start();
      const body = {
        expert_id: idOf(file),
        ...(hasModel && { model_id: modelIdOf(choice) }),
        ...(endpoint === "invoke_llm"
          ? { input_data: [{ role: "user", content: question }] }
          : {
              input_data: question,
              document_urls: [address],
              tool_activation: activation(chosen),
            }),
      };
      const response = await fetch(`${baseUrl}/api/v1/${endpoint}`, {
        method: "POST",
        headers: { "svc-api-key": hub.key, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return response.text();
    },
  };

  /** The tools that ran, by what they left at the model, in an answer, on the web and on the disk. */
  async function ran(entrance: string, one: Case) {
    const { file, chosen, endpoint, hasModel, rules } = one;
    policy.current = new Policy({});
    // As after any change of the policy: they may have been looked for while the hub was refused.
    await fileExperts.refresh();
    const expertId = idOf(file);
    const { chat, hold } = await chats.acquire(undefined);
    chat.picked = { id: expertId, hubScope: scope() };
    const modelId = hasModel ? modelIdOf(choice) : 1;
    await roster.choose(expertId, { modelId });
    await options.choose(expertId, {
      mode: endpoint === "invoke_llm" ? "model" : "agent",
      tools: activation(chosen),
      documentUrls: [address],
      memory: "none",
    });
    const before = [model.requests.length, web.requests.length, opened.length] as const;
    policy.current = new Policy(parsePolicy(JSON.stringify(rules)));
    let said: unknown;
    try {
      said = await entrances[entrance]!(chat, one);
    } catch (error) {
      said = String(error);
    }
    const answers = JSON.stringify([said, chat.conversation.turns.map(({ result }) => result)]);
    const asked = model.requests.slice(before[0]);
    const results = asked.flatMap(({ body }) =>
      (body.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) => content),
    );
    const offered = new Set(
      asked.flatMap(({ body }) => (body.tools ?? []).map((tool) => tool.function.name)),
    );
    const left = [...results, answers].join("\n");
    const sockets = web.requests.slice(before[1]);
    const turns = [...chat.conversation.turns, ...(isTurn(said) ? [said] : [])];
    hold.dispose();
    return {
      ran: toolNames.filter((tool) => left.includes(traces[tool])),
      offered: toolNames.filter((tool) => offered.has(tool)),
      sockets: [
        ...(sockets.some((line) => line.includes("/search")) ? ["web_search"] : []),
        ...(sockets.some((line) => line.includes("/document")) ? ["document_retriever"] : []),
      ],
      filesOpened: opened.length - before[2],
      sent: turns.map(({ sent }) =>
        sent.endpoint === "invoke_llm" ? undefined : (sent.body.tool_activation ?? {}),
      ),
    };
  }
  return { entrances: Object.keys(entrances), ran, policy };
}

const isTurn = (said: unknown): said is Turn =>
  typeof said === "object" && said !== null && "sent" in said;

describe("the tools of a question, wherever it is asked", function () {
  // Each entrance asks hundreds of questions, which take 10 s where nothing else runs.
  this.timeout(180_000);
  it("Y9 are locked by the organisation and by the file of an expert, by nothing else", () => {
    const matters = {
      endpoint: "invoke_agent",
      chosen: { computation_engine: false },
      policyRefusal: (tool: ToolName) =>
        tool === "web_search" ? "Set by your organisation: no." : undefined,
      isTrusted: false,
      ofExpert: ["web_search", "computation_engine", "workspace_connector"],
    } as const;
    const locks = Object.entries(toolRefusals(matters)).map(([tool, { by, lock }]) => [
      tool,
      by,
      lock,
    ]);
    assert.deepEqual(locks, [
      ["web_search", "policy", "Set by your organisation"],
      ["computation_engine", "question", undefined],
      ["document_retriever", "expert", "Set by the file of this expert"],
      ["workspace_connector", "trust", undefined],
    ]);
  });

  after(closeAll);
  let house: Awaited<ReturnType<typeof everything>>;
  before(async () => {
    house = await everything();
  });

  it("Y9 has a case for each key of a policy", () => {
    const tried = new Set(policies.flatMap((rules) => Object.keys(rules)));
    assert.deepEqual(
      policyKeys.filter((key) => !tried.has(key)),
      ["$schema"],
    );
  });

  for (const entrance of [
    "chat",
    "queue",
    "command",
    "commit message",
    "again",
    "comparison",
    "tool",
    "mcp",
    "participant",
    "languageModel",
    "another program",
  ])
    it(`Y9 are the same for both endpoints, each switch, policy and file: ${entrance}`, async () => {
      const wrong: unknown[] = [];
      // Every fifth or fifteenth, so that each value of each part is among them.
      for (const one of some(cases, entrance === "chat" ? 153 : 51)) {
        const expected = running(one, entrance);
        const { ran, offered, sockets, filesOpened, sent } = await house.ran(entrance, one);
        const reaching = expected.filter((tool) => /^(?:web|document)_/.test(tool));
        const isRight =
          JSON.stringify(ran) === JSON.stringify(expected) &&
          JSON.stringify(sockets) === JSON.stringify(reaching) &&
          sent.every((each) => !each || isDeepStrictEqual(each, activated(one))) &&
          offered.every((tool) => expected.includes(tool) || one.rules.exclude) &&
          (filesOpened === 0 || expected.includes("workspace_connector"));
        if (!isRight) wrong.push({ ...one, expected, ran, offered, sockets, filesOpened, sent });
      }
      assert.deepEqual(wrong, []);
    });
});
