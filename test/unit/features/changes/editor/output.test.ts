import assert from "node:assert/strict";
import type { Confirmer } from "../../../../../src/platform/core/confirmer";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import type { Insertion } from "../../../../../src/features/changes/editor/insertion";
import { Output } from "../../../../../src/features/changes/editor/output";
import type {
  AttachmentOrigins,
  Target,
} from "../../../../../src/features/attachments/editor/attachmentOrigins";
import { outputActions, type OutputAction } from "../../../../../src/contract/vocabulary";
import { done, turn } from "../../conversation/core/savedTurns";

const text = "See:\n\n```js\na();\n```\n";
const attachment: Attachment = { id: "a", text: "1", languageId: "ts", label: "", detail: "" };

const noPick = async () => undefined;
const noDiff = async () => undefined;
const noApply = async () => assert.fail();
const chat = { canAsk: true } as Confirmer;

interface Replaced {
  readonly chat?: Confirmer;
}

/** What is done with an answer to a question with this attachment, whose place is known or not. */
async function used(
  action: OutputAction,
  {
    blockIndex,
    asked,
    target,
    answer = text,
    pickedBlock,
  }: {
    pickedBlock?: number;
    blockIndex?: number | undefined;
    asked?: Attachment;
    target?: object;
    answer?: string;
  } = {},
) {
  const conversation = new Conversation();
  const { question } = turn("1", { state: "stopped" });
  conversation.put(
    turn("1", done(answer), {
      question: { ...question, ...(asked && { attachments: [asked] }) },
    }),
  );
  const did: unknown[][] = [];
  const insertion = new Proxy({} as Insertion, {
    get:
      (_, name) =>
      async (...args: unknown[]) => {
        const isAsked = args.some((one) => one === chat || (one as Replaced)?.chat === chat);
        assert.ok(isAsked, "what has to be confirmed is asked in the chat");
        return did.push([name, ...args.filter((one) => one !== chat)]) > 0;
      },
  });
  const places = asked && target ? [{ attachment: asked, target }] : [];
  const origins = { placesOf: () => places } as unknown as AttachmentOrigins;
  const ref = { turnId: "1", ...(blockIndex !== undefined && { blockIndex }) };
  await new Output(
    () => insertion,
    origins,
    noPick,
    async (blocks) => {
      did.push(["pick", ...blocks.map((block) => block.text)]);
      return pickedBlock;
    },
    noDiff,
    async ({ turn: { id }, output, insertion: to, chat: where }, index) => {
      assert.deepEqual([id, output, to, where], ["1", answer, insertion, chat]);
      return did.push(["apply", index]) > 0;
    },
    () => chat,
  ).use(conversation, ref, action);
  return did;
}

describe("what is done with an answer", () => {
  it("copies it, or begins a file with it in its language", async () => {
    assert.deepEqual(await used("copy"), [["copy", text]]);
    assert.deepEqual(await used("newFile"), [["newFile", text, "markdown"]]);
    assert.deepEqual(await used("newFile", { blockIndex: 0 }), [["newFile", "a();", "javascript"]]);
  });

  it("applies it, or one of its blocks", async () => {
    assert.deepEqual(await used("apply"), [["apply", undefined]]);
    assert.deepEqual(await used("apply", { blockIndex: 0 }), [["apply", 0]]);
  });

  it("inserts it where the question came from, and asks where that is not known", async () => {
    const target = {
      label: "a.ts",
      uri: "file:///a.ts",
      single: false,
    } as unknown as Target;
    assert.deepEqual(await used("insert"), [["atCursor", text, undefined]]);
    for (const known of [
      { path: "a.ts" },
      { lines: "1–2" },
      { label: "a.ts" },
      { label: "a.ts:1–2" },
    ])
      assert.deepEqual(await used("insert", { asked: { ...attachment, ...known } }), [
        ["atSomeCursor", text],
      ]);
    for (const label of [
      "npm test",
      "Terminal selection",
      "Output of the cell",
      "Changes",
      "Failure of app.test.ts",
    ])
      assert.deepEqual(
        await used("insert", { asked: { ...attachment, languageId: "plaintext", label } }),
        [["atCursor", text, undefined]],
        `${label} never stood in a file`,
      );
    assert.deepEqual(await used("insert", { asked: attachment, target }), [
      ["atCursor", text, target],
    ]);
  });

  it("inserts of an answer that is one code block the code alone", async () => {
    const block = "```yaml\na: 1\n```";
    const inserted = async (answer: string) => (await used("insert", { answer }))[0]?.[1];
    assert.equal(await inserted(`${block}\n`), "a: 1");
    const labelled = `JSON as YAML:\n\n${block}`;
    for (const whole of ["42\n\n*Note.*", `${block}\n\n${block}`, labelled])
      assert.equal(await inserted(whole), whole);
    assert.deepEqual(await used("newFile", { answer: block }), [["newFile", "a: 1", "yaml"]]);
    assert.deepEqual(await used("copy", { answer: block }), [["copy", block]]);
  });

  it("replaces a single selection, and says from whom the answer is", async () => {
    const uri = { path: "/a.ts" };
    const target = { label: "a.ts", single: true, uri } as Target;
    const { expertName } = turn("1", { state: "stopped" }).asked;
    const [[name, code, place, { key, ...how }] = [] as never] = (await used("replace", {
      blockIndex: 0,
      asked: attachment,
      target,
    })) as [string, string, Target, { key: string }][];
    assert.deepEqual([name, code, place], ["replace", "a();", target]);
    assert.deepEqual(how, { title: `a.ts ↔ ${expertName}`, isBlock: true, chat });
    assert.match(key, / 1 0$/);
    for (const more of [
      {},
      { asked: attachment },
      { asked: attachment, target: { single: false, uri } },
    ])
      await assert.rejects(used("replace", more), { kind: "invalid-request" });
  });

  it("asks which of several code blocks replaces code, and never takes the words around them", async () => {
    const answer = "One:\n\n```js\n// src/a.js\na();\n```\n\nOr:\n\n```js\nb();\n```\n";
    const target = { label: "a.ts", single: true, uri: { path: "/a.ts" } };
    const asked = { asked: attachment, target, answer };
    assert.deepEqual(await used("replace", asked), [["pick", "a();", "b();"]]);
    const [, replaced] = await used("replace", { ...asked, pickedBlock: 0 });
    assert.deepEqual(replaced?.slice(0, 2), ["replace", "a();"]);
    const prose = { ...target, uri: { path: "/a.md" } };
    const [[name, whole] = []] = await used("replace", { ...asked, target: prose });
    assert.deepEqual([name, whole], ["replace", answer]);
  });

  it("takes a block without the line that names its file, whatever is done with it", async () => {
    const answer = "```js\n// src/a.js\na();\n```\n";
    const target = { label: "a.js", single: true, uri: { path: "/a.js" } };
    for (const action of ["copy", "insert", "replace", "newFile"] as const)
      for (const blockIndex of action === "copy" ? [0] : [undefined, 0]) {
        const [did] = await used(action, { asked: attachment, target, answer, blockIndex });
        assert.equal(did?.[1], "a();", action);
      }
  });

  it("refuses where there is no such answer or block", async () => {
    const conversation = new Conversation();
    for (const state of ["waiting", "stopped"] as const) conversation.put(turn(state, { state }));
    const output = new Output(
      () => ({}) as Insertion,
      {} as AttachmentOrigins,
      noPick,
      noPick,
      noDiff,
      noApply,
    );
    for (const action of outputActions) {
      for (const turnId of ["waiting", "stopped", "none"])
        await assert.rejects(output.use(conversation, { turnId }, action), { kind: "not-found" });
      if (action !== "apply")
        await assert.rejects(used(action, { blockIndex: 1 }), { kind: "not-found" });
    }
  });
});
