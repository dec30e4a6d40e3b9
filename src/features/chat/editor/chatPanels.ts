import * as vscode from "vscode";
import type { Chat } from "../../asking/core/chat";
import { Owner, type Disposable } from "../../../kit/disposable";
import { Emitter, type Event } from "../../../kit/event";
import { showChatView } from "../../../platform/editor/chatView";
import { ChatPage, type ChatPageParts } from "./chatPage";
import { type OpenChats, newAnswers } from "../../asking/core/openChats";
import { freePanelType, panelTypeOf, tabIcon } from "../../../platform/editor/panelTypes";
import { OpenedPage } from "./openedPage";
import type { PageFocus } from "./pageFocus";
import type { ChatPlace } from "../../asking/core/chatPlaces";
import type { PageCommand, ShownState } from "../../../contract/vocabulary";
import { plainText } from "../../../platform/editor/plainText";

const titleLength = 60;

function tabTitle({ conversation }: Chat): string {
  return plainText(conversation.title ?? "Expert Hub", titleLength);
}

/** A chat in an editor tab that is titled like its conversation. */
class ChatTab extends Owner implements ChatPlace {
  readonly #extensionUri: vscode.Uri;
  readonly #panel: vscode.WebviewPanel;
  readonly #page: ChatPage;

  constructor(extensionUri: vscode.Uri, panel: vscode.WebviewPanel, page: ChatPage) {
    super();
    this.#extensionUri = extensionUri;
    this.#panel = panel;
    this.#page = this.register(page);
    this.showUnseen(false);
    const { conversation } = page.chat;
    this.register(conversation.onDidChange(() => this.#name()));
    this.register(conversation.onDidChangeTurn(() => this.#name()));
    // After a reload VS Code may show an older title than the one that it reports.
    panel.title = "";
    this.#name();
  }

  get chat(): Chat {
    return this.#page.chat;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  get panelType(): string {
    return this.#panel.viewType;
  }

  front(): ChatPage {
    this.#panel.reveal();
    return this.#page;
  }

  /** Its icon shows whether there is an answer that the user has not seen. */
  showUnseen(isUnseen: boolean): void {
    const name = isUnseen ? "comment-unresolved" : "comment-discussion";
    this.#panel.iconPath = tabIcon(this.#extensionUri, name);
  }

  find(): void {
    this.front().find();
  }

  close(): void {
    this.#panel.dispose();
  }

  #name(): void {
    const title = tabTitle(this.chat);
    if (this.#panel.title !== title) this.#panel.title = title;
  }
}

/** VS Code restores a tab once the user looks at it; it does not report when it cannot. */
const patienceMs = 5_000;

const groups = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

/** Tabs from before a reload that have not been shown since: VS Code exposes only their type and title. */
export function sleepingTabs(title: string, awake: Iterable<ChatPlace>): vscode.Tab[] {
  const types = new Set([...awake].map(({ panelType }) => panelType));
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => {
      const type = panelTypeOf(tab);
      return type !== undefined && !types.has(type) && !tab.isActive && tab.label === title;
    });
}

/** Brings it to the front and waits until its page is restored, which `onDidResume` reports by its type. */
export async function showSleeping(tab: vscode.Tab, onDidResume: Event<string>): Promise<void> {
  const { group } = tab;
  const nth = groups[group.viewColumn - 1];
  const index = group.tabs.indexOf(tab);
  if (nth === undefined || index === -1) return;
  const type = panelTypeOf(tab);
  const resumed = new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(done, patienceMs);
    const subscription = onDidResume((given) => {
      if (given === type) done();
    });
  });
  await vscode.commands.executeCommand(`workbench.action.focus${nth}EditorGroup`);
  await vscode.commands.executeCommand("workbench.action.openEditorAtIndex", index);
  await resumed;
}

/** False once it is closed, which VS Code reveals only by throwing. */
function isThere(panel: vscode.WebviewPanel): boolean {
  try {
    return panel.viewType !== "";
  } catch {
    return false;
  }
}

/** The saved state may come from another version. */
function conversationIdIn(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const { conversationId } = state as Record<string, unknown>;
  return typeof conversationId === "string" ? conversationId : undefined;
}

/** The chat in the side bar, and chats in editor tabs. */
export class ChatPanels extends Owner {
  readonly #extensionUri: vscode.Uri;
  readonly #chats: OpenChats;
  readonly #parts: ChatPageParts;
  readonly #focus: PageFocus;
  #side: { view: vscode.WebviewView; page: ChatPage; place: ChatPlace } | undefined;
  #firstInSide: ((page: ChatPage) => void) | undefined;
  readonly #tabs = new Set<ChatTab>();
  readonly #resumed = this.register(new Emitter<string>());

  constructor(
    extensionUri: vscode.Uri,
    chats: OpenChats,
    { focus, ...parts }: ChatPageParts & { focus: PageFocus },
  ) {
    super();
    this.#extensionUri = extensionUri;
    this.#chats = chats;
    this.#focus = focus;
    this.#parts = parts;
    chats.places.reveal = () => this.revealSide();
    this.register(chats.onDidChangeSide((chat) => this.#side?.page.show(chat)));
    this.register(chats.unseen.onDidChange(() => this.#showUnseen()));
  }

  /** Fills the side bar's view, each time VS Code creates it. */
  resolveSide(view: vscode.WebviewView, opened: OpenedPage): void {
    const page = this.#page(opened, this.#chats.side);
    page.bring = showChatView;
    const place: ChatPlace = {
      get chat() {
        return page.chat;
      },
      get isVisible() {
        return view.visible;
      },
      find: () => this.find(),
    };
    const own = { view, page, place };
    const placed = this.#place(place, page);
    this.#side = own;
    if (this.#firstInSide) this.#chats.places.enter(place);
    this.#firstInSide?.(page);
    this.#firstInSide = undefined;
    this.#showUnseen();
    // A page that is gone cannot say that it has lost the focus.
    const unfocus = (): void => this.#focus.leave(page);
    view.onDidChangeVisibility(() => {
      this.#chats.places.changed();
      if (!view.visible) unfocus();
    });
    view.onDidDispose(() => {
      unfocus();
      this.release(placed);
      this.release(page);
      if (this.#side === own) this.#side = undefined;
    });
  }

  /** What the chat in the side bar says a question would be sent with, while it is visible. */
  get shownInSide(): ShownState | undefined {
    const { view, page } = this.#side ?? {};
    const shown = view?.visible === true ? page?.shownState : undefined;
    return shown?.conversation === this.#chats.side.conversation.id ? shown : undefined;
  }

  /** Shows the chat in the side bar and focuses its composer. */
  async openSide(): Promise<void> {
    await this.#open((page) => page.enterBox());
  }

  /** Shows the chat in the side bar with its find box. */
  async find(): Promise<void> {
    await this.#open((page) => page.find());
  }

  /** Shows the chat that the user was in last and focuses its composer. */
  async showRecent(): Promise<void> {
    const tab = this.#recentTab;
    if (tab) tab.front().enterBox();
    else await this.openSide();
  }

  /** Shows the chat that the user was in last and has it carry out a command. */
  async run(command: PageCommand): Promise<void> {
    const tab = this.#recentTab;
    if (tab) tab.front().run(command);
    else await this.#open((page) => page.run(command));
  }

  /** The chat in the side bar takes the place of a hidden tab. */
  get #recentTab(): ChatTab | undefined {
    const [recent] = this.#chats.places.inOrder;
    return [...this.#tabs].find((tab) => tab === recent && tab.isVisible);
  }

  /** Shows the chat in the side bar at this turn, or at its current position. */
  async showTurn(turnId: string | undefined): Promise<void> {
    await this.#open((page) => (turnId === undefined ? page.enterBox() : page.reveal(turnId)));
  }

  /** Shows a conversation at this turn: in its tab, else in the side bar. Rejects with `not-found`, `storage`. */
  async showConversation(id: string, turnId: string | undefined): Promise<void> {
    const tab = [...this.#tabs].find(({ chat }) => chat.conversation.id === id);
    if (!tab) {
      if (this.#chats.side.conversation.id !== id) await this.#chats.openSaved(id);
      await this.showTurn(turnId);
    } else if (turnId === undefined) tab.front().enterBox();
    else tab.front().reveal(turnId);
  }

  /** Marks tabs with unseen answers, and counts those of the others on the side bar's view. */
  #showUnseen(): void {
    const { unseen } = this.#chats;
    const inTabs = new Set([...this.#tabs].map(({ chat }) => chat.conversation.id));
    for (const tab of this.#tabs) tab.showUnseen(unseen.in(tab.chat.conversation.id) > 0);
    if (!this.#side) return;
    const others = unseen.conversationIds.filter((id) => !inTabs.has(id));
    const value = others.reduce((sum, id) => sum + unseen.in(id), 0);
    this.#side.view.badge = value === 0 ? undefined : { value, tooltip: newAnswers(value) };
  }

  async #open(first: (page: ChatPage) => void): Promise<void> {
    this.#enterSide();
    const isOpen = this.#side !== undefined;
    this.#firstInSide = isOpen ? undefined : first;
    await showChatView();
    // A view that opened meanwhile has been told.
    if (isOpen && this.#side) first(this.#side.page);
  }

  /** Shows the chat in the side bar; the cursor stays in the editor. */
  async revealSide(): Promise<void> {
    this.#enterSide();
    if (this.#side) {
      this.#side.view.show(true);
      return;
    }
    await showChatView({ preserveFocus: true });
  }

  /** Shows a chat in its editor tab, or in a new one. */
  async openTab(chat: Chat): Promise<void> {
    const title = tabTitle(chat);
    for (const tab of this.#tabOf(chat) ? [] : sleepingTabs(title, this.#tabs))
      if (!this.#tabOf(chat)) await showSleeping(tab, this.#resumed.event);
    const tab = this.#tabOf(chat) ?? this.#newTab(chat);
    tab.front().enterBox();
  }

  /** Fills a tab that existed before the window was reloaded; `state` is what its page saved. */
  async resumeTab(panel: vscode.WebviewPanel, opened: OpenedPage, state: unknown): Promise<void> {
    if (!isThere(panel)) return;
    const { viewType: type } = panel;
    // VS Code may not have saved the page's state before the window closed.
    const id = conversationIdIn(state) ?? this.#chats.last.inTab(type);
    const { chat, hold } = await this.#chats.acquire(id);
    const twin = this.#tabOf(chat);
    if (!twin && isThere(panel)) this.#fill(panel, opened, chat);
    else panel.dispose();
    hold.dispose();
    twin?.front().enterBox();
    this.#resumed.fire(type);
  }

  #tabOf(chat: Chat): ChatTab | undefined {
    return [...this.#tabs].find((tab) => tab.chat === chat);
  }

  #newTab(chat: Chat): ChatTab {
    const panel = vscode.window.createWebviewPanel(
      freePanelType(),
      tabTitle(chat),
      { viewColumn: vscode.ViewColumn.Beside },
      { retainContextWhenHidden: false },
    );
    return this.#fill(panel, new OpenedPage(panel.webview, this.#extensionUri), chat);
  }

  #fill(panel: vscode.WebviewPanel, opened: OpenedPage, chat: Chat): ChatTab {
    const { places, onDidRemove } = this.#chats;
    const page = new ChatPage(opened, chat, this.#parts);
    page.bring = () => panel.reveal();
    const tab = this.register(new ChatTab(this.#extensionUri, panel, page));
    this.#tabs.add(tab);
    const placed = this.#place(tab, page);
    this.#chats.last.remember(chat, panel.viewType);
    const enter = (): void => {
      if (panel.active) places.enter(tab);
      else this.#focus.set(page, undefined);
      places.changed();
    };
    enter();
    panel.onDidChangeViewState(enter);
    const removed = this.register(
      onDidRemove((gone) => {
        if (gone === chat) tab.close();
      }),
    );
    panel.onDidDispose(() => {
      this.#focus.leave(page);
      this.#tabs.delete(tab);
      this.release(removed);
      this.release(placed);
      this.release(tab);
      this.#chats.closedTab(chat);
    });
    return tab;
  }

  #enterSide(): void {
    if (this.#side) this.#chats.places.enter(this.#side.place);
  }

  #place(place: ChatPlace, page: ChatPage): Disposable {
    const { places } = this.#chats;
    page.onDidEnter(() => places.enter(place));
    return this.register(places.add(place));
  }

  #page(opened: OpenedPage, chat: Chat): ChatPage {
    return this.register(new ChatPage(opened, chat, this.#parts));
  }
}
