import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { isRecord } from "../../../contract/record";
import { comparisonPanelType } from "../../../platform/editor/manifest";
import { plainText } from "../../../platform/editor/plainText";
import { tabIcon } from "../../../platform/editor/panelTypes";
import type { OpenChats } from "../../asking/core/openChats";
import { OpenedPage } from "../../chat/editor/openedPage";
import { titleOf } from "../../conversation/core/conversationTitle";
import { ComparisonPage, type ComparisonPageParts } from "./comparisonPage";

const titleLength = 60;

interface Shown {
  readonly panel: vscode.WebviewPanel;
  readonly page: ComparisonPage;
}

/** The editor tabs that show comparisons. */
export class ComparisonPanels extends Owner {
  readonly #extensionUri: vscode.Uri;
  readonly #chats: OpenChats;
  readonly #parts: ComparisonPageParts;
  readonly #shown = new Set<Shown>();

  constructor(extensionUri: vscode.Uri, chats: OpenChats, parts: ComparisonPageParts) {
    super();
    this.#extensionUri = extensionUri;
    this.#chats = chats;
    this.#parts = parts;
    this.register(
      chats.onDidRemove((chat) => {
        for (const { page, panel } of this.#shown) if (page.chat === chat) panel.dispose();
      }),
    );
  }

  /** Opens the comparison of a turn, or reveals its tab. */
  async open(conversationId: string, turnId: string): Promise<void> {
    const known = this.#of(conversationId, turnId);
    if (known) {
      known.panel.reveal();
      known.page.focus();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      comparisonPanelType,
      t("Comparison"),
      vscode.ViewColumn.Active,
      { retainContextWhenHidden: false },
    );
    const opened = new OpenedPage(panel.webview, this.#extensionUri, "comparison");
    await this.#fill(panel, opened, conversationId, turnId);
  }

  /** Fills a tab that existed before the window was reloaded; `state` is what its page saved. */
  async resume(panel: vscode.WebviewPanel, opened: OpenedPage, state: unknown): Promise<void> {
    const { conversationId, turnId } = isRecord(state) ? state : {};
    if (typeof conversationId === "string" && typeof turnId === "string")
      await this.#fill(panel, opened, conversationId, turnId);
    else panel.dispose();
  }

  #of(conversationId: string, turnId: string): Shown | undefined {
    return [...this.#shown].find(({ page }) => {
      const { conversation } = page.chat;
      const main = conversation.get(turnId)?.beside ?? turnId;
      return conversation.id === conversationId && page.comparison?.main.id === main;
    });
  }

  async #fill(
    panel: vscode.WebviewPanel,
    opened: OpenedPage,
    conversationId: string,
    turnId: string,
  ): Promise<void> {
    panel.iconPath = tabIcon(this.#extensionUri, "split-horizontal");
    const { chat, hold } = await this.#chats.acquire(conversationId);
    const page = new ComparisonPage(opened, chat, turnId, this.#parts);
    const { comparison } = page;
    if (!comparison || this.disposed) {
      page.dispose();
      hold.dispose();
      panel.dispose();
      return;
    }
    panel.title = plainText(t("Comparison: {0}", titleOf(comparison.main.question)), titleLength);
    const shown = { panel, page };
    this.#shown.add(shown);
    this.register(page);
    page.onDidGo(() => panel.dispose());
    panel.onDidDispose(() => {
      this.#shown.delete(shown);
      this.release(page);
      hold.dispose();
    });
  }
}
