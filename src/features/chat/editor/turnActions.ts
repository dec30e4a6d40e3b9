import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import type { PictureFiles } from "../../conversation/core/pictureFiles";
import type { ShownPictures } from "./shownPictures";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { expertOfTurn, type Chat } from "../../asking/core/chat";
import { modelChosenSince } from "../../asking/core/preparedQuestion";
import type { Connection } from "../../connection/core/connection";
import { answerOf, type Turn } from "../../conversation/core/turn";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Roster } from "../../experts/core/roster";
import { HubError } from "../../../contract/errors";
import { notFound } from "../../../platform/core/localError";
import { pickAgain } from "../../asking/editor/againPick";
import type { Prompts } from "../../prompts/editor";
import { announce } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { OpenChats } from "../../asking/core/openChats";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { ShownState, TurnAction } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import type { CommandId } from "../../../platform/editor/manifest";

/** What the command *Compare with…* is about; without a turn, what is in the composer. */
interface CompareArgument {
  readonly conversationId: string;
  readonly turnId?: string | undefined;
}

const compareId: CommandId = "expertHub.compare";
const openId: CommandId = "expertHub.openComparison";

export async function runCompare(chat: Chat, turnId?: string): Promise<void> {
  const conversationId = chat.conversation.id;
  const about: CompareArgument = { conversationId, turnId };
  await vscode.commands.executeCommand(compareId, about);
}

/** Where what stands beside a turn can be asked again. */
export async function showComparison(chat: Chat, turnId: string): Promise<void> {
  const about: CompareArgument = { conversationId: chat.conversation.id, turnId };
  await vscode.commands.executeCommand(openId, about);
}

export const questionNotFound = (): HubError => notFound(t("This question no longer exists."));

interface TurnActionsParts {
  connection: Connection;
  roster: Roster;
  chats: OpenChats;
  sender: QuestionSender;
  snapshots: Snapshots;
  prompts: Pick<Prompts, "save">;
  selection: Pick<AttachmentsFeature, "attacher" | "origins">;
  pictures: PictureFiles;
  shownPictures: ShownPictures;
  /** Shows the side bar and focuses its composer. */
  openSide(): Promise<void>;
}

interface TurnUse {
  readonly turnId: string;
  readonly action: TurnAction;
  /** What the page showed. */
  readonly shown?: ShownState | undefined;
}

/** What can be done with a question and everything that belongs to it. */
export class TurnActions {
  readonly #parts: TurnActionsParts;

  constructor(parts: TurnActionsParts) {
    this.#parts = parts;
  }

  async use(chat: Chat, { turnId, action, shown }: TurnUse): Promise<void> {
    const turn = chat.conversation.get(turnId);
    if (!turn) throw questionNotFound();
    await this.#actions[action](chat, turn, shown);
  }

  async #showPicture(id: string, { label, picture }: Attachment): Promise<void> {
    const { pictures, shownPictures } = this.#parts;
    if (picture) await shownPictures.show(label, await pictures.read(id, picture, label), id);
  }

  /** Shows the range that was attached, or its text if it has no place in a file. */
  async revealAttachment(chat: Chat, turnId: string, attachmentId: string): Promise<void> {
    const { attacher, origins } = this.#parts.selection;
    const attachments = chat.conversation.get(turnId)?.question.attachments ?? [];
    const attachment = attachments.find(({ id }) => id === attachmentId);
    if (attachment?.picture) return this.#showPicture(chat.conversation.id, attachment);
    if (!attachment || origins.get(attachment)) await attacher.reveal(attachment);
    else await this.#show(chat, plainText(attachment.label, 60), attachment.text);
  }

  /** Shows everything about a step in the editor. */
  async showStep(chat: Chat, turnId: string, index: number): Promise<void> {
    const { conversation } = chat;
    const turn = conversation.get(turnId);
    const groups = conversation.live(turnId)?.steps ?? (turn && answerOf(turn)?.intermediate_steps);
    const { doneSteps, stepDocument, stepSentence } =
      await import("../../conversation/core/stepHeads");
    const step = doneSteps(groups ?? [])[index];
    if (!step) throw notFound(t("This step no longer exists."));
    await this.#show(chat, `${plainText(stepSentence(step), 60)}.md`, stepDocument(step));
  }

  /** In a read-only document. */
  async #show({ conversation }: Chat, name: string, text: string): Promise<void> {
    const title = name.replaceAll(/[\\/]/g, " ");
    const uri = this.#parts.snapshots.add(title, text, conversation.id);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** Refreshes only the expert of this question. Rejects with the reason for a failure. */
  async refreshExpert(chat: Chat, turnId: string): Promise<void> {
    const { roster } = this.#parts;
    const expertId = chat.conversation.get(turnId)?.question.expertId;
    if (expertId === undefined) throw questionNotFound();
    await roster.refresh(expertId);
    const problem = roster.problemOf(expertId);
    if (problem) throw problem;
  }

  readonly #actions: Record<
    TurnAction,
    (chat: Chat, turn: Turn, shown?: ShownState) => void | Promise<void>
  > = {
    fork: async (chat, turn) => {
      const { chats, openSide, pictures } = this.#parts;
      const fork = chats.open(chat.conversation.forkUntil(turn.id, { inclusive: true }));
      fireAndForget(() => pictures.bring(fork.conversation));
      fork.picked = expertOfTurn(turn);
      await openSide();
    },
    askAgain: async (chat, turn, shown) => {
      const { roster, sender } = this.#parts;
      const at = sender.hubInUse;
      sender.hubs.assertSameHubAsTurn(turn);
      const { expertId } = turn.question;
      await roster.ensure(expertId);
      const chosen = await pickAgain(
        roster.get(expertId) ?? { id: expertId },
        turn.question,
        modelChosenSince(turn, roster),
      );
      if (chosen) await sender.askAgain(chat, turn, { ...chosen, shown, at });
    },
    compare: (chat, { id }) => runCompare(chat, id),
    copyAsCurl: async ({ pending }, turn) => {
      const { curlCommand, headerVariable } = await import("../../asking/core/curl");
      const { connection } = this.#parts;
      const base = await connection.baseUrlOf(turn.asked.hubScope);
      const headers = Object.keys(await connection.headersOf(base));
      await vscode.env.clipboard.writeText(curlCommand(base, turn.sent, headers));
      const variables = ["EXPERT_HUB_API_KEY", ...headers.map(headerVariable)].join(", ");
      const sentence =
        headers.length === 0
          ? t("Copied. The command reads the API key from the variable {0}.", variables)
          : t(
              "Copied. The command reads the API key and headers from the variables {0}.",
              variables,
            );
      void announce(sentence, [], { chat: pending });
    },
    showRaw: async (chat, { asked, result }) => {
      if (result.state !== "done") throw notFound(t("This answer no longer exists."));
      const title = t("Answer from {0}", plainText(asked.expertName, 60));
      const text = JSON.stringify(result.received.raw, undefined, 2) ?? "null";
      await this.#show(chat, `${title}.json`, `${text}\n`);
    },
    bringBack: (chat, { id }) => chat.conversation.bringBack(id),
    saveAsPrompt: async (_, { question }) => {
      if (question.typed.trim() === "")
        throw new HubError("invalid-request", t("This question has no text of its own to save."));
      await this.#parts.prompts.save(question.typed);
    },
    discard: (chat, { id, result }) => {
      if (result.state === "done" || result.state === "waiting")
        throw new HubError("conflict", t("Only a question without an answer can be discarded."));
      chat.conversation.remove(id);
    },
  };
}
