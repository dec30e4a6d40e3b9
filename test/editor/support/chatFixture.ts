import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Conversation } from "../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../src/features/conversation/core/turn";
import type { SavedConversations } from "../../../src/features/history/core/savedConversations";
import { DraftFiles } from "../../../src/features/conversation/core/draftFiles";
import { DiskFiles } from "../../../src/platform/editor/diskFiles";
import type { Settings } from "../../../src/platform/core/ports";
import { ChatPage } from "../../../src/features/chat/editor/chatPage";
import { OpenChats } from "../../../src/features/asking/core/openChats";
import {
  handlersFor,
  type HandlerParts,
  type Handlers,
} from "../../../src/features/chat/editor/handlers";
import type { Output } from "../../../src/features/changes/editor/output";
import { Owner } from "../../../src/kit/disposable";
import type { ChatView } from "../../../src/page/protocol/views";
import { workbench } from "../../support/builtInExperts";
import { connectedTo, type Writable } from "./connected";
import { startHub, type TestHub } from "./hub";
import { canaries } from "./canaries";
import { until } from "./inputs";
import { chatFeature, type TestChat } from "./chatFeature";

/** A page without a document: what it is sent is kept as it would arrive there. */
const pageThatKeeps = (heard: unknown[]) => ({
  postMessage: async (message: unknown) => {
    canaries.lookAtPage(message);
    heard.push(JSON.parse(JSON.stringify(message)));
    return true;
  },
  onDidReceiveMessage: () => ({ dispose: () => {} }),
});

type Connected = ReturnType<typeof connectedTo>;

/** A chat page as the extension builds it, with the calls that its document would make. */
export class ChatFixture extends Owner {
  readonly settings: Writable<Settings>;
  readonly call: Handlers;
  readonly page: ChatPage;
  readonly chats: OpenChats;
  /** The parts that pages of these chats are built from. */
  readonly pageParts: TestChat["pageParts"];
  readonly account: Connected["account"];
  readonly roster: Connected["roster"];
  readonly addressHeaders: Connected["addressHeaders"];
  /** The storage shared with other windows. */
  readonly store: Connected["store"];
  /** What the page was sent, oldest first. */
  readonly heard: unknown[] = [];
  readonly #folder: string;
  readonly #saved: SavedConversations;
  readonly #parts: HandlerParts;
  readonly #connection: Connected["connection"];

  static async start(hub: Pick<TestHub, "baseUrl" | "key">, expertIds: number[]) {
    const fixture = new ChatFixture(hub, await mkdtemp(path.join(os.tmpdir(), "expert-hub-chat-")));
    await fixture.roster.add(expertIds);
    return fixture;
  }

  private constructor(hub: Pick<TestHub, "baseUrl" | "key">, folder: string) {
    super();
    this.#folder = folder;
    const connected = connectedTo(hub);
    const { roster, account, settings, store } = connected;
    this.roster = roster;
    this.addressHeaders = connected.addressHeaders;
    this.store = store;
    this.account = account;
    this.#connection = connected.connection;
    this.settings = settings;
    const own = this.register.bind(this);
    const chat = chatFeature(connected, { settings, folder, own });
    this.#saved = chat.saved;
    this.chats = chat.chats;
    this.pageParts = chat.pageParts;
    this.#parts = chat.handlerParts;
    const webview = pageThatKeeps(this.heard);
    this.page = this.register(new ChatPage(webview, this.chats.side, this.pageParts));
    this.register(this.chats.onDidChangeSide((chat) => void this.page.show(chat)));
    this.call = handlersFor(this.page, this.#parts);
  }

  /** The page's calls, with an output that handles answers. */
  withOutput(output: Output): Handlers {
    return handlersFor(this.page, { ...this.#parts, output });
  }

  get sender(): HandlerParts["sender"] {
    return this.#parts.sender;
  }

  get conversation(): Conversation {
    return this.page.chat.conversation;
  }

  /** The scope of the hub in use. */
  get hubScope(): string {
    return this.#connection.hub?.scope ?? "";
  }

  get last(): Turn {
    const turn = this.conversation.turns.at(-1);
    if (!turn) throw new Error("nothing was asked");
    return turn;
  }

  view(): Promise<ChatView> {
    return this.page.view();
  }

  /** Uses the built-in hub, or the fixture's own again. */
  useBuiltIn(use: boolean): Promise<void> {
    return this.#connection.useBuiltIn(use);
  }

  /** Deletes a conversation like its command. */
  async delete(id: string): Promise<void> {
    await this.#saved.remove(id);
  }

  /** What another window would find typed for this conversation. */
  async draftOnDisk(id: string): Promise<string> {
    return (await new DraftFiles(new DiskFiles(this.#folder)).read(id)).typed;
  }

  /** Sends like the page, and waits until the question is settled. */
  async send(text: string): Promise<Turn> {
    await this.call.send({ text });
    return this.settled();
  }

  async settled(): Promise<Turn> {
    await until("the question is settled", () => this.last.result.state !== "waiting");
    return this.last;
  }

  async end(): Promise<void> {
    this.dispose();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A new fixture for each test of a suite, with these experts of a hub that the suite shares. */
export function useFixture(
  give: (fixture: ChatFixture, hub: TestHub) => void,
  experts: number[] = [workbench],
): void {
  let hub: TestHub;
  let fixture: ChatFixture;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());
  beforeEach(async () => {
    fixture = await ChatFixture.start(hub, experts);
    give(fixture, hub);
  });
  afterEach(() => fixture.end());
}
