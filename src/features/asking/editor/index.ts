import type { Command } from "../../../platform/editor/commands";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Roster } from "../../experts/core/roster";
import type { Setup } from "../../experts/core/setup";
import type { Asking } from "../core";
import type { ChatPanels } from "../core/chat";
import { ask, askTyped } from "./ask";
import { askSelection, askSelectionElsewhere } from "./askSelection";
import { askExpert, attachFiles } from "./commands";
import type { ExpertChoices } from "./expertChoices";

interface AskParts {
  readonly asking: Pick<Asking, "chats" | "sender">;
  readonly roster: Roster;
  readonly setup: Setup;
  readonly choices: ExpertChoices;
  readonly panels: ChatPanels;
  readonly settings: Pick<EditorSettings, "askSelection">;
  readonly selection: Pick<AttachmentsFeature, "attacher" | "attachOpen" | "files">;
}

/** The ways to ask from outside the chat. */
export function buildAsk(parts: AskParts): { commands: readonly Command[] } {
  const { roster, setup, settings, choices, panels } = parts;
  const { chats, sender } = parts.asking;
  const { selection } = parts;
  const { attacher } = selection;
  const selecting = { ...selection, chats, panels, sender, setup, settings };
  const typed = { chats, panels, sender, roster };
  return {
    commands: [
      ask({ ...typed, setup }),
      askExpert(chats, panels, choices),
      askSelection(selecting),
      askSelectionElsewhere({
        ...selecting,
        askAbout: (selected) => askTyped(typed, {}, (others) => attacher.join(others, selected)),
      }),
      attachFiles({ selection, chats, panels }),
    ],
  };
}
