import type { Command } from "../../../platform/editor/commands";
import type { Attachment } from "../../conversation/core/attachment";
import { type AskSelectionParts, composeSelection, expectReadable } from "./askSelection";

/**
 * The selection in the list of *Ask About This…*. VS Code does not report whether the focus was in a
 * terminal or an input: the box names what would be attached.
 */
export function askSelectionElsewhere({
  askAbout,
  ...parts
}: AskSelectionParts & {
  askAbout: (selected: Attachment) => Promise<unknown>;
}): Command {
  const { attacher, chats, panels, setup, settings } = parts;
  return {
    id: "expertHub.askSelectionElsewhere",
    async run(args?: unknown): Promise<void> {
      expectReadable(args);
      if (settings.askSelection === "compose" || !attacher.hasSelection)
        return composeSelection(parts);
      const selected = await attacher.selected(chats.side.held);
      if (await setup.next()) {
        // The page says what is missing, and keeps the selection.
        chats.side.attachments = attacher.join(chats.side.attachments, selected);
        await panels.openSide();
      } else await askAbout(selected);
    },
  };
}
