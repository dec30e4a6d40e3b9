import assert from "node:assert/strict";
import { appendFile, readFile, rename, stat } from "node:fs/promises";
import { Conversation } from "../../../../src/app/conversation/conversation";
import { lineOf } from "../../../../src/app/savedConversations/conversationLines";
import { closeAll } from "../../hub/hubStage";
import { done, turn } from "./savedTurns";
import { savedFolder, type SavedFolder } from "./savedFolder";

const outputs = ({ turns }: Conversation): string[] =>
  turns.map(({ result }) =>
    result.state === "done" ? result.received.value.output : result.state,
  );

describe("the file of a conversation in two windows", () => {
  let window: SavedFolder["window"];
  let opened: SavedFolder["opened"];
  let saved: SavedFolder["saved"];
  let fileOf: SavedFolder["fileOf"];

  beforeEach(async () => {
    ({ window, opened, saved, fileOf } = await savedFolder());
  });
  afterEach(closeAll);

  it("P6 has the answer to a question that another window took out meanwhile", async () => {
    const id = await saved(turn("1", done("one")));
    const [asking, other] = [window(), window()];
    const [asked, shown] = [await opened(id, asking), await opened(id, other)];
    asked.put(turn("2", { state: "waiting" }));
    await asking.settle();
    await other.refresh();
    shown.remove("2");
    await other.settle();
    asked.settle("2", done("two"));
    await asking.settle();
    await Promise.all([asking.refresh(), other.refresh()]);
    for (const one of [asked, shown, await opened(id)])
      assert.deepEqual(outputs(one), ["one", "two"]);
  });

  it("P6 has what another window adds after it cleared the file", async () => {
    const [kept, clearing] = [window(), window()];
    const conversation = new Conversation();
    kept.keep(conversation);
    for (let n = 0; n < 5; n++) conversation.put(turn("1", done(`${n}${"z".repeat(400_000)}`)));
    await kept.settle();
    const there = await opened(conversation.id, clearing);
    assert.ok((await stat(fileOf(conversation.id))).size < 500_000, "nothing was cleared");
    there.put(turn("2", done("two")));
    await clearing.settle();
    await kept.refresh();
    assert.deepEqual(outputs(conversation).slice(1), ["two"]);
  });

  it("P6 has a change that another window had written in part, once it is whole", async () => {
    const id = await saved(turn("1", done("one")));
    const conversations = window();
    const conversation = await opened(id, conversations);
    const line = lineOf("other", { title: "Written in two parts" });
    for (const part of [line.slice(0, 25), line.slice(25)]) {
      await appendFile(fileOf(id), part);
      await conversations.refresh();
    }
    assert.equal(conversation.title, "Written in two parts");
  });

  it("P6 stays without a turn that was removed before another window knew what it cost", async () => {
    const id = await saved(turn("1", done("one")), turn("2", done("two")));
    const conversations = window();
    const conversation = await opened(id, conversations);
    conversation.remove("1");
    await conversations.settle();
    const cost = { turnId: "1", approximateTokens: 7 };
    await appendFile(fileOf(id), lineOf("other", { cost }));
    await conversations.refresh();
    for (const one of [conversation, await opened(id)]) assert.deepEqual(outputs(one), ["two"]);
  });

  it("D2 is kept and saved where it is wanted again while it is let go of", async () => {
    const conversations = window();
    const id = await saved(turn("1", done("one")));
    const conversation = await opened(id, conversations);
    conversation.put(turn("2", done("two")));
    let isWanted = false;
    const letting = conversations.unload(id, () => !isWanted);
    isWanted = true;
    assert.equal(await letting, false);
    conversation.put(turn("3", done("three")));
    await conversations.settle();
    assert.deepEqual(outputs(await opened(id)), ["one", "two", "three"]);
  });

  it("D4 stays beside what a newer version left under its name", async () => {
    const [id, left] = [await saved(turn("1", done("one"))), await saved(turn("2", done("two")))];
    const quarantined = `${fileOf(id)}.newer`;
    await rename(fileOf(left), quarantined);
    const before = await Promise.all(
      [fileOf(id), quarantined].map((file) => readFile(file, "utf8")),
    );
    assert.equal((await window().list()).length, 1);
    const after = await Promise.all(
      [fileOf(id), quarantined].map((file) => readFile(file, "utf8")),
    );
    assert.deepEqual(after, before);
  });
});
