import type { ChatFeature } from "../../chat/editor";
import type { Core } from "../../../core";
import type { Selection } from "../../attachments/editor";
import type { Command } from "../../../platform/editor/command";
import { ask } from "./ask";
import { askExpert } from "./askExpert";
import { askSelection } from "./askSelection";
import { askSelectionElsewhere } from "./askSelectionElsewhere";
import { askTyped } from "./askTyped";
import { attachFiles } from "./attachFiles";
import { attachSelection } from "./attachSelection";

export { confirmationFor } from "./confirmation";

export interface AskParts {
  readonly core: Core;
  readonly chat: ChatFeature;
  readonly selection: Selection;
}

/** The ways to ask from outside the chat. */
export function buildAsk({ core, chat, selection }: AskParts): { commands: readonly Command[] } {
  const { roster, setup } = core;
  const { chats, choices, panels, sender } = chat;
  const attacher = selection.attacher;
  const typed = { chats, panels, sender, roster };
  return {
    commands: [
      ask({ ...typed, setup }),
      askExpert(chats, panels, choices),
      askSelection({ attacher, chats, panels, sender, setup }),
      askSelectionElsewhere({
        attacher,
        chats,
        panels,
        setup,
        askAbout: (selected) => askTyped(typed, {}, (others) => attacher.join(others, selected)),
      }),
      attachFiles(selection.files, chats, panels),
      attachSelection(attacher, chats, panels),
    ],
  };
}
