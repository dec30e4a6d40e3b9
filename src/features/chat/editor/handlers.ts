import * as vscode from "vscode";
import { lazy } from "../../../kit/lazy";
import { t } from "../../../kit/l10n";
import type { ChatCalls } from "../../../page/protocol/calls";
import type { ChatView, PreviewView } from "../../../page/protocol/views";
import type { PageCommand, ShownState } from "../../../contract/vocabulary";
import type { CommandId } from "../../../platform/editor/manifest";
import { nameOf } from "../../../platform/core/naming";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { Chat } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { ExpertOptions } from "../../asking/core/options";
import type { QuestionTools } from "../../asking/core/questionTools";
import type { QuestionQueue } from "../../asking/core/questionQueue";
import type { Recalled } from "../../asking/core/recalled";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { ChosenModels } from "../../models/core/chosenModels";
import { extrasInWords } from "./extrasInWords";
import type { ExpertChoices } from "../../asking/editor/expertChoices";
import type { Roster } from "../../experts/core/roster";
import type { Prompts } from "../../prompts/editor";
import type { ChatPresenter } from "./chatPresenter";
import { questionNotFound, runCompare, showComparison } from "./turnActions";
import { malformed, type HandlersOf } from "./pageCall";
import type { PageFocus } from "./pageFocus";
import type { ChatOf } from "./summary";
import { asShown, turnHandlers, type TurnHandlerParts, type TurnPage } from "./turnHandlers";
import { sizeOf } from "../../../contract/sizes";
import type { PreparedQuestion } from "../../asking/core/preparedQuestion";
import { lengthOf } from "../../conversation/core/sentPictures";
import { historyIn } from "../../conversation/core/fittedRequest";
import { inputParts } from "../../conversation/core/inputData";
import type { PictureFiles } from "../../conversation/core/pictureFiles";
import { omittedInWords, sentQuestion } from "../../conversation/core/omitted";

const renameId: CommandId = "expertHub.renameConversation";
const openId: CommandId = "expertHub.openChat";
const summaryId = "expertHub.startWithSummary";
const turnsSetting = "@id:expertHub.historyTurns";

export type Handlers = HandlersOf<keyof ChatCalls>;

/** What the handlers need of the calling page. */
export interface PageHandle extends TurnPage {
  view(): Promise<ChatView>;
  sendEarlier(): void;
  entered(): void;
  /** Brings it to the front, and puts the cursor into the composer. */
  focus(): unknown;
  run(command: PageCommand): void;
  /** True for the conversation that it shows, and for those that it showed before. */
  hasShown(conversationId: string): boolean;
}

export interface HandlerParts extends TurnHandlerParts {
  readonly chats: OpenChats;
  readonly queue: QuestionQueue;
  readonly choices: ExpertChoices;
  readonly options: ExpertOptions;
  readonly prompts: Prompts;
  readonly roster: Roster;
  readonly tools: Pick<QuestionTools, "editor">;
  readonly recalled: Recalled;
  readonly focus: PageFocus;
  readonly presenter: Pick<ChatPresenter, "turn">;
  readonly snapshots: Snapshots;
  readonly models: Pick<ChosenModels, "find">;
  readonly extras: Pick<StoredExtras, "get">;
  readonly pictures: PictureFiles;
}

/** Handles the calls of the page of a chat. Ids are looked up in the chats that it shows. */
export function handlersFor(page: PageHandle, parts: HandlerParts): Handlers {
  const { chats, sender, choices } = parts;
  /** The page sends no question before it shows what was picked. */
  const picking = (pick: (chat: Chat) => Promise<void>) => async (): Promise<void> => {
    await pick(page.chat);
    await page.redraw();
  };
  /** The text is the draft until it was sent; what is typed meanwhile is no part of it. */
  const sending =
    (send: (chat: Chat, typed: string, shown?: ShownState) => Promise<unknown>) =>
    async ({ text }: { text: string }, shown?: ShownState): Promise<void> => {
      const conversationId = shown?.conversation ?? page.chat.conversation.id;
      if (!page.hasShown(conversationId)) throw malformed();
      await chats.saveTyped(conversationId, text, page);
      await asShown(page, () => send(page.chat, text, shown));
      await page.redraw();
    };
  const assertExpert = (shown?: ShownState): void =>
    sender.assertShown(page.chat, shown && { hub: shown.hub, expert: shown.expert });
  const completions = lazy(async () => {
    const { Completions } = await import("./completions");
    return new Completions(parts);
  });
  return {
    ...turnHandlers(page, parts),
    ready: () => page.view(),
    entered: () => page.entered(),
    focused: ({ part }) => parts.focus.set(page, part),
    earlier: () => page.sendEarlier(),
    send: sending((chat, typed, shown) => sender.send(chat, { typed, shown })),
    enqueue: sending((chat, typed, shown) => parts.queue.add(chat, shown, typed)),
    sendInNew: sending(async (chat, _, shown) => {
      sender.assertShown(chat, shown);
      await sendInNew(chat, parts);
    }),
    compare: sending((chat, _, shown) => {
      sender.assertShown(chat, shown);
      return runCompare(chat);
    }),
    useQueue: ({ action, questionId: id = "" }, shown) =>
      asShown(page, () => parts.queue.use(page.chat, { action, id, shown })),
    stop: () => sender.stop(page.chat),
    decide: ({ questionId, choice }) => page.chat.pending.answer(questionId, choice),
    useNotice: ({ noticeId, choice }) => page.chat.pending.useNotice(noticeId, choice),
    showReason: async ({ questionId, index }) => {
      const { current } = page.chat.pending;
      if (current?.id === questionId) await current.reasons[index]?.show?.();
    },
    saveDraft: ({ conversationId, text }) => {
      if (!page.hasShown(conversationId)) throw malformed();
      return chats.saveTyped(conversationId, text, page);
    },
    attach: async () => {
      const { attachPicked } = await import("./attaching");
      await attachPicked(page.chat, parts);
    },
    attachDropped: async ({ uris }) => {
      const { attachDropped } = await import("./attaching");
      await attachDropped(page.chat, uris, parts.selection);
    },
    attachPicture: async (picture) => {
      const { attachPicture } = await import("./attaching");
      await attachPicture(page.chat, picture, parts.pictures);
      await page.redraw();
    },
    readPicture: async ({ id }) => {
      const file = await page.chat.unread.take(id)?.read();
      return file ? Buffer.from(file).toString("base64") : null;
    },
    attachedPicture: ({ id }) => {
      const { attachments, conversation } = page.chat;
      const { picture, label = "" } = attachments.find((one) => one.id === id) ?? {};
      if (!picture) throw malformed();
      return parts.pictures.read(conversation.id, picture, label);
    },
    attachSuggested: async () => {
      await parts.selection.attachOpen(page.chat);
      await page.redraw();
    },
    removeAttachment: async ({ id }) => {
      const { chat } = page;
      const { picture } = chat.attachments.find((one) => one.id === id) ?? {};
      if (sender.attachmentsOf(chat).find((one) => one.id === id)?.source?.kind === "instructions")
        chat.withoutInstructions = true;
      else chat.detach(id);
      await page.redraw();
      if (picture) await parts.pictures.removeUnused(chat, picture);
    },
    updateAttachment: async ({ id }) => {
      await parts.selection.attacher.update(page.chat, id);
      await page.redraw();
    },
    recallQuestion: async ({ back }) => {
      const text = parts.recalled.recall(page.chat, back);
      await page.redraw();
      return text;
    },
    rename: async () => {
      await vscode.commands.executeCommand(renameId, page.chat.conversation.id);
    },
    pickExpert: picking((chat) => choices.pickExpert(chat)),
    pickModel: picking((chat) => choices.pickModel(chat)),
    pickTools: picking(async (chat) => {
      const { id, expert } = sender.expertOf(chat) ?? {};
      if (id === undefined) return;
      const { pickEditorTools } = await import("../../models/editor/editorToolPick");
      await pickEditorTools(parts.tools.editor, { id, name: nameOf("Expert", id, expert?.name) });
    }),
    complete: async ({ trigger, typed }) => (await completions()).list(page.chat, trigger, typed),
    acceptCompletion: ({ id }, shown) =>
      asShown(page, async () => {
        await (await completions()).accept(page.chat, id, shown);
        await page.redraw();
      }),
    useAbility: ({ abilityId }, shown) =>
      asShown(page, async () => {
        assertExpert(shown);
        await choices.useAbility(page.chat, abilityId);
        await page.redraw();
      }),
    setOptions: async ({ options }, shown) => {
      const { id: expertId, expert } = sender.expertOf(page.chat) ?? {};
      if (expertId === undefined) return;
      await asShown(page, async () => {
        assertExpert(shown);
        const name = plainText(nameOf("Expert", expertId, expert?.name), 60);
        await parts.options.choose(expertId, options, name);
        await page.redraw();
      });
    },
    editQuestion: async ({ turnId, text: typed }, shown) => {
      await asShown(page, () => sender.askInPlace(page.chat, turnId, { typed, shown }));
      page.focus();
    },
    preview: async ({ text }) => {
      const prepared = sender.preview(page.chat, text);
      return { ...previewView(prepared), extras: await extrasInWords(prepared, parts) };
    },
    usePreview: async ({ text, action }) => {
      const json = indented(sender.preview(page.chat, text));
      if (action === "copy") {
        await vscode.env.clipboard.writeText(json);
        return;
      }
      const { id } = page.chat.conversation;
      const uri = parts.snapshots.add(`${t("Request")}.json`, `${json}\n`, id);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: true });
    },
    useContext: async ({ action }) => {
      const conversationId = page.chat.conversation.id;
      // A summary takes as long as an answer does, and failures are told where they belong.
      if (action === "summary")
        void vscode.commands.executeCommand(summaryId, { conversationId } satisfies ChatOf);
      else await vscode.commands.executeCommand("workbench.action.openSettings", turnsSetting);
    },
    openComparison: ({ turnId }) => showComparison(page.chat, turnId),
    otherAnswer: ({ turnId }) => {
      const { conversation } = page.chat;
      const turn = conversation.get(turnId);
      if (!turn) throw questionNotFound();
      return parts.presenter.turn(turn, conversation);
    },
  };
}

/** What is composed moves to the new conversation, so that it is there if it is not sent. */
async function sendInNew(
  chat: Chat,
  { chats, sender }: Pick<HandlerParts, "chats" | "sender">,
): Promise<void> {
  const { typed, attachments } = chat.clear();
  const fresh = chats.renewSide();
  fresh.picked = chat.picked;
  fresh.draft = typed;
  fresh.attachments = attachments;
  await vscode.commands.executeCommand(openId);
  await sender.send(fresh, { typed });
}

/** The request that Send would send, as the page shows it. */
function previewView(prepared: PreparedQuestion): PreviewView {
  const { sent: request, question, omitted } = prepared;
  const history = historyIn(request);
  return {
    endpoint: request.endpoint,
    json: indented(prepared),
    size: sizeOf(Buffer.byteLength(JSON.stringify(request.body)) + lengthOf(prepared.pictures)),
    parts: inputParts(sentQuestion(prepared)).map(({ name, text, detail }) => ({
      name,
      length: text.length,
      size: detail ?? sizeOfText(text),
    })),
    omitted: omitted && omittedInWords(omitted, question.attachments),
    historySize: history.length > 0 ? sizeOfText(JSON.stringify(history)) : undefined,
  };
}

/** The body; in place of the data of pictures, their size. */
function indented({ sent: { body }, pictures: sent }: PreparedQuestion): string {
  const pictures = sent.map(({ picture: { type, bytes } }) => ({
    type,
    data: `Base64: ${sizeOf(bytes)}`,
  }));
  return JSON.stringify(pictures.length > 0 ? { ...body, pictures } : body, undefined, 2);
}

const sizeOfText = (text: string): string => sizeOf(Buffer.byteLength(text));
