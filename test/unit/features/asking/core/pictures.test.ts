import assert from "node:assert/strict";
import type { BuiltInHubOptions } from "../../../../../src/contract/builtInHubApi";
import { servedModelKey } from "../../../../../src/contract/chatModel";
import { modelId } from "../../../../../src/client/modelId";
import { createSend } from "../../../../../src/client/undiciSend";
import * as builtInHub from "../../../../../src/builtInHub/index";
import { Chat } from "../../../../../src/features/asking/core/chat";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { ContextSizes } from "../../../../../src/features/models/core/contextSizes";
import { completion, startModelServer, type ModelReply } from "../../../../support/modelServer";
import { until } from "../../../../support/until";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { realAsking } from "./realQuestion";

/** A PNG of one pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The built-in hub with a model of a scripted server, and a picture that is attached. */
async function withPicture(
  reply: () => ModelReply = () => completion({ content: "A cat." }),
  learns = true,
) {
  const server = await startModelServer(reply);
  const send = createSend({}, () => undefined);
  const served = { address: server.base, identifier: "scripted", send, key: async () => "k" };
  const key = servedModelKey(served);
  let known: ContextSizes | undefined;
  const context = {
    tokens: undefined,
    learned: () => undefined,
    seesNoPictures: () => (learns ? void known?.learnBlind(key) : undefined),
  };
  const load = async () => ({
    ...builtInHub,
    startBuiltInHub: (options: BuiltInHubOptions) =>
      builtInHub.startBuiltInHub({ ...options, models: () => [{ ...served, context }] }),
  });
  atEnd(async () => {
    await send.close();
    await server.close();
  });
  const fixture = await realAsking(undefined, load);
  const { connection, contexts, models, pictures } = fixture;
  known = contexts;
  await connection.useBuiltIn(true);
  await models.choose({ kind: "address", address: server.base, identifier: "scripted" });
  const conversation = new Conversation();
  const digest = await pictures.add(conversation.id, { type: "image/png", data: png });
  const attached: Attachment = {
    id: "a1",
    text: "",
    languageId: "",
    label: "screen.png",
    detail: "PNG · 1 × 1 · 70 B",
    picture: { type: "image/png", width: 1, height: 1, bytes: 70, digest },
  };
  const question = { typed: "What is it?", attachments: [attached], expertId: 5 };
  return {
    ...fixture,
    server,
    key,
    conversation,
    question: { ...question, modelId: modelId(key) },
  };
}

const text = "What is it?\n\n[Picture screen.png: image/png, 1 × 1]";

describe("a picture that is attached", () => {
  afterEach(closeAll);

  it("E3 reaches a model of a server with the question, whole", async () => {
    for (const mode of ["agent", "model"] as const) {
      const { ask, conversation, question, server } = await withPicture();
      const { result, sent } = await ask(conversation, { ...question, mode });
      assert.equal(result.state === "done" && result.received.value.output, "A cat.");
      assert.deepEqual(server.requests[0]?.body.messages?.at(-1), {
        role: "user",
        content: [
          { type: "text", text },
          { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
        ],
      });
      assert.ok(!JSON.stringify(sent).includes(png), "What is saved and shown names it.");
    }
  });

  it("E3 is seen with later questions as well, by the model that it was sent to", async () => {
    const { ask, asking, conversation, question, server } = await withPicture();
    await ask(conversation, question);
    const { attachments: _, ...next } = { ...question, typed: "And its colour?" };
    const prepared = asking.prepare(conversation, next);
    assert.deepEqual(prepared.pictures, [
      { label: "screen.png", picture: question.attachments[0]?.picture },
    ]);
    await ask(conversation, next);
    const messages = server.requests[1]?.body.messages ?? [];
    assert.equal(messages.at(-3)?.content, text);
    assert.deepEqual(messages.at(-1)?.content, [
      { type: "text", text: "And its colour?" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
    ]);
    const other = asking.prepare(conversation, { ...next, modelId: 1 });
    assert.deepEqual(other.pictures, []);
  });

  it("E3 is refused before anything leaves for a hub, without a model, and for one that cannot see", async () => {
    const { ask, asking, connection, contexts, conversation, key, own, question, server } =
      await withPicture();
    await contexts.learnListed([{ key, tokens: undefined, seesPictures: false }]);
    assert.throws(() => asking.prepare(conversation, question), /cannot see pictures\. Choose/);
    const { modelId: _, ...plain } = question;
    assert.throws(() => asking.prepare(conversation, plain), /Only a language model can see/);
    await connection.useBuiltIn(false);
    assert.throws(() => asking.prepare(conversation, plain), /takes only text/);
    await assert.rejects(async () => ask(conversation, plain), /takes only text/);
    assert.deepEqual(server.requests, []);
    assert.ok(own);
  });

  it("E3 is tried once with a model of which nothing is known, and not again once it was refused", async () => {
    const refusal = { error: { message: "image_url is only supported by certain models" } };
    const { ask, asking, contexts, conversation, key, question, server } = await withPicture(
      () => ({ status: 400, body: refusal }),
    );
    const { result } = await ask(conversation, question);
    assert.ok(result.state === "failed");
    assert.match(
      result.error.details.hubMessage ?? "",
      /^scripted cannot see pictures\. It says: /,
    );
    await until("it is known", () => contexts.seesPictures(key) === false);
    assert.throws(() => asking.prepare(conversation, question), /cannot see pictures\. Choose/);
    assert.equal(server.requests.length, 1);
  });

  it("E3 is what a server refuses only where it says that it takes none", async () => {
    const model = {} as { said: string; status: number };
    const { ask, conversation, question } = await withPicture(
      () => ({
        status: model.status,
        body: { error: { message: model.said } },
      }),
      false,
    );
    const kindFor = async (status: number, said: string) => {
      Object.assign(model, { status, said });
      const { result } = await ask(conversation, { ...question, typed: said });
      assert.ok(result.state === "failed");
      return result.error.details.code === 415;
    };
    for (const [status, said] of [
      [404, "No endpoints found that support image input"],
      [500, "image input is not supported - hint: you may need to provide the mmproj"],
      [400, "llama is not a multimodal model"],
      [422, "unknown variant `image_url`, expected `text`"],
      [400, "messages[1].content must be a string"],
      [400, "This model does not support images"],
    ] as const)
      assert.equal(await kindFor(status, said), true, said);
    for (const [status, said] of [
      [400, "The image is too large: it must not exceed 20 MB"],
      [400, "Invalid image: it could not be decoded"],
      [500, "Something is not right"],
    ] as const)
      assert.equal(await kindFor(status, said), false, said);
  });

  it("E3 is missed before anything leaves if its file is gone", async () => {
    const { ask, conversation, pictures, question, server } = await withPicture();
    await pictures.removeUnused(new Chat(conversation), question.attachments[0]!.picture!);
    const { result } = await ask(conversation, question);
    assert.match(result.state === "failed" ? result.error.message : "", /screen\.png is no longer/);
    assert.deepEqual(server.requests, []);
  });
});
