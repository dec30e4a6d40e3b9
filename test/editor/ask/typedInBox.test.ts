import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import { askTyped } from "../../../src/features/asking/editor/ask";
import { permissions } from "../../../src/features/asking/editor/permissions";
import { withWindow } from "../support/standIns";

const attachment = (id: string) => ({
  id,
  text: "",
  languageId: "",
  label: `${id}.ts`,
  detail: "",
});

interface Given {
  typed?: string | undefined;
  /** What is typed in the composer while the box is open. */
  meanwhile?: string;
  isTaken?: boolean;
  fails?: boolean;
  expertId?: number | undefined;
  own?: boolean;
}

/** What becomes of a question in the box, above a composer with a draft and an attachment. */
async function asked({ typed, meanwhile, isTaken, fails, expertId, own }: Given) {
  const [side, other] = [new Chat(), new Chat()];
  side.draft = "draft";
  side.attachments = [attachment("a")];
  const boxes: vscode.InputBoxOptions[] = [];
  const did: unknown[] = [];
  const parts = {
    chats: { side },
    panels: { openSide: async () => void did.push("open") },
    roster: {
      getOrViewed: (id: number) => (id === 7 ? { expert: { name: "Seven" } } : undefined),
    },
    sender: {
      hubInUse: "hub",
      shownState: () => ({ conversation: side.conversation.id, attachment: "a", expert: "7" }),
      expertOf: () => (expertId === undefined ? undefined : { id: expertId }),
      assertShown: (_: Chat, shown: object) => did.push(Object.keys(shown)),
      availableSideChat: () => (isTaken ? other : side),
      send: async (chat: Chat, options: object) => {
        did.push([chat === side ? "side" : "other", chat.draft, options]);
        if (fails) throw new Error("failed");
        chat.draft = "";
        return { settled: "settled" };
      },
    },
  } as never;
  const showInputBox = async (options: vscode.InputBoxOptions) => {
    boxes.push(options);
    if (meanwhile !== undefined) side.draft = meanwhile;
    return typed;
  };
  const result = await withWindow({ showInputBox }, () =>
    askTyped(parts, {}, own ? (before) => [...before, attachment("b")] : undefined).catch(String),
  );
  return {
    result,
    did,
    box: boxes[0]!,
    drafts: [side.draft, other.draft],
    attached: [side, other].map((chat) => chat.attachments.map(({ id }) => id).join(" ")),
    isOther: typeof result === "object" && result.chat === other,
    ids: [side, other].map(({ conversation }) => conversation.id),
  };
}

describe("a question that is typed in a box", () => {
  it("names who is asked and what is sent, and stays while the user looks elsewhere", async () => {
    const rows: [expertId: number | undefined, own: boolean, title: string, prompt: string][] = [
      [7, false, "Ask Seven", "a.ts will be attached. The answer appears in the chat."],
      [
        8,
        true,
        "Ask Expert 8",
        "a.ts and 1 more will be attached. The answer appears in the chat.",
      ],
      [undefined, false, "Ask an expert", "a.ts will be attached. The answer appears in the chat."],
    ];
    for (const [expertId, own, title, prompt] of rows) {
      const { box, did, drafts } = await asked({ typed: undefined, expertId, own });
      assert.deepEqual(box, { title, prompt, value: "draft", ignoreFocusOut: true });
      assert.deepEqual([did, drafts], [[], ["draft", ""]]);
    }
  });

  it("is sent with what was shown, after the chat has opened", async () => {
    const { did, ids, isOther } = await asked({ typed: "Why?", own: true });
    const shown = { conversation: ids[0], attachment: "a b", expert: "7" };
    assert.deepEqual(did, [
      ["conversation"],
      ["attachment"],
      "open",
      ["side", "Why?", { at: "hub", shown }],
    ]);
    assert.equal(isOther, false);
  });

  it("goes to another chat with all that was named where the first has a question", async () => {
    const { did, ids, isOther, drafts, attached } = await asked({
      typed: "Why?",
      meanwhile: "typed since",
      isTaken: true,
    });
    const shown = { conversation: ids[1], attachment: "a", expert: "7" };
    assert.deepEqual(did.at(-1), ["other", "Why?", { at: "hub", shown }]);
    assert.equal(isOther, true);
    assert.deepEqual(drafts, ["typed since", "draft".slice(5)]);
    assert.deepEqual(attached, ["", "a"]);
  });

  it("leaves in the composer what was there or was typed since, unless it was sent", async () => {
    const rows: [given: Given, draft: string][] = [
      [{ typed: "Why?" }, ""],
      [{ typed: "Why?", meanwhile: "since" }, "since"],
      [{ typed: "Why?", fails: true }, "draft\n\nWhy?"],
      [{ typed: "draft, and why?", fails: true }, "draft, and why?"],
      [{ typed: "Why?", fails: true, meanwhile: "since" }, "draft\n\nWhy?\n\nsince"],
    ];
    for (const [given, draft] of rows) assert.equal((await asked(given)).drafts[0], draft);
  });
});

async function revoked(
  labels: readonly string[] | undefined,
  listed: [label: string, isLocked?: boolean][],
) {
  const taken: string[] = [];
  const said: string[] = [];
  let rows: readonly vscode.QuickPickItem[] = [];
  const showQuickPick = async (items: readonly vscode.QuickPickItem[]) => {
    rows = items;
    return labels && items.filter(({ label }) => labels.includes(label));
  };
  const command = permissions({
    list: async () =>
      listed.map(([label, isLocked = false]) => ({
        label,
        description: "d",
        isLocked,
        revoke: async () => void taken.push(label),
      })),
    notify: { information: (sentence) => said.push(sentence) },
  });
  await withWindow({ showQuickPick }, async () => void (await command.run()));
  return { taken, said, rows: rows.map(({ label, detail }) => [label, detail !== undefined]) };
}

describe("what is allowed without a question", () => {
  it("is taken back where it is no longer checked, and only then", async () => {
    const listed: [string, boolean?][] = [["one"], ["two", true], ["three"]];
    const { taken, rows, said } = await revoked(["one"], listed);
    assert.deepEqual(taken, ["two", "three"]);
    assert.deepEqual(rows, [
      ["one", false],
      ["$(lock) two", true],
      ["three", false],
    ]);
    assert.deepEqual(said, []);
    assert.deepEqual((await revoked(undefined, listed)).taken, []);
    const none = await revoked([], []);
    assert.deepEqual([none.said, none.rows], [["Nothing is allowed without a question."], []]);
  });
});
