import type { SetupStep } from "../../contract/vocabulary";

/** Every name that package.json and the code share, once. A test holds the two together. */

/** The commands of package.json. */
export const commandIds = [
  "expertHub.addExpert",
  "expertHub.addModel",
  "expertHub.applyChanges",
  "expertHub.applyOutput",
  "expertHub.ask",
  "expertHub.askAbout",
  "expertHub.askAboutLastCommand",
  "expertHub.askAboutTerminalSelection",
  "expertHub.askExpert",
  "expertHub.askSelection",
  "expertHub.attachFiles",
  "expertHub.checkConnection",
  "expertHub.compare",
  "expertHub.connect",
  "expertHub.copyId",
  "expertHub.deleteAllConversations",
  "expertHub.deleteConversation",
  "expertHub.discardChanges",
  "expertHub.draftCommitMessage",
  "expertHub.exportConversation",
  "expertHub.filterActivity",
  "expertHub.findConversation",
  "expertHub.getStarted",
  "expertHub.goToCodeBlock",
  "expertHub.goToQuestion",
  "expertHub.importConversation",
  "expertHub.insertOutput",
  "expertHub.moveExpert",
  "expertHub.newConversation",
  "expertHub.newExpert",
  "expertHub.offerExperts",
  "expertHub.openChat",
  "expertHub.openChatInEditor",
  "expertHub.openConversation",
  "expertHub.openExpertFile",
  "expertHub.openHub",
  "expertHub.permissions",
  "expertHub.quoteSelection",
  "expertHub.refreshExperts",
  "expertHub.removeExpert",
  "expertHub.renameConversation",
  "expertHub.replaceSelection",
  "expertHub.restoreSkippedChanges",
  "expertHub.searchConversations",
  "expertHub.setApiKey",
  "expertHub.setDefaultExpert",
  "expertHub.showAccount",
  "expertHub.showActivity",
  "expertHub.showExpert",
  "expertHub.showExpertChanges",
  "expertHub.showLog",
  "expertHub.signOut",
  "expertHub.skipChange",
  "expertHub.startLocalHub",
  "expertHub.startWithSummary",
  "expertHub.stopLocalHub",
  "expertHub.switchHub",
  "expertHub.togglePin",
  "expertHub.usePrompt",
  "expertHub.whereFrom",
] as const;

/** What pickers, buttons and keybindings run: package.json contributes none of these. */
export const hiddenCommandIds = (
  [
    "addHub",
    "askSelectionElsewhere",
    "copyMcpConfiguration",
    "copyOutput",
    "editAddress",
    "findModelServer",
    "forgetModel",
    "newFileFromOutput",
    "newMcpToken",
    "openComparison",
    "removeHub",
    "renameHub",
    "reviewAllChanges",
    "savePrompt",
    "turnOffChat",
    "turnOffMcpServer",
    "turnOnChat",
    "turnOnMcpServer",
    "useForNextQuestion",
    "useModelAddress",
  ] as const
).map((name) => `expertHub.${name}` as const);

export type CommandId = (typeof commandIds)[number] | (typeof hiddenCommandIds)[number];

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
  "instructions",
  "askSelection",
  "sendKey",
  "notifyOnAnswer",
  "badgeOnAnswer",
  "chat.enabled",
  "mcpServer.enabled",
  "activity.days",
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
  chatInActivityBar: "expertHub.chatInActivityBar",
} as const;

/**
 * Types of the editor tabs that hold a chat, one for each open tab: a tab's menu passes only the
 * tab's type. Any further tabs share the last type.
 */
export const chatPanelTypes = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(
  (number) => `expertHub.chatEditor${number}` as const,
);

/** The type of the editor tabs that show a comparison. */
export const comparisonPanelType = "expertHub.comparison";

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
  /** A chat is on the screen, in the side bar or in a tab. */
  "expertHub.chatInView": boolean;
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
