import type { PageCommand } from "../../../contract/vocabulary";
import type { Command } from "../../../platform/editor/command";
import type { ChatPanels } from "./chatPanels";
import type { PageFocus } from "./pageFocus";

/** What a chat page does itself: in the one with the focus, else in the one used last. */
export function pageCommand(command: PageCommand, panels: ChatPanels, focus: PageFocus): Command {
  return {
    id: `expertHub.${command}`,
    async run(): Promise<void> {
      if (focus.page) focus.page.run(command);
      else await panels.run(command);
    },
  };
}
