import type { ChatPanels } from "./chatPanels";
import type { OpenChats } from "../../asking/core/openChats";
import type { ConfiguredExpert } from "../../experts/editor/configuredExpert";
import type { Command } from "../../../platform/editor/command";

/** Starts a conversation with the default expert or, without one, with that of the last one. */
export function newConversation(
  chats: OpenChats,
  panels: ChatPanels,
  defaultExpert: Pick<ConfiguredExpert, "current" | "offerMissing">,
): Command {
  return {
    id: "expertHub.newConversation",
    async run(): Promise<void> {
      const chat = chats.renewSide();
      if (defaultExpert.current) chat.picked = undefined;
      await panels.openSide();
      defaultExpert.offerMissing();
    },
  };
}
