import type { Conversation } from "../../app/conversation/conversation";
import type { Turn } from "../../app/conversation/turn";
import { HubError } from "../../hub/errors";
import { gone } from "../../app/localError";
import type { Insertion } from "./insertion";
import { languageIdOf } from "../selection/languageName";
import type { AttachmentOrigins } from "../selection/attachmentOrigins";
import type { OutputAction } from "../../kit/vocabulary";

/** Identifies an answer, or one code block of it; text is never taken from the page. */
export interface OutputRef {
  turnId: string;
  /** Index of the code block in document order. */
  blockIndex?: number;
}

/** What can be done with an answer, always with the host's own copy of it. */
export class Output {
  readonly #insertion: Insertion;
  readonly #origins: AttachmentOrigins;

  constructor(insertion: Insertion, origins: AttachmentOrigins) {
    this.#insertion = insertion;
    this.#origins = origins;
  }

  /** False if the action failed or was declined, which the user already knows. */
  async use(conversation: Conversation, ref: OutputRef, action: OutputAction): Promise<boolean> {
    const turn = conversation.get(ref.turnId);
    if (turn?.result.state !== "done") throw gone("This answer no longer exists.");
    const { text, language } = await partOf(turn.result.received.value.output, ref.blockIndex);
    const { attachment } = turn.question;
    const target = this.#origins.get(attachment);
    if (action === "copy") return this.#insertion.copy(text);
    if (action === "newFile") return this.#insertion.newFile(text, language);
    if (action === "insert" && attachment && !target) return this.#insertion.atSomeCursor(text);
    if (action === "insert") return this.#insertion.atCursor(text, target);
    if (target?.single) return this.#insertion.replace(text, target, titleOf(turn, target.label));
    throw new HubError("invalid-request", "This question was not asked about a single selection.");
  }
}

async function partOf(
  output: string,
  blockIndex: number | undefined,
): Promise<{ text: string; language: string }> {
  if (blockIndex === undefined) return { text: output, language: "markdown" };
  const { codeBlocks } = await import("../../app/insertion/codeBlocks");
  const block = codeBlocks(output)[blockIndex];
  if (!block) throw gone("This code block does not exist.");
  return { text: block.code, language: languageIdOf(block.language) };
}

function titleOf({ asked }: Turn, label: string): string {
  return `${label} ↔ ${asked.expertName}`;
}
