import type { SetupStep } from "../../contract/vocabulary";

/** Every name that package.json and the code share, once. A test holds the two together. */

export const commandIds = [
  "expertHub.addExpert",
  "expertHub.addHub",
  "expertHub.addModel",
  "expertHub.applyChanges",
  "expertHub.ask",
  "expertHub.askAboutCell",
  "expertHub.askAboutLastCommand",
  "expertHub.askAboutLine",
  "expertHub.askAboutProblem",
  "expertHub.askAboutTerminalSelection",
  "expertHub.askAboutTest",
  "expertHub.askExpert",
  "expertHub.askSelection",
  "expertHub.askSelectionElsewhere",
  "expertHub.attachFiles",
  "expertHub.attachSelection",
  "expertHub.checkConnection",
  "expertHub.chooseAbility",
  "expertHub.chooseModel",
  "expertHub.connect",
  "expertHub.copyId",
  "expertHub.copyMcpConfiguration",
  "expertHub.copyOutput",
  "expertHub.deleteAllConversations",
  "expertHub.deleteConversation",
  "expertHub.discardChanges",
  "expertHub.discardDraft",
  "expertHub.draftCommitMessage",
  "expertHub.editPrompts",
  "expertHub.exportConversation",
  "expertHub.findConversation",
  "expertHub.findModelServer",
  "expertHub.forgetModel",
  "expertHub.getStarted",
  "expertHub.goToRange",
  "expertHub.importConversation",
  "expertHub.insertOutput",
  "expertHub.moveExpertDown",
  "expertHub.moveExpertUp",
  "expertHub.newConversation",
  "expertHub.newExpert",
  "expertHub.newFileFromOutput",
  "expertHub.newMcpToken",
  "expertHub.nextCodeBlock",
  "expertHub.nextTurn",
  "expertHub.openChat",
  "expertHub.openChatInEditor",
  "expertHub.openConversation",
  "expertHub.openExpertFile",
  "expertHub.openHub",
  "expertHub.permissions",
  "expertHub.pinConversation",
  "expertHub.previousCodeBlock",
  "expertHub.previousTurn",
  "expertHub.quoteSelection",
  "expertHub.refreshExperts",
  "expertHub.removeExpert",
  "expertHub.removeHub",
  "expertHub.renameConversation",
  "expertHub.renameHub",
  "expertHub.replaceSelection",
  "expertHub.restoreSkippedChanges",
  "expertHub.reviewAllChanges",
  "expertHub.savePrompt",
  "expertHub.searchConversations",
  "expertHub.setApiKey",
  "expertHub.showAccount",
  "expertHub.showExpert",
  "expertHub.showExpertChanges",
  "expertHub.showLog",
  "expertHub.signOut",
  "expertHub.skipChange",
  "expertHub.startBuiltInHub",
  "expertHub.stopBuiltInHub",
  "expertHub.switchHub",
  "expertHub.toggleFocus",
  "expertHub.turnOffChat",
  "expertHub.turnOnChat",
  "expertHub.turnOffMcpServer",
  "expertHub.turnOnMcpServer",
  "expertHub.unpinConversation",
  "expertHub.useAsDefault",
  "expertHub.useAsDefaultForLanguage",
  "expertHub.useModelAddress",
  "expertHub.usePrompt",
] as const;

export type CommandId = (typeof commandIds)[number];

/** Passed to a command that was chosen from the menu above the chat in the side bar. */
export const fromSideMenu = Symbol("the menu of the side bar");

/** Ids that commands had before, which keybindings and tasks may name. */
export const formerCommandIds: Readonly<Record<string, CommandId>> = {
  "expertHub.applyAllChanges": "expertHub.applyChanges",
  "expertHub.applyReplacement": "expertHub.applyChanges",
  "expertHub.discardReplacement": "expertHub.discardChanges",
  "expertHub.startLocalHub": "expertHub.startBuiltInHub",
  "expertHub.stopLocalHub": "expertHub.stopBuiltInHub",
};

/**
 * Entries of the menu above the side bar's chat, with their own ids: VS Code does not say which
 * menu was used.
 */
export const sideMenu = {
  "expertHub.side.deleteConversation": "expertHub.deleteConversation",
  "expertHub.side.exportConversation": "expertHub.exportConversation",
  "expertHub.side.findConversation": "expertHub.findConversation",
  "expertHub.side.openChatInEditor": "expertHub.openChatInEditor",
  "expertHub.side.renameConversation": "expertHub.renameConversation",
} as const satisfies Record<string, CommandId>;

export const settingIds = [
  "baseUrl",
  "hubUrl",
  "timeoutSeconds",
  "temperature",
  "memory",
  "historyTurns",
  "roles",
  "sendUserId",
  "defaultExpert",
  "experts",
  "exclude",
  "searchAddress",
  "suggestContext",
  "notifyOnAnswer",
  "badgeOnAnswer",
  "chat.enabled",
  "mcpServer.enabled",
] as const;

/** Names what VS Code's chat knows of this extension: its language models and its participant. */
export const modelVendor = "expertHub";
export const participantId = "expertHub.expert";

/** Tools for agents; their descriptions and schemas are in `src/features/agents/core/expertTools.ts`. */
export const toolIds = ["expertHub_askExpert", "expertHub_listExperts"] as const;

export type ToolId = (typeof toolIds)[number];

export type SettingId = (typeof settingIds)[number];

export const section = "expertHub";

/** Scheme of both sides of a review. */
export const reviewScheme = "expert-hub-review";

export const viewIds = {
  experts: "expertHub.experts",
  conversations: "expertHub.conversations",
  chat: "expertHub.chat",
} as const;

/**
 * Types of the editor tabs that hold a chat, one for each open tab: a tab's menu passes only the
 * tab's type. Any further tabs share the last type.
 */
export const chatPanelTypes = [
  "expertHub.chatEditor1",
  "expertHub.chatEditor2",
  "expertHub.chatEditor3",
  "expertHub.chatEditor4",
  "expertHub.chatEditor5",
  "expertHub.chatEditor6",
  "expertHub.chatEditor7",
  "expertHub.chatEditor8",
  "expertHub.chatEditor9",
] as const;

export type ChatPanelType = (typeof chatPanelTypes)[number];

export interface ContextKeys {
  /** What the user has to supply next; `none` when all is there. */
  "expertHub.setupStep": SetupStep | "none";
  /** Which kind of hub is in use; unset until somebody looks. */
  "expertHub.hub": "built-in" | "own";
  "expertHub.hasAnswer": boolean;
  /** A question about a selection has an answer. */
  "expertHub.hasAskedSelection": boolean;
  /** The walkthrough was opened by our command in this window. */
  "expertHub.gotStarted": boolean;
  /** An answer was put into a file. */
  "expertHub.hasInserted": boolean;
  /** A chat has the keyboard focus, in the side bar or in a tab. */
  "expertHub.chatFocused": boolean;
  /** The review of changes is the active editor, and awaits a decision. */
  "expertHub.reviewing": boolean;
  /** Hunks of the review were skipped. */
  "expertHub.hasSkippedChanges": boolean;
}

export type TreeContext =
  | "expert"
  /** A refresh brought a change that the user has not viewed yet. */
  | "expert.changed"
  | "expert.failed"
  /** It stands in a file of an open folder. */
  | "expert.file"
  /** Recommended by the workspace, and not added. */
  | "recommended"
  | "group"
  | "ability"
  | "model"
  /** Conversations of some days, or those that are pinned. */
  | "conversations"
  | "conversation"
  | "conversation.pinned"
  /** Something is composed in it, and nothing was asked. */
  | "conversation.draft";
