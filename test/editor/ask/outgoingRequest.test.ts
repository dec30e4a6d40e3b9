import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Question } from "../../../src/features/conversation/core/question";
import { EditorSettings } from "../../../src/platform/editor/settings";
import { ChatFixture, useFixture } from "../support/chatFixture";
import type { TestHub } from "../support/hub";
import { nextModal, until } from "../support/inputs";

/** Looks like a secret, so that the user is asked first. */
const secret = ["ghp", "a1B2".repeat(9)].join("_");
const attachment = { id: "a", text: "1", languageId: "plaintext", label: "a.txt:1", detail: "" };

/** Confirms every question of the extension once `meanwhile` is done; returns how many there were. */
async function whileAsked(run: () => Promise<unknown>, meanwhile: () => unknown) {
  const { showWarningMessage } = vscode.window;
  let dialogs = 0;
  Object.assign(vscode.window, {
    showWarningMessage: async (_: string, __: object, ...buttons: string[]) => {
      dialogs++;
      await meanwhile();
      return buttons.at(-1);
    },
  });
  try {
    await run();
  } finally {
    Object.assign(vscode.window, { showWarningMessage });
  }
  return dialogs;
}

describe("on its way out", () => {
  let hub: TestHub;
  let fixture: ChatFixture;
  useFixture((started, its) => {
    fixture = started;
    hub = its;
  });

  const wire = () => hub.journal().filter(({ path }) => path.includes("/invoke_"));

  it("a question leaves what is composed while the user is asked about it", async () => {
    const { chat } = fixture.page;
    chat.attachments = [attachment];
    const next = { ...attachment, id: "b" };
    await whileAsked(
      () => fixture.call.send({ text: secret }) as Promise<void>,
      () => {
        chat.attachments = [next];
        chat.setDraft("the next words", fixture.page);
      },
    );
    await fixture.settled();
    assert.equal(chat.attachments[0], next);
    assert.equal(chat.draft, "the next words");
  });

  it("P1 a second Send while the user is asked about the first is refused, and asks nothing", async () => {
    const before = wire().length;
    const seconds: Promise<void>[] = [];
    const dialogs = await whileAsked(
      () => fixture.call.send({ text: secret }) as Promise<void>,
      async () => {
        if (seconds.length > 0) return;
        const second = assert.rejects(
          async () => fixture.call.send({ text: secret }),
          /still being answered/,
        );
        seconds.push(second);
        await second;
      },
    );
    await fixture.settled();
    assert.equal(dialogs, 1);
    assert.equal(wire().length, before + 1);
  });

  for (const address of ["http://docs.example/a", "https://user@docs.example/a"]) {
    it(`T6 ${address} of a saved question is not sent`, async () => {
      await fixture.send("1 + 1");
      const question: Question = { ...fixture.last.question, documentUrls: [address] };
      fixture.conversation.put({ ...fixture.last, question, result: { state: "interrupted" } });
      const before = wire().length;
      const retry = { turnId: fixture.last.id, action: "retry" } as const;
      let dialogs = 0;
      await whileAsked(
        () => assert.rejects(async () => fixture.call.resolveProblem(retry), /https|user name/i),
        () => dialogs++,
      );
      assert.equal(dialogs, 0);
      assert.equal(wire().length, before);
    });
  }

  it("a chat is let go of once its question is answered and nobody shows it", async () => {
    await fixture.send("1 + 1");
    const { id } = fixture.conversation;
    fixture.chats.renewSide();
    await until("the page shows the new one", () => fixture.conversation.id !== id);
    await until("it is let go of", () => fixture.chats.of(id) === undefined);
  });

  it("the last words reach a chat that is no longer in memory, but no deleted one", async () => {
    const { chats, call } = fixture;
    for (const isDeleted of [false, true]) {
      await fixture.send("1 + 1");
      const { id } = fixture.conversation;
      chats.renewSide();
      await until("it is let go of", () => chats.of(id) === undefined);
      if (isDeleted) await fixture.delete(id);
      await call.saveDraft({ conversationId: id, text: "late words" });
      assert.equal(await fixture.draftOnDisk(id), isDeleted ? "" : "late words");
    }
  });

  it("T6 a yes to one private address is none to another", async () => {
    const { options } = (await fixture.view()).pageState;
    const ask = async (documentUrls: string[]) => {
      await fixture.call.setOptions({ options: { ...options, documentUrls } });
      const dialogs = await whileAsked(
        () => fixture.call.send({ text: "1 + 1" }) as Promise<void>,
        () => undefined,
      );
      await fixture.settled();
      return dialogs;
    };
    assert.equal(await ask(["https://10.0.0.1/a"]), 1);
    assert.equal(await ask(["https://10.0.0.1/a"]), 0);
    assert.equal(await ask(["https://10.0.0.2/a"]), 1);
  });

  it("K15 the key in an earlier answer is noticed before it is sent along", async () => {
    const { result } = await fixture.send("1 + 1");
    assert.equal(result.state, "done");
    if (result.state !== "done") return;
    const { received } = result;
    const told = { ...result, received: { ...received, value: { ...received.value } } };
    const { last } = fixture;
    const key = `own-key-${crypto.randomUUID()}`;
    await fixture.end();
    fixture = await ChatFixture.start({ baseUrl: hub.baseUrl, key }, [last.question.expertId]);
    told.received.value.output = `it is ${key}`;
    fixture.conversation.put({ ...last, result: told });
    const before = wire().length;
    const asked = nextModal("Do Not Send");
    await assert.rejects(async () => fixture.call.send({ text: "2 + 2" }), /Nothing was sent/);
    assert.match((await asked).detail ?? "", /your API key: the conversation so far/);
    assert.equal(wire().length, before);
  });
});

const http = () => vscode.workspace.getConfiguration("http");
const own = () => vscode.workspace.getConfiguration("expertHub");

describe("the settings as they are at the moment", () => {
  const { Global } = vscode.ConfigurationTarget;
  const owned: EditorSettings[] = [];
  afterEach(async () => {
    for (const settings of owned.splice(0)) settings.dispose();
    await http().update("proxy", undefined, Global);
    await own().update("timeoutSeconds", undefined, Global);
  });

  function watched(): { settings: EditorSettings; heard(): number } {
    const settings = new EditorSettings();
    owned.push(settings);
    let heard = 0;
    settings.onDidChange(() => heard++);
    return { settings, heard: () => heard };
  }

  it("takes up another proxy at once", async () => {
    const { settings, heard } = watched();
    assert.equal(settings.network.proxy, undefined);
    await http().update("proxy", "http://127.0.0.1:9", Global);
    await until("it is heard of", () => heard() > 0);
    assert.equal(settings.network.proxy, "http://127.0.0.1:9");
  });

  for (const [given, taken] of [
    [1, 10],
    [11, 11],
    [5000, 1800],
  ] as const) {
    it(`waits ${taken} seconds where the setting says ${given}`, async () => {
      const { settings, heard } = watched();
      assert.equal(settings.timeoutSeconds, 300);
      await own().update("timeoutSeconds", given, Global);
      await until("it is heard of", () => heard() > 0);
      assert.equal(settings.timeoutSeconds, taken);
    });
  }
});
