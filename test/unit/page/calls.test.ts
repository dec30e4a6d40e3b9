import assert from "node:assert/strict";
import {
  callIn,
  chatCalls,
  comparisonCalls,
  type ArgsOf,
  type CallName,
} from "../../../src/page/protocol/calls";
import { questionParts } from "../../../src/contract/vocabulary";

const turnId = "t1";
const options: ArgsOf<"setOptions">["options"] = {
  mode: "agent",
  tools: { web_search: false },
  documentUrls: ["https://docs.example/a"],
  memory: "both",
};

const picture = {
  id: "p1",
  name: "a.png",
  type: "image/png",
  data: "iVBORw0KGgo=",
  width: 1,
  height: 1,
} as const;

/** Arguments with every field that each call takes. */
const valid: { [N in CallName]: ArgsOf<N> } = {
  useTurn: { turnId, action: "askAgain" },
  attachPicture: picture,
  attachedPicture: { id: "a1" },
  readPicture: { id: "p1" },
  useOutput: { turnId, blockIndex: 0, action: "apply" },
  goToRange: { turnId, blockIndex: 2 },
  existingFiles: { turnId, paths: ["a.ts"] },
  openFile: { turnId, file: "a.ts:3" },
  reviewAllChanges: { turnId },
  undoAnswer: { turnId },
  openLink: { url: "https://docs.example" },
  showStep: { turnId, index: 0 },
  editQuestion: { turnId, text: "Why?" },
  revealAttachment: { turnId, attachmentId: "a1" },
  resolveProblem: { turnId, action: "retry" },
  ready: undefined,
  entered: undefined,
  focused: { part: "question" },
  earlier: undefined,
  send: { text: "Why?" },
  enqueue: { text: "Why?" },
  compare: { text: "Why?" },
  useQueue: { action: "edit", questionId: "q1" },
  stop: undefined,
  decide: { questionId: "h1", choice: 0 },
  useNotice: { noticeId: "n1", choice: 0 },
  showReason: { questionId: "h1", index: 0 },
  saveDraft: { conversationId: "c1", text: "" },
  attach: undefined,
  complete: { trigger: "#", typed: "ca" },
  acceptCompletion: { id: "7" },
  attachDropped: { uris: ["file:///a.ts"] },
  attachSuggested: undefined,
  removeAttachment: { id: "a1" },
  updateAttachment: { id: "a1" },
  recallQuestion: { back: 1 },
  pickExpert: undefined,
  rename: undefined,
  sendInNew: { text: "Why?" },
  pickModel: undefined,
  pickTools: undefined,
  useAbility: { abilityId: 3 },
  setOptions: { options },
  preview: { text: "" },
  usePreview: { text: "", action: "copy" },
  useContext: { action: "summary" },
  openComparison: { turnId },
  otherAnswer: { turnId },
  comparison: undefined,
  stopColumn: { column: "c1" },
  askFailedAgain: undefined,
  addColumn: undefined,
  continueWith: { turnId },
  diffAnswers: { turnId },
  showRequests: undefined,
};

/** What may be left out. */
const optional = new Set(["part", "blockIndex", "choice", "isAlways", "column"]);
const isOptional = (name: string, field: string): boolean =>
  optional.has(field) ||
  (name === "attachPicture" && field === "id") ||
  (name === "useQueue" && field === "questionId") ||
  (name === "resolveProblem" && field === "turnId");

const schemas = { ...chatCalls, ...comparisonCalls };
const shownIn = (shown: unknown) => callIn(schemas, { call: "ready", id: 1, shown })?.shown;
const argsIn = (call: string, args: unknown) => callIn(schemas, { call, id: 1, args })?.args;

describe("the calls of a page", () => {
  it("take the arguments of their schema", () => {
    for (const [name, args] of Object.entries(valid))
      assert.deepEqual(argsIn(name, args), { value: args }, name);
  });

  it("take no other arguments", () => {
    for (const [name, args] of Object.entries(valid)) {
      for (const wrong of [null, 7, "x"]) assert.equal(argsIn(name, wrong), undefined, name);
      for (const [field, value] of Object.entries(args ?? {})) {
        const { [field]: _, ...rest } = args as Record<string, unknown>;
        assert.equal(argsIn(name, rest) !== undefined, isOptional(name, field), `${name} ${field}`);
        for (const wrong of [null, typeof value === "string" ? 7 : "x", { x: 1 }, [1]])
          assert.equal(argsIn(name, { ...args, [field]: wrong }), undefined, `${name} ${field}`);
      }
    }
  });

  it("take only known actions, whole numbers and as many paths as one answer may name", () => {
    for (const name of [
      "useTurn",
      "useOutput",
      "useQueue",
      "usePreview",
      "resolveProblem",
    ] as const)
      assert.equal(argsIn(name, { ...valid[name], action: "constructor" }), undefined, name);
    for (const abilityId of [1.5, -1, Number.NaN])
      assert.equal(argsIn("useAbility", { abilityId }), undefined);
    const paths = Array.from({ length: 200 }, () => "a");
    assert.ok(argsIn("existingFiles", { turnId, paths }));
    assert.equal(argsIn("existingFiles", { turnId, paths: [...paths, "a"] }), undefined);
  });

  it("are those of the page, with a number to answer", () => {
    for (const call of ["comparison", "constructor", "toString", "", 7])
      assert.equal(callIn(chatCalls, { call, id: 1 }), undefined, String(call));
    for (const wrong of [
      undefined,
      null,
      "ready",
      [],
      { call: "ready" },
      { call: "ready", id: "1" },
    ])
      assert.equal(callIn(chatCalls, wrong), undefined);
  });

  it("carry what the page showed only where every part is there", () => {
    const all = Object.fromEntries(questionParts.map((part) => [part, part]));
    assert.deepEqual(shownIn({ ...all, more: 1 }), all);
    for (const part of questionParts) {
      const { [part]: _, ...rest } = all;
      assert.equal(shownIn(rest), undefined, part);
      assert.equal(shownIn({ ...all, [part]: 7 }), undefined, part);
    }
    for (const wrong of [undefined, null, "x", 7, []]) assert.equal(shownIn(wrong), undefined);
  });
});
