import assert from "node:assert/strict";
import { commandIds, hiddenCommandIds } from "../../../../src/platform/editor/manifest";
import { readManifest } from "../../../support/manifest";

interface Manifest {
  contributes: {
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings: { command: string; args?: { commands?: (string | { command: string })[] } }[];
  };
}

const { menus, keybindings } = (readManifest() as Manifest).contributes;

type Reasons = Readonly<Record<string, string>>;

/** What the Command Palette offers, and why it is worth a row there. */
const offered: Reasons = {
  addExpert: "the service has no list, so every newcomer looks for it",
  addModel: "the way to every language model: choose, look for, enter, forget",
  applyOutput: "keeps the hands on the keyboard, in the file",
  ask: "asks from anywhere, with the question typed at once",
  askAbout: "one list of what lies open: selection, line, cell, terminal",
  attachFiles: "attaches what lies open without the mouse",
  checkConnection: "where something fails, no menu may be in view",
  compare: "has no button where nothing was asked yet; asks from any chat",
  connect: "the first step with a hub of one's own",
  deleteAllConversations: "privacy: found without looking for a menu",
  deleteConversation: "acts on the chat that the user was in last",
  exportConversation: "acts on the chat that the user was in last",
  findConversation: "acts on the chat that the user was in last",
  getStarted: "opens the walkthrough again",
  insertOutput: "keeps the hands on the keyboard, in the file",
  newConversation: "used many times a day",
  newExpert: "writes a file, whatever view is open",
  offerExperts: "one list for VS Code's chat and the MCP server, with their state",
  openChat: "the chat may be closed",
  openChatInEditor: "used many times a day",
  permissions: "what was allowed can be taken back from anywhere",
  renameConversation: "acts on the chat that the user was in last",
  replaceSelection: "keeps the hands on the keyboard, in the file",
  searchConversations: "the view of the conversations may be closed",
  setApiKey: "keys are replaced when something fails, and no menu may be in view",
  setDefaultExpert: "the walkthrough names it, and a setting of its own is hard to write",
  showActivity: "privacy: found without looking for a menu",
  signOut: "privacy: found without looking for a menu",
  startLocalHub: "an answer without an account",
  switchHub: "lists, adds, renames and removes hubs",
  usePrompt: "use, save, edit and delete saved prompts",
  whereFrom: "acts on what is selected; unasked, it belongs in no menu",
};

/** What has a place beside what it acts on instead. */
const elsewhere: Reasons = {
  applyChanges: "button above the review, and its key",
  askAboutLastCommand: "menu of the terminal; Ask About This… lists it",
  askAboutTerminalSelection: "menu of the terminal; Ask About This… lists it",
  askExpert: "row of an expert",
  askSelection: "key, menu of the editor, lightbulb; Ask About This… lists it",
  copyId: "row",
  discardChanges: "button above the review, and its key",
  draftCommitMessage: "button in Source Control",
  filterActivity: "button above the activity log",
  goToCodeBlock: "key, which says where to",
  goToQuestion: "key, which says where to",
  importConversation: "menu of the conversations",
  moveExpert: "row, and key, which says where to",
  openConversation: "row, and its key",
  openExpertFile: "row of an expert that stands in a file",
  openHub: "menu of the experts",
  quoteSelection: "key, menu of the selected text",
  refreshExperts: "button above the experts, row",
  removeExpert: "row, and its key",
  restoreSkippedChanges: "button above the review",
  showAccount: "status bar, Switch Hub…, menu of the experts",
  showExpert: "row of an expert",
  showExpertChanges: "row of an expert that changed",
  showLog: "menus of the experts and of the chat; button of a failure",
  skipChange: "key; the arrow beside each change does the same",
  startWithSummary: "menu of the chat; beside the bar, where it is needed",
  stopLocalHub: "Switch Hub…, menu of the experts",
  togglePin: "row of a conversation",
};

/** What has no entry at all, and what runs it. */
const hidden: Reasons = {
  addHub: "Switch Hub…",
  askSelectionElsewhere: "key outside of editors; Ask About This… lists it",
  copyMcpConfiguration: "Offer Experts…, status bar, notice about the server",
  copyOutput: "keys, tasks and other extensions, which rely on its name",
  editAddress: "Switch Hub…, Choose a Language Model…",
  findModelServer: "Choose a Language Model…",
  forgetModel: "Choose a Language Model…",
  newFileFromOutput: "keys, tasks and other extensions, which rely on its name",
  newMcpToken: "Offer Experts…",
  openComparison: "the answers beside an answer",
  removeHub: "Switch Hub…",
  renameHub: "Switch Hub…",
  reviewAllChanges: "keys, tasks and other extensions, which rely on its name",
  savePrompt: "walkthrough",
  turnOffChat: "Offer Experts…",
  turnOffMcpServer: "Offer Experts…, notice about the server",
  turnOnChat: "Offer Experts…",
  turnOnMcpServer: "Offer Experts…, notice where the server is off",
  useForNextQuestion: "click on the row of an ability or a model, or Enter",
  useModelAddress: "Choose a Language Model…, key of a failed model",
};

const palette = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
const names = (reasons: Reasons): string[] => Object.keys(reasons).map((id) => `expertHub.${id}`);

describe("the commands of the manifest", () => {
  it("are in the palette for a reason, or out of it for one", () => {
    assert.deepEqual(
      commandIds.filter((id) => palette.get(id) !== "false"),
      names(offered).toSorted(),
    );
    assert.deepEqual(
      commandIds.filter((id) => palette.get(id) === "false"),
      names(elsewhere).toSorted(),
    );
    for (const reason of Object.values({ ...offered, ...elsewhere, ...hidden }))
      assert.ok(reason.length > 2);
  });

  it("have no entry for a reason", () => {
    assert.deepEqual(hiddenCommandIds, names(hidden).toSorted());
  });

  it("are in a menu or on a key where the palette leaves them out", () => {
    const inMenus = Object.entries(menus).flatMap(([menu, items]) =>
      menu === "commandPalette" ? [] : items.map(({ command }) => command),
    );
    const onKeys = keybindings.flatMap(({ command, args }) =>
      (args?.commands ?? [command]).map((one) => (typeof one === "string" ? one : one.command)),
    );
    const reachable = new Set([...inMenus, ...onKeys]);
    assert.deepEqual(
      names(elsewhere).filter((id) => !reachable.has(id)),
      [],
    );
  });
});
