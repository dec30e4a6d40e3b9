import type { Asking } from "../../asking/core";
import type { ChatPanels } from "../../asking/core/chat";
import type { Setup } from "../../experts/core/setup";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import {
  askAboutCell,
  askAboutLastCommand,
  askAboutLine,
  askAboutProblem,
  askAboutTerminalSelection,
  askAboutTest,
} from "./commands";

export interface AskAboutFeatureParts {
  readonly setup: Setup;
  readonly asking: Pick<Asking, "chats" | "sender">;
  readonly panels: ChatPanels;
  readonly workbench: Pick<Workbench, "notify">;
  readonly selection: Pick<AttachmentsFeature, "attacher" | "isExcluded">;
}

/** Asking from the places of VS Code where questions come up. */
export function buildAskAbout(from: AskAboutFeatureParts): { commands: readonly Command[] } {
  const { setup, panels } = from;
  const { chats, sender } = from.asking;
  const { attacher, isExcluded } = from.selection;
  const { notify } = from.workbench;
  const parts = { chats, panels, attacher };
  return {
    commands: [
      askAboutProblem(parts),
      askAboutLine(parts),
      askAboutTest(parts),
      askAboutTerminalSelection(parts),
      askAboutLastCommand(parts),
      askAboutCell(parts),
      {
        id: "expertHub.draftCommitMessage",
        async run(...args) {
          const { draftCommitMessage } = await import("./commitMessage");
          const all = { chats, panels, sender, setup, notify, isExcluded };
          await draftCommitMessage(all, ...args);
        },
      },
    ],
  };
}
