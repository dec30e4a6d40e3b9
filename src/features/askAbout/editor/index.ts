import type { Asking } from "../../asking/core";
import type { ChatPanels } from "../../asking/core/chat";
import type { Setup } from "../../experts/core/setup";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Notify } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/commands";
import { askAboutThis } from "./askAboutThis";
import { askAboutLastCommand, askAboutTerminalSelection } from "./commands";

interface AskAboutFeatureParts {
  readonly setup: Setup;
  readonly asking: Pick<Asking, "chats" | "sender">;
  readonly panels: ChatPanels;
  readonly notify: Notify;
  readonly selection: Pick<
    AttachmentsFeature,
    "attacher" | "changeSets" | "lastCommands" | "selectedEditor"
  >;
}

/** Asking from the places of VS Code where questions come up. */
export function buildAskAbout(from: AskAboutFeatureParts): { commands: readonly Command[] } {
  const parts = { ...from, ...from.asking, ...from.selection };
  return {
    commands: [
      askAboutThis(parts),
      askAboutTerminalSelection(parts),
      askAboutLastCommand(parts),
      {
        id: "expertHub.draftCommitMessage",
        async run(...args) {
          const { draftCommitMessage } = await import("./commitMessage");
          const changeSets = await from.selection.changeSets();
          await draftCommitMessage({ ...parts, changeSets }, ...args);
        },
      },
    ],
  };
}
