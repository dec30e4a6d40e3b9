import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import type { HostEvent } from "../../../page/protocol/messages";
import type {
  ExpertView,
  FollowUpView,
  OptionsView,
  OtherAnswerView,
  PageState,
  SuggestedQuestionView,
  TurnView,
  ContextView,
  PendingConfirmationView,
  NoticeView,
  QueueView,
} from "../../../page/protocol/views";
import { searchOnlyModelId } from "../../../contract/builtInHubApi";
import { nameOf, withoutServer } from "../../../platform/core/naming";
import type { Settings } from "../../../platform/core/ports";
import type { EditorSettings } from "../../../platform/editor/settings";
import { restrictedWords, trustedFolders } from "../../../platform/editor/restricted";
import type { Chat } from "../../asking/core/chat";
import type { ChatPlaces } from "../../asking/core/chatPlaces";
import { modelChosenSince } from "../../asking/core/preparedQuestion";
import type { ExpertOptions, Options } from "../../asking/core/options";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { QuestionTools } from "../../asking/core/questionTools";
import type { ToolRefusals } from "../../../policy/toolRefusals";
import type { AttachmentChanges } from "../../attachments/editor/attachmentChanges";
import type { AttachmentOrigins } from "../../attachments/editor/attachmentOrigins";
import type { InstructionFiles } from "../../attachments/editor/instructionFiles";
import type { SuggestedContext, Suggestion } from "../../attachments/editor/suggestedContext";
import type { AppliedChanges } from "../../changes/editor/review/appliedChanges";
import type { ReviewProgresses } from "../../changes/editor/review/reviewProgresses";
import type { Connection } from "../../connection/core/connection";
import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import type { DefaultExpert } from "../../experts/core/defaultExpert";
import type { FileExperts } from "../../experts/core/fileExperts";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import type { Setup } from "../../experts/core/setup";
import {
  followUpsOf,
  maxSuggestions,
  questionsAboutOpen,
  suggestionsOf,
} from "../../experts/core/suggestions";
import type { ContextSizes } from "../../models/core/contextSizes";
import { roleOf } from "../../experts/editor/expertPicks";
import {
  attachmentView,
  liveView,
  modelNames,
  otherAnswersOf,
  ShownProblems,
  turnView,
  otherHubInvitation,
} from "./turnView";
import type { ContextUse } from "../../asking/core/contextBudget";
import type { PendingNotice, PendingConfirmation } from "../../asking/core/pendingConfirmations";

function contextView({ contextTokens, budget, ...use }: ContextUse): ContextView {
  const { attachments, history, system } = use;
  return { takes: contextTokens, fits: budget + system, attachments, history, system };
}

function noticeView({ severity, choices, details, ...notice }: PendingNotice): NoticeView {
  const isError = severity === "error";
  return {
    ...notice,
    ...(isError && { isError }),
    choices: [...choices],
    details: [...details],
  };
}

function confirmationView({
  id,
  reasons,
  about,
  choices,
  ...confirmation
}: PendingConfirmation): PendingConfirmationView {
  return {
    id,
    sentence: confirmation.sentence,
    reasons: reasons.map(({ show, ...reason }) => ({ ...reason, ...(show && { canShow: true }) })),
    ...(about !== undefined && { about: about.slice(0, maxQueuedTextLength) }),
    choices: [...choices],
    no: confirmation.no,
    ...(confirmation.enterAgrees && { enterAgrees: true }),
  };
}

/** Characters: a row shows the beginning, and its tooltip a little more. */
const maxQueuedTextLength = 500;

function queueView({ queue }: Chat): { queue?: QueueView } {
  if (queue.isEmpty) return {};
  const questions = queue.questions.map(({ id, typed, attachments = [] }) => ({
    id,
    text: typed.slice(0, maxQueuedTextLength),
    attached: attachments.map(({ label }) => label),
  }));
  return {
    queue: {
      questions,
      ...(queue.pauses && { paused: queue.pauses.sentence }),
      ...(queue.isEdited && { isEdited: true }),
    },
  };
}

export interface ChatPresenterParts {
  chats: { readonly places: Pick<ChatPlaces, "inOrder"> };
  connection: Connection;
  roster: Roster;
  contexts: Pick<ContextSizes, "onDidChange">;
  setup: Setup;
  options: ExpertOptions;
  settings: Settings & Pick<EditorSettings, "sendKey">;
  defaultExpert: Pick<DefaultExpert, "onDidChange">;
  origins: AttachmentOrigins;
  attachmentChanges: Pick<AttachmentChanges, "idsAmong" | "onDidChange">;
  suggested: Pick<SuggestedContext, "suggestionFor" | "file" | "onDidChange">;
  instructions: Pick<InstructionFiles, "onDidChange">;
  sender: QuestionSender;
  tools: Pick<QuestionTools, "of" | "ofEditor" | "editor">;
  fileExperts: Pick<FileExperts, "reasoningEffortOf">;
  reviews: Pick<ReviewProgresses, "get" | "onDidChange">;
  applied: Pick<AppliedChanges, "has" | "onDidChange">;
}

/** What the page shows around and in its turns. */
export class ChatPresenter extends Owner {
  readonly #parts: ChatPresenterParts;
  readonly #problems = new ShownProblems();
  /** How often the key of its hub had been replaced when a failed turn was first shown. */
  readonly #keys = new Map<string, number | undefined>();
  readonly #changed = this.register(new Emitter<void>());
  readonly #answerChanged = this.register(
    new Emitter<{ readonly conversationId: string; readonly event: HostEvent }>(),
  );

  /** Fires when something that every page shows has changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the hub changes: every turn may then look different, too. */
  readonly onDidChangeHub;
  /** Fires when something else lies open. */
  readonly onDidSuggest;
  /** Fires when a review has come further, or when an answer can be undone, or something else helps. */
  readonly onDidChangeAnswer = this.#answerChanged.event;

  constructor(parts: ChatPresenterParts) {
    super();
    this.#parts = parts;
    this.onDidChangeHub = parts.connection.onDidChange;
    this.onDidSuggest = parts.suggested.onDidChange;
    const announce = (conversationId: string, event: HostEvent): void =>
      this.#answerChanged.fire({ conversationId, event });
    this.register(
      parts.reviews.onDidChange(({ conversationId, ...rest }) =>
        announce(conversationId, { event: "review", ...rest }),
      ),
    );
    this.register(
      parts.applied.onDidChange(({ conversationId, ...rest }) =>
        announce(conversationId, { event: "undoable", ...rest }),
      ),
    );
    this.register(
      parts.suggested.onDidChange(() => {
        // An empty chat offers questions about what is open.
        const { inOrder } = parts.chats.places;
        if (inOrder.some(({ chat }) => chat.conversation.turns.length === 0)) this.#changed.fire();
      }),
    );
    this.register(parts.instructions.onDidChange(() => this.#changed.fire()));
    this.register(parts.contexts.onDidChange(() => this.#changed.fire()));
    this.register(
      parts.roster.onDidChange(() => {
        this.#changed.fire();
        for (const { chat } of parts.chats.places.inOrder) {
          const { conversation } = chat;
          const view = (turn: Turn) => this.turn(turn, conversation);
          for (const turn of this.#problems.changed(conversation, view))
            announce(conversation.id, { event: "turn", turn });
        }
      }),
    );
    this.register(parts.attachmentChanges.onDidChange(() => this.#changed.fire()));
    this.register(parts.tools.editor.onDidChange(() => this.#changed.fire()));
    this.register(parts.options.onDidChange(() => this.#changed.fire()));
    this.register(parts.defaultExpert.onDidChange(() => this.#changed.fire()));
    this.register(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#changed.fire();
      }),
    );
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()));
  }

  turn(turn: Turn, conversation: Conversation): TurnView {
    const { origins, connection, roster, sender } = this.#parts;
    const live = conversation.live(turn.id);
    const hubScope = connection.hub?.scope;
    const others = this.others(turn, conversation);
    const view = turnView(turn, {
      target: origins.summaryOf(turn.question.attachments),
      hubScope,
      hubLabel: (scope) => sender.hubs.nameOf(scope),
      otherHub: sender.hubs.otherHubOfTurn(turn),
      isListed: turn.asked.hubScope !== hubScope || roster.get(turn.asked.expertId) !== undefined,
      model: this.#modelChosenSince(turn),
      isMended: this.#isMended(turn),
      live: live && liveView(live),
      review: this.#parts.reviews.get(conversation.id, turn.id),
      canUndo: this.#parts.applied.has({ conversationId: conversation.id, turnId: turn.id }),
    });
    this.#problems.add(conversation, view);
    return { ...view, ...(others.length > 0 && { others }) };
  }

  #modelChosenSince(turn: Turn): string | undefined {
    const { roster } = this.#parts;
    const id = modelChosenSince(turn, roster);
    const models = roster.get(turn.asked.expertId)?.expert?.expert_llm_models ?? [];
    const name = models.find((model) => model.id === id)?.name;
    return id === undefined ? undefined : withoutServer(nameOf("Model", id, name));
  }

  /** The key of its hub is another one than when the failure was first shown. */
  #isMended({ id, asked, result }: Turn): boolean {
    if (result.state !== "failed") return false;
    const { connection } = this.#parts;
    const hub = connection.find(asked.hubScope);
    const key = hub && connection.accountAt(hub)?.account;
    if (!this.#keys.has(id)) this.#keys.set(id, key);
    return this.#keys.get(id) !== key;
  }

  /** The answers to the same question that stand beside this turn. */
  others(turn: Turn, conversation: Conversation): OtherAnswerView[] {
    const { connection, sender } = this.#parts;
    return otherAnswersOf(turn, conversation, ({ asked: { hubScope } }) =>
      hubScope === connection.hub?.scope ? undefined : sender.hubs.nameOf(hubScope),
    );
  }

  /** What lies open and is not attached. */
  suggestion({ attachments }: Chat): Suggestion | undefined {
    return this.#parts.suggested.suggestionFor(attachments);
  }

  /** Questions to begin with: about what is open, then with the abilities of the expert. */
  #suggestions(chat: Chat, saved: SavedExpert, options: Options): SuggestedQuestionView[] {
    const isBuiltIn = this.#parts.connection.hub?.builtIn === true;
    const [folder] = trustedFolders();
    const searches = isBuiltIn && folder && !this.#refusals(saved, options).workspace_connector;
    const hasModel = !this.#onlySearches(saved);
    const { label } = this.suggestion(chat) ?? chat.attachments[0] ?? {};
    const isAttached = !this.suggestion(chat);
    const open = questionsAboutOpen(
      {
        about: label === undefined ? undefined : { label, isAttached },
        file: this.#parts.suggested.file,
        folder: folder?.name,
      },
      { hasModel, searches: searches !== undefined && searches },
    );
    // Those of the built-in hub say how to ask a model, which any question does.
    const ofAbilities = isBuiltIn ? [] : suggestionsOf(saved.expert?.abilities ?? []);
    return [...open, ...ofAbilities].slice(0, maxSuggestions);
  }

  /** An expert of the built-in hub for which no language model is chosen has no use for abilities. */
  #onlySearches({ modelId = searchOnlyModelId }: SavedExpert): boolean {
    return this.#parts.connection.hub?.builtIn === true && modelId === searchOnlyModelId;
  }

  /** Nothing where no language model of the built-in hub answers: other hubs are not told. */
  #effortView(saved: SavedExpert | undefined): Partial<PageState> {
    if (!saved || !this.#parts.connection.hub?.builtIn || this.#onlySearches(saved)) return {};
    const ofFile = this.#parts.fileExperts.reasoningEffortOf(saved.id);
    return { takesReasoningEffort: true, ...(ofFile && { fileReasoningEffort: ofFile }) };
  }

  #editorToolsView(saved: SavedExpert | undefined, { mode }: Options): Partial<PageState> {
    const { connection, tools } = this.#parts;
    const isModel = saved && connection.hub?.builtIn && !this.#onlySearches(saved);
    if (!isModel || mode === "model") return {};
    const { id: expertId, modelId } = saved;
    const choices = tools.ofEditor({ expertId, modelId, mode }, connection.hub);
    const on = choices.filter(({ isOn }) => isOn).length;
    const lock = tools.editor.refusal;
    return { editorTools: { on, lock } };
  }

  /** The tools that an expert must not use, as far as it is asked with them. */
  #refusals(saved: SavedExpert | undefined, { tools }: Options): ToolRefusals {
    if (!saved) return {};
    const { id: expertId, modelId } = saved;
    const question = { expertId, tools, modelId };
    return this.#parts.tools.of(question, this.#parts.connection.hub);
  }

  async of(chat: Chat): Promise<PageState> {
    const { attachmentChanges, connection, options, settings, sender, setup } = this.#parts;
    const missing = await setup.nextSetupStep();
    const otherHub = sender.hubs.otherHub(chat);
    const setupStep = otherHub ? "otherHub" : missing;
    const { hub } = connection;
    const saved = sender.expertOf(chat);
    const { title } = chat.conversation;
    const { current: pending } = chat.pending;
    const changed = attachmentChanges.idsAmong(chat.conversation.id, chat.attachments);
    const use = setupStep ? undefined : sender.contextUse(chat);
    const effective = options.effective(saved?.id);
    const refusals = this.#refusals(saved, effective);
    const locked = Object.entries(refusals).flatMap(([tool, { lock }]) =>
      lock ? [[tool, lock]] : [],
    );
    const lockedTools = Object.fromEntries(locked) as NonNullable<PageState["lockedTools"]>;
    // A language model that is asked alone has no abilities.
    const suggested = this.suggestion(chat);
    const hasAbilities = saved && effective.mode !== "model" && !this.#onlySearches(saved);
    const followUps = hasAbilities && followUpsFor(saved, chat.conversation);
    return {
      conversationId: chat.conversation.id,
      ...(setupStep && { setupStep }),
      ...(otherHub && hub && { invitation: otherHubInvitation(otherHub, hub) }),
      ...(hub && { hubLabel: hub.label }),
      ...(otherHub && { otherHub: otherHub.label }),
      builtIn: hub?.builtIn ?? false,
      ...(!vscode.workspace.isTrusted && { restricted: restrictedWords }),
      ...(saved && {
        expert: {
          ...expertView(saved, hub?.builtIn === true),
          ...(saved.id !== sender.lastingExpertOf(chat)?.id && { isOnce: true }),
          suggestions: this.#suggestions(chat, saved, effective),
          ...(followUps && { followUps }),
        },
      }),
      attachments: sender.attachmentsOf(chat).map((one) => ({
        ...attachmentView(one),
        ...(changed.has(one.id) && { isChanged: true }),
      })),
      ...(chat.unread.list.length > 0 && {
        unread: chat.unread.list.map(({ id, name }) => ({ id, name })),
      }),
      ...(suggested && { suggested }),
      draft: chat.draft,
      draftRevision: chat.draftRevision,
      ...(pending && { pending: confirmationView(pending) }),
      ...(chat.pending.notice && { notice: noticeView(chat.pending.notice) }),
      busy: sender.isBusy(chat),
      ...queueView(chat),
      shownState: sender.shownState(chat),
      ...(title !== undefined && { title }),
      options: optionsView(effective),
      ...(locked.length > 0 && { lockedTools }),
      ...(use && { context: contextView(use) }),
      ...(settings.sendKey === "ctrlEnter" && { sendKey: ctrlEnter() }),
      ...(settings.temperature !== undefined && { defaultTemperature: settings.temperature }),
      ...this.#effortView(saved),
      ...this.#editorToolsView(saved, effective),
    };
  }
}

/** As its keyboard has it, which in a remote window is another computer's. */
const ctrlEnter = (): string =>
  process.platform === "darwin" && vscode.env.remoteName === undefined ? "⌘Enter" : "Ctrl+Enter";

function optionsView(options: Options & Pick<OptionsView, "memory">): OptionsView {
  return { ...options, tools: { ...options.tools }, documentUrls: [...options.documentUrls] };
}

function followUpsFor({ id, expert }: SavedExpert, { turns }: Conversation): FollowUpView[] {
  const asked = turns.at(-1)?.asked;
  return followUpsOf(expert?.abilities ?? [], asked?.expertId === id ? asked.abilityId : undefined);
}

function expertView(saved: SavedExpert, builtIn: boolean): Omit<ExpertView, "suggestions"> {
  const { id, expert, abilityId, modelId = builtIn ? searchOnlyModelId : undefined } = saved;
  const ability = expert?.abilities.find((candidate) => candidate.id === abilityId);
  const model = expert?.expert_llm_models.find((candidate) => candidate.id === modelId);
  const role = roleOf(saved);
  return {
    id,
    name: nameOf("Expert", id, expert?.name),
    ...(role !== "" && { role }),
    ...(ability && { abilityName: nameOf("Ability", ability.id, ability.name) }),
    ...(model && modelNames(nameOf("Model", model.id, model.name), builtIn)),
  };
}
