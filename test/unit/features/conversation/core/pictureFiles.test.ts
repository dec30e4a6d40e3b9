import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Chat } from "../../../../../src/features/asking/core/chat";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { encodeChange } from "../../../../../src/features/conversation/core/conversationRecord";
import { decodeTurn } from "../../../../../src/features/conversation/core/turnRecord";
import { closeAll } from "../../../client/hubFixture";
import { savedFolder } from "./savedFolder";
import { done, turn } from "./savedTurns";

const picture = { type: "image/png", data: "iVBORw0KGgoAAAANSUhEUg==" } as const;

const attached = (digest: string): Attachment => ({
  id: "p",
  text: "",
  languageId: "",
  label: "screen.png",
  detail: "PNG",
  picture: { type: "image/png", width: 1, height: 1, bytes: 16, digest },
});

/** A saved conversation with a question about a picture, and the pictures of its folder. */
async function fixture() {
  const { folder, fileOf, window } = await savedFolder();
  const conversations = window();
  const { pictures, saved } = conversations;
  const conversation = new Conversation();
  const digest = await pictures.add(conversation.id, picture);
  conversations.keep(conversation);
  const asked = turn("1", done("x"));
  const attachments = [attached(digest)];
  conversation.put({ ...asked, question: { ...asked.question, attachments } });
  await saved.settle();
  const files = async () => (await readdir(folder)).filter((name) => name.endsWith(".picture"));
  const read = (id: string) => pictures.read(id, attached(digest).picture!, "screen.png");
  return { conversation, conversations, digest, fileOf, files, folder, pictures, read, saved };
}

const decoded = (value: unknown) => decodeTurn(value, () => undefined)?.question.attachments;

describe("the pictures of conversations", () => {
  afterEach(closeAll);

  it("are one file for the same content, beside the conversation, whose own file does not grow", async () => {
    const { conversation, digest, fileOf, files, pictures } = await fixture();
    await pictures.add(conversation.id, picture);
    assert.deepEqual(await files(), [`${conversation.id}.${digest}.picture`]);
    const text = await readFile(fileOf(conversation.id), "utf8");
    assert.ok(text.includes(digest) && !text.includes(picture.data));
  });

  it("are deleted with the conversation, and come back with it", async () => {
    const { conversation, files, read, saved } = await fixture();
    const deletion = await saved.remove(conversation.id);
    assert.deepEqual(await files(), []);
    await saved.restore(deletion);
    assert.deepEqual(await read(conversation.id), picture);
  });

  it("are deleted once they are taken off, unless a question has them", async () => {
    const { conversation, digest, files, pictures } = await fixture();
    const chat = new Chat(conversation);
    await pictures.removeUnused(chat, attached(digest).picture!);
    assert.equal((await files()).length, 1);
    const other = new Chat();
    await pictures.add(other.conversation.id, picture);
    await pictures.removeUnused(other, attached(digest).picture!);
    assert.equal((await files()).length, 1);
  });

  it("are also those of a conversation that was made from this one, when this one is deleted", async () => {
    const { conversation, conversations, digest, folder, pictures, read, saved } = await fixture();
    const fork = conversation.forkUntil("1", { inclusive: true });
    conversations.keep(fork);
    await pictures.bring(fork);
    const own = path.join(folder, `${fork.id}.${digest}.picture`);
    const { ino } = await stat(own);
    assert.deepEqual(await read(fork.id), picture);
    assert.equal((await stat(own)).ino, ino, "what is there is not written again");
    await saved.remove(conversation.id);
    assert.deepEqual(await read(fork.id), picture);
  });

  it("cannot be other files, whatever a saved conversation says", async () => {
    const { conversation } = await fixture();
    const [asked] = conversation.turns;
    const record = JSON.stringify(encodeChange({ kind: "turn", turn: asked! }, []));
    const { turn: saved } = JSON.parse(record) as { turn: unknown };
    assert.deepEqual(decoded(saved), asked?.question.attachments);
    const hostile: unknown = JSON.parse(
      JSON.stringify(saved).replace(/"digest":"[^"]+"/, '"digest":"../../etc/passwd"'),
    );
    assert.equal(decoded(hostile)?.[0]?.picture, undefined);
  });
});
