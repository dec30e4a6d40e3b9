import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import { participantId } from "../../../platform/editor/manifest";
import type { Agents } from ".";

/** Registers `@expert` in VS Code's chat; the first message loads what answers. */
export function registerParticipant(
  extensionUri: vscode.Uri,
  agents: () => Promise<Agents>,
): Disposable {
  const participant = vscode.chat.createChatParticipant(
    participantId,
    async (request, context, stream, token) => {
      const expert = await (await agents()).participant();
      return expert.respond({ request, context, stream }, token);
    },
  );
  participant.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
  participant.followupProvider = {
    provideFollowups: async (result) => (await (await agents()).participant()).followUps(result),
  };
  return participant;
}
