import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { Attachment } from "../../conversation/core/attachment";
import { type AskSelectionParts, composeSelection, inSide } from "./askSelection";

/**
 * *Ask About Selection* of the palette, and of the key outside editors. VS Code does not report
 * whether the focus was in a terminal or an input: the box names what would be attached.
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
      if (isFromKey(args)) throw textIsKept();
      if (settings.askSelection === "compose") return composeSelection(parts);
      const selected = await attacher.selected(inSide({ chats, panels }));
      if (await setup.next()) {
        // The page says what is missing, and keeps the selection.
        chats.side.attachments = attacher.join(chats.side.attachments, selected);
        await panels.openSide();
      } else await askAbout(selected);
    },
  };
}

/** Our keybinding: the focus is in a terminal, or in an input whose text VS Code does not expose. */
function isFromKey(args: unknown): boolean {
  return typeof args === "object" && args !== null && Reflect.get(args, "outsideEditor") === true;
}

function textIsKept(): HubError {
  return new HubError(
    "invalid-request",
    t(
      "VS Code does not let extensions read the selection here. Select text in an editor, or copy it into the question.",
    ),
  );
}
