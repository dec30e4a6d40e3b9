import type { OpenChats } from "../../asking/core/openChats";
import type { Attachment } from "../../conversation/core/attachment";
import type { ChatPanels } from "../../asking/core/chat";
import type { SelectionAttacher } from "../../attachments/editor/selectionAttacher";

/** What a place of VS Code offers to ask. */
export interface About {
  readonly attachments: readonly Attachment[];
  /** The question, if the place suggests one. */
  readonly typed?: string;
}

export interface AskAboutParts {
  readonly chats: OpenChats;
  readonly panels: Pick<ChatPanels, "openSide">;
  readonly attacher: Pick<SelectionAttacher, "join">;
}

/**
 * Puts it into the composer, where the user sees and can change what will be sent. A question that
 * the user has begun stays as it is.
 */
export async function askAbout(
  { chats, panels, attacher }: AskAboutParts,
  { attachments, typed = "" }: About,
): Promise<void> {
  const { side } = chats;
  side.attachments = attachments.reduce<readonly Attachment[]>(
    (before, one) => attacher.join(before, one),
    side.attachments,
  );
  if (typed !== "" && side.draft.trim() === "") side.draft = typed;
  await panels.openSide();
}
