import type { Conversation } from "../../conversation/core/conversation";
import { answerOf, type Turn } from "../../conversation/core/turn";
import { HubError } from "../../../contract/errors";
import { notFound } from "../../../platform/core/localError";
import { t } from "../../../kit/l10n";
import type { Confirmer } from "../../../platform/core/confirmer";
import type { AnswerBlock } from "../../../kit/answerBlocks";
import { prose } from "../core/incomplete";
import type { Insertion } from "./insertion";
import { hadSource } from "../../conversation/core/attachment";
import { languageIdOf } from "../../../platform/editor/languageName";
import type { Attachment } from "../../conversation/core/attachment";
import type {
  AttachmentOrigins,
  OriginPlace,
  Target,
} from "../../attachments/editor/attachmentOrigins";
import type { OutputAction } from "../../../contract/vocabulary";

/** Identifies an answer, or one code block of it; text is never taken from the page. */
export interface OutputRef {
  turnId: string;
  /** Index of the code block in document order. */
  blockIndex?: number;
}

/** Asks which of several places is meant. */
export type PickPlace = (
  places: readonly OriginPlace[],
  title: string,
) => Promise<Target | undefined>;

/** An answer, and what is done with its text. */
export interface AppliedAnswer {
  readonly conversation: Conversation;
  readonly turn: Turn;
  readonly output: string;
  readonly insertion: Insertion;
  readonly chat: Confirmer | undefined;
}

/** Takes an answer, or one of its code blocks, to its place. False if nothing was changed. */
export type ApplyOutput = (
  answer: AppliedAnswer,
  blockIndex: number | undefined,
) => Promise<boolean>;

/** Asks which of several code blocks is meant. */
export type PickBlock = (blocks: readonly AnswerBlock[]) => Promise<number | undefined>;

/** Shows the changes of an answer or code block that is a diff; `undefined` if it is none. */
export type ReviewDiff = (
  conversation: Conversation,
  ref: OutputRef,
) => Promise<boolean | undefined>;

/** Where the user is asked about the answers of a conversation. */
export type ChatOf = (conversation: Conversation) => Confirmer | undefined;

/** What can be done with an answer, always with the host's own copy of it. */
export class Output {
  readonly #insertionFor: (conversation: Conversation, turnId: string) => Insertion;
  readonly #origins: AttachmentOrigins;
  readonly #pick: PickPlace;
  readonly #pickBlock: PickBlock;
  readonly #reviewDiff: ReviewDiff;
  readonly #apply: ApplyOutput;
  readonly #chatOf: ChatOf;

  constructor(
    insertionFor: (conversation: Conversation, turnId: string) => Insertion,
    origins: AttachmentOrigins,
    pick: PickPlace,
    pickBlock: PickBlock,
    reviewDiff: ReviewDiff,
    apply: ApplyOutput,
    chatOf: ChatOf = () => undefined,
  ) {
    this.#insertionFor = insertionFor;
    this.#origins = origins;
    this.#pick = pick;
    this.#pickBlock = pickBlock;
    this.#reviewDiff = reviewDiff;
    this.#apply = apply;
    this.#chatOf = chatOf;
  }

  /** False if the action failed or was declined, which the user already knows. */
  async use(conversation: Conversation, ref: OutputRef, action: OutputAction): Promise<boolean> {
    const turn = conversation.get(ref.turnId);
    const answer = turn && answerOf(turn);
    if (!answer) throw notFound(t("This answer no longer exists."));
    const chat = this.#chatOf(conversation);
    const insertion = this.#insertionFor(conversation, ref.turnId);
    const { output } = answer;
    if (action === "apply")
      return this.#apply({ conversation, turn, output, insertion, chat }, ref.blockIndex);
    if (action === "copy" && ref.blockIndex === undefined) return insertion.copy(output, chat);
    const { attachments = [] } = turn.question;
    const places = this.#origins.placesOf(attachments);
    // Code is replaced by code, without the words around it.
    const isForCode = action === "replace" && !prose.test(places[0]?.target.uri.path ?? "");
    let { blockIndex } = ref;
    if (action === "replace") {
      // The text of a diff is never meant to stand in a file.
      const reviewed = await this.#reviewDiff(conversation, ref);
      if (reviewed !== undefined) return reviewed;
      const { answerBlocks } = await import("../../../kit/answerBlocks");
      const blocks = isForCode && blockIndex === undefined ? answerBlocks(output) : [];
      if (blocks.length > 1 && places[0]?.target.single === true) {
        blockIndex = await this.#pickBlock(blocks);
        if (blockIndex === undefined) return false;
      }
    }
    const { text, language, isBlock } = await partOf(output, blockIndex, isForCode);
    if (action === "copy") return insertion.copy(text, chat);
    if (action === "newFile") return insertion.newFile(text, language, chat);
    if (action === "insert") return this.#insert(text, insertion, { attachments, places, chat });
    if (places[0]?.target.single !== true)
      throw new HubError(
        "invalid-request",
        t("This question was not asked about a single selection."),
      );
    const target = await this.#which(places, t("Select the text to replace"));
    return (
      target !== undefined &&
      insertion.replace(text, target, {
        title: titleOf(turn, target.label),
        key: `${conversation.id} ${ref.turnId} ${blockIndex ?? ""}`,
        isBlock,
        ...(chat && { chat }),
      })
    );
  }

  async #insert(
    text: string,
    insertion: Insertion,
    {
      attachments,
      places,
      chat,
    }: {
      readonly attachments: readonly Attachment[];
      readonly places: readonly OriginPlace[];
      readonly chat: Confirmer | undefined;
    },
  ): Promise<boolean> {
    if (places.length === 0) {
      return attachments.some(hadSource)
        ? insertion.atSomeCursor(text, chat)
        : insertion.atCursor(text, undefined, chat);
    }
    const files = new Map(places.map((place) => [place.target.uri.toString(), place]));
    const target = await this.#which([...files.values()], t("Select the file to insert into"));
    return target !== undefined && insertion.atCursor(text, target, chat);
  }

  /** `undefined` if the user picks none. */
  async #which(places: readonly OriginPlace[], title: string): Promise<Target | undefined> {
    return places.length > 1 ? this.#pick(places, title) : places[0]?.target;
  }
}

/** A code block, or the whole answer as text for a file. */
async function partOf(
  output: string,
  blockIndex: number | undefined,
  isForCode: boolean,
): Promise<{ text: string; language: string; isBlock: boolean }> {
  const { answerBlocks, soleBlock } = await import("../../../kit/answerBlocks");
  const isWhole = blockIndex === undefined;
  const block = isWhole ? soleBlock(output, isForCode) : answerBlocks(output)[blockIndex];
  if (block) return { text: block.text, language: languageIdOf(block.language), isBlock: true };
  if (!isWhole) throw notFound(t("This code block does not exist."));
  return { text: output, language: "markdown", isBlock: false };
}

function titleOf({ asked }: Turn, label: string): string {
  return `${label} ↔ ${asked.expertName}`;
}
