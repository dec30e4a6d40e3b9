import * as vscode from "vscode";
import { ageOf } from "../../../contract/text";
import { callerLabel } from "../../conversation/core/question";
import type { HubNames } from "../../asking/core/conversationHubs";
import type { Listed } from "../core/conversationList";
import type { SavedConversations } from "../core/savedConversations";
import { groupedByDay, groupLabel, midnight, type Group } from "../core/dayGroups";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { type OpenChats, newAnswers } from "../../asking/core/openChats";
import { locale, t } from "../../../kit/l10n";
import type { CommandId, TreeContext } from "../../../platform/editor/manifest";
import { noPolicy, type PolicySource } from "../../../policy/policy";
import type { PolicyFile } from "../../../policy/policyFile";
import { plainText } from "../../../platform/editor/plainText";

const open: CommandId = "expertHub.openConversation";
const contexts: Record<"group" | "plain" | "pinned" | "draft", TreeContext> = {
  group: "conversations",
  plain: "conversation",
  pinned: "conversation.pinned",
  draft: "conversation.draft",
};

/** Second argument of the command that a click on a row calls. */
const click = { clicked: true };

export function isClick(given: unknown): boolean {
  return typeof given === "object" && given !== null && "clicked" in given;
}

export type TreeRow = GroupRow | ConversationRow;

/** Conversations of some days, or those that are pinned. */
export class GroupRow extends vscode.TreeItem {
  readonly rows: readonly ConversationRow[];

  constructor({ name, members }: Group<ConversationRow>) {
    super(groupLabel(name), vscode.TreeItemCollapsibleState.Expanded);
    this.rows = members;
    this.id = `conversations/${name}`;
    this.contextValue = contexts.group;
  }
}

interface RowState {
  readonly isOpen: boolean;
  /** Number of answers that the user has not seen. */
  readonly unseen: number;
  /** Named where it is not the only one. */
  readonly hub: string | undefined;
}

export class ConversationRow extends vscode.TreeItem {
  readonly conversationId: string;
  readonly askedAt: number;
  readonly isPinned: boolean;

  constructor(summary: Listed, { isOpen, unseen, hub }: RowState) {
    const { id, expertName, askedAt, isPinned, isDraft } = summary;
    const title = isDraft ? t("Draft: {0}", summary.title) : summary.title;
    super(plainText(title));
    this.conversationId = id;
    this.askedAt = askedAt;
    this.isPinned = isPinned;
    this.id = `conversation/${id}`;
    this.contextValue = contexts[isDraft ? "draft" : isPinned ? "pinned" : "plain"];
    const at = hub === undefined ? undefined : plainText(hub, 60);
    const age = ageOf(askedAt, Date.now());
    const news = unseen > 0 && newAnswers(unseen);
    this.description = [isOpen && t("open"), news, plainText(expertName, 60), at, age]
      .filter(Boolean)
      .join(" · ");
    this.iconPath = new vscode.ThemeIcon(
      news ? "comment-unresolved" : isOpen ? "check" : icon(summary),
    );
    this.tooltip = [plainText(title, 1000), ...tooltipOf(summary, at)].join("\n\n");
    this.command = { command: open, title: t("Open"), arguments: [this, click] };
    this.accessibilityInformation = {
      label: [isOpen ? t("{0}, open", plainText(title)) : plainText(title), news]
        .filter(Boolean)
        .join(", "),
    };
  }
}

function icon({ caller, isDraft }: Listed): string {
  return isDraft ? "edit" : caller ? "plug" : "comment-discussion";
}

function tooltipOf(summary: Listed, hub: string | undefined): string[] {
  const { expertName, turns, askedAt, caller, isDraft } = summary;
  const when = new Date(askedAt).toLocaleString(locale());
  if (isDraft) return [t("Not sent. Last changed {0}", when)];
  const asked = turns === 1 ? t("1 question") : t("{0} questions", turns);
  const facts = [plainText(expertName), hub, asked, caller && callerLabel(caller)];
  return [facts.filter(Boolean).join(" · "), t("Last asked {0}", when)];
}

/** The rows of the tree: what is pinned, then by day, newest conversation first. */
export class ConversationRows extends Owner {
  readonly #saved: SavedConversations;
  readonly #chats: OpenChats;
  readonly #changed = this.register(new Emitter<void>());
  readonly #hubOf: ((summary: Listed) => string | undefined) | undefined;
  #midnight: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changed.event;

  readonly #policy: PolicySource;

  constructor(
    saved: SavedConversations,
    chats: OpenChats,
    hubs?: HubNames,
    policy: PolicySource & Partial<Pick<PolicyFile, "onDidChange">> = noPolicy,
  ) {
    super();
    this.#policy = policy;
    if (policy.onDidChange) this.register(policy.onDidChange(() => this.#changed.fire()));
    this.#hubOf = hubs && (({ hubScope }) => hubs.nameAmong(hubScope));
    if (hubs) this.register(hubs.onDidChange(() => this.#changed.fire()));
    this.#saved = saved;
    this.#chats = chats;
    this.register(saved.onDidChange(() => this.#changed.fire()));
    this.register(chats.onDidChangeSide(() => this.#changed.fire()));
    this.register(chats.unseen.onDidChange(() => this.#changed.fire()));
  }

  /** What holds for all of them; `undefined` for nothing. */
  get message(): string | undefined {
    const { historyDays: days } = this.#policy.current;
    if (days === undefined) return undefined;
    return days === 1
      ? t("Set by your organisation: conversations are deleted 1 day after their last change.")
      : t(
          "Set by your organisation: conversations are deleted {0} days after their last change.",
          days,
        );
  }

  async list(): Promise<GroupRow[]> {
    const summaries = await this.#saved.list();
    const { id } = this.#chats.side.conversation;
    const rows = summaries.map(
      (summary) =>
        new ConversationRow(summary, {
          isOpen: summary.id === id,
          unseen: this.#chats.unseen.in(summary.id),
          hub: summary.isDraft ? undefined : this.#hubOf?.(summary),
        }),
    );
    const now = new Date();
    this.#redrawAtMidnight(now);
    return groupedByDay(rows, now).map((group) => new GroupRow(group));
  }

  #redrawAtMidnight(now: Date): void {
    clearTimeout(this.#midnight);
    if (this.disposed) return;
    this.#midnight = setTimeout(() => this.#changed.fire(), midnight(now, 1) - now.getTime());
  }

  override dispose(): void {
    clearTimeout(this.#midnight);
    super.dispose();
  }
}
