import type { Command } from "../../../platform/editor/commands";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Roster } from "../../experts/core/roster";
import type { Setup } from "../../experts/core/setup";
import type { Asking } from "../core";
import type { ChatPanels } from "../core/chat";
import { ask } from "./ask";
import { askSelection, attachSelection } from "./askSelection";
import { askSelectionElsewhere } from "./askSelectionElsewhere";
import { askExpert, attachFiles } from "./commands";
import { askTyped } from "./askTyped";
import type { ExpertChoices } from "./expertChoices";

interface AskParts {
  readonly asking: Pick<Asking, "chats" | "sender">;
  readonly roster: Roster;
  readonly setup: Setup;
  readonly choices: ExpertChoices;
  readonly panels: ChatPanels;
  readonly selection: Pick<AttachmentsFeature, "attacher" | "files">;
}

/** The ways to ask from outside the chat. */
export function buildAsk(parts: AskParts): { commands: readonly Command[] } {
  const { roster, setup, choices, panels } = parts;
  const { chats, sender } = parts.asking;
  const { attacher, files } = parts.selection;
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
      attachFiles({ files, attacher, chats, panels }),
      attachSelection(attacher, chats, panels),
    ],
  };
}
