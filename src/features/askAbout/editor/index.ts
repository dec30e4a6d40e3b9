import type { ChatFeature } from "../../chat/editor";
import type { Core } from "../../../core";
import type { Selection } from "../../attachments/editor";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/command";
import { askAboutCell } from "./aboutCell";
import { askAboutLine } from "./aboutLine";
import { askAboutProblem } from "./aboutProblem";
import { askAboutLastCommand, askAboutTerminalSelection } from "./aboutTerminal";
import { askAboutTest } from "./aboutTest";

export interface AskAboutFeatureParts {
  readonly core: Pick<Core, "setup">;
  readonly workbench: Pick<Workbench, "notify">;
  readonly chat: Pick<ChatFeature, "chats" | "panels" | "sender">;
  readonly selection: Pick<Selection, "attacher" | "isExcluded">;
}

/** Asking from the places of VS Code where questions come up. */
export function buildAskAbout({ core, workbench, chat, selection }: AskAboutFeatureParts): {
  commands: readonly Command[];
} {
  const { chats, panels, sender } = chat;
  const { attacher, isExcluded } = selection;
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
          const { setup } = core;
          const { notify } = workbench;
          const all = { chats, panels, sender, setup, notify, isExcluded };
          await draftCommitMessage(all, ...args);
        },
      },
    ],
  };
}
