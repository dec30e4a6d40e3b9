import assert from "node:assert/strict";
import type { NamedTools } from "../../../../../src/contract/namedTools";
import { builtInHub } from "../../../../../src/features/connection/core/hub";
import { preparedQuestion } from "../../../../../src/features/asking/core/preparedQuestion";
import { QuestionTools } from "../../../../../src/features/asking/core/questionTools";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { EditorTools } from "../../../../../src/features/models/core/editorTools";
import { Policy } from "../../../../../src/policy/policy";
import { TestStore } from "../../../support/appFixture";

const list = { name: "mcp_github_list", reference: "github/list", label: "list" };
const erase = { name: "mcp_github_delete", reference: "github/delete", label: "delete" };
const offered = [list, erase].map((tool) => ({ ...tool, description: "", origin: "github" }));
const file = (wanted?: string[], unwanted: string[] = []): NamedTools => ({ wanted, unwanted });

describe("the tools of the editor for an expert", () => {
  let store: TestStore;
  let named: NamedTools | undefined;
  let policy: Policy;
  let isTrusted: boolean;
  let tools: EditorTools;

  beforeEach(() => {
    store = new TestStore();
    named = undefined;
    policy = new Policy({});
    isTrusted = true;
    tools = new EditorTools({
      store,
      fileExperts: { namedToolsOf: () => named },
      connection: {
        policy: {
          get current() {
            return policy;
          },
        },
      },
      offered: () => offered,
      isTrusted: () => isTrusted,
    });
  });
  afterEach(() => tools.dispose());

  const states = (expertId = 5) =>
    tools.of(expertId).map(({ name, isOn, isChosen }) => [name, isOn, isChosen]);

  it("are on once they are chosen, for this expert alone", async () => {
    const off = offered.map(({ name }) => [name, false, false]);
    assert.deepEqual(states(), off);
    let changes = 0;
    tools.onDidChange(() => changes++);
    await tools.choose(5, { [list.name]: true });
    assert.deepEqual(states(), [[list.name, true, true], off[1]]);
    assert.deepEqual([states(6), changes], [off, 1]);
    await tools.choose(5, { [list.name]: false });
    assert.deepEqual(states(), off);
  });

  it("are on and not yet chosen where the file names them, until the user turns them off", async () => {
    named = file(["github/list"]);
    assert.deepEqual(states(), [[list.name, true, false]]);
    await tools.choose(5, { [list.name]: false });
    assert.deepEqual(states(), [[list.name, false, false]]);
  });

  it("are none that the file leaves out, also of those that were chosen", async () => {
    await tools.choose(5, { [list.name]: true, [erase.name]: true });
    for (const [said, names] of [
      [file(["read"]), []],
      [file([]), []],
      [file(["github/*"], ["github/delete"]), [list.name]],
      [file(undefined, ["mcp__github"]), []],
      [file(["*"]), [list.name, erase.name]],
      [file(["git/*", "github/li", "hub/*", "/*", "*/list"]), []],
    ] as const) {
      named = said;
      assert.deepEqual(
        states().map(([name]) => name),
        names,
        JSON.stringify(said),
      );
    }
  });

  it("T1 Y6 are none in Restricted Mode, and where the policy forbids them", () => {
    isTrusted = false;
    assert.deepEqual(states(), []);
    assert.match(tools.refusal ?? "", /Restricted Mode/);
    isTrusted = true;
    assert.equal(tools.refusal, undefined);
    policy = new Policy({ editorTools: false });
    for (isTrusted of [true, false]) {
      assert.deepEqual(states(), []);
      assert.match(tools.refusal ?? "", /^Set by your organisation/);
    }
  });

  it("say that they could not be saved, and stay as they were", async () => {
    let changes = 0;
    tools.onDidChange(() => changes++);
    store.update = () => Promise.reject(new Error("full"));
    await assert.rejects(tools.choose(5, { [list.name]: true }), {
      message: "The tools could not be saved: the disk reported an error.",
    });
    assert.equal(changes, 0);
  });

  it("ignore what is stored and makes no sense", async () => {
    for (const stored of [undefined, null, "x", [true], { [list.name]: "yes" }, { __proto__: 1 }]) {
      await store.update("editorTools:5", () => stored);
      assert.deepEqual(
        states().map(([, isOn]) => isOn),
        [false, false],
      );
    }
  });

  const questionTools = () =>
    new QuestionTools({
      connection: { policy: { current: policy } },
      models: { find: (id) => (id === 4 ? ({} as never) : undefined) },
      fileExperts: { toolsOf: () => undefined },
      editorTools: tools,
      isTrusted: () => isTrusted,
    });

  const sentFor = (asking: object, isBuiltIn = true) => {
    const hub = isBuiltIn ? builtInHub : { ...builtInHub, builtIn: false };
    const { sent } = preparedQuestion(
      {
        connection: { accountAt: () => undefined, assertUnchanged: () => undefined },
        account: { knownAt: () => undefined },
        roster: { getAt: () => undefined },
        settings: { memory: "none", roles: { user: "user", assistant: "assistant" } } as never,
        tools: questionTools(),
        contexts: { keyOf: () => "", seesPictures: () => undefined },
        budget: { fitted: () => undefined },
      },
      new Conversation(),
      {
        typed: "Which?",
        expertId: 5,
        modelId: 4,
        at: { hub, baseUrl: "", account: 0 },
        ...asking,
      },
    );
    return "tool_config" in sent.body ? sent.body.tool_config : undefined;
  };

  describe("in a question", () => {
    it("go to a model of the built-in hub, and nowhere else", async () => {
      assert.equal(sentFor({}), undefined);
      await tools.choose(5, { [list.name]: true });
      assert.deepEqual(sentFor({}), { editor_tools: [list.name] });
      assert.deepEqual(sentFor({ by: "compare" }), { editor_tools: [list.name] });
      assert.equal(sentFor({}, false), undefined);
      assert.equal(sentFor({ modelId: 3 }), undefined);
      assert.equal(sentFor({ mode: "model" }), undefined);
    });

    it("are not used for another program that asks", async () => {
      await tools.choose(5, { [list.name]: true });
      for (const caller of ["tool", "mcp", "participant", "languageModel"])
        assert.equal(sentFor({ caller }), undefined, caller);
      assert.equal(sentFor({ by: "command" }), undefined);
      assert.equal(sentFor({ outsider: { id: "x", name: "X" } }), undefined);
    });
  });
});
