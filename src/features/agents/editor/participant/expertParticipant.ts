import * as vscode from "vscode";
import { ShownSteps } from "./steps";
import type { CallerAnswer, CallerQuestions } from "../../core/callerQuestions";
import { hubMark } from "../../core/expertModels";
import { asHistory, continuation } from "../../core/outsideMessages";
import { inertAnswer } from "../../core/inertAnswer";
import { asHubError, explanationLine, remedyLabel } from "../../../../platform/core/explain";
import { answerBlocks } from "../../../../kit/answerBlocks";
import type { Settings } from "../../../../platform/core/ports";
import { HubError } from "../../../../contract/errors";
import { timeInWords } from "../../../../contract/text";
import { t } from "../../../../kit/l10n";
import { canApply } from "../../../../kit/namedFile";
import type { HubAccount } from "../../../connection/core/hub";
import type { HubInUse } from "../../../experts/core/setup";
import type { AttachmentsFeature } from "../../../attachments/editor";
import { inertMarkdown, plainText } from "../../../../platform/editor/plainText";
import { commandFor, type Notify } from "../../../../platform/editor/notify";
import { abortedBy } from "../../../../platform/editor/progress";
import { exchangesIn, lastNoted, type Noted, notedIn, withNoted } from "./shownHistory";
import { type ResolvedExpert, expertName, resolveExpert, abilityName } from "./resolveExpert";
import type { CommandId } from "../../../../platform/editor/manifest";
import type { Roster } from "../../../experts/core/roster";
import type { Attachment } from "../../../conversation/core/attachment";
import { textAttachment } from "../../../attachments/editor/codeAttachment";

/** What VS Code adds by itself for its own agents, and shows to nobody. */
const unseen = /^vscode\.(?:instructions|customizations|implicit\.viewport)/;

type ReferenceParts = Pick<AttachmentsFeature, "attacher" | "files">;

/**
 * What the user attached in VS Code's chat, as attachments of our own. Rejects with a sentence if it
 * cannot be sent, and with `cancelled` if an excluded file stays out.
 */
async function attachmentsOf(
  { prompt, references }: Pick<vscode.ChatRequest, "prompt" | "references">,
  { attacher, files }: ReferenceParts,
): Promise<readonly Attachment[]> {
  let attached: readonly Attachment[] = [];
  // VS Code lists the last one of the prompt first.
  for (const reference of references.toReversed()) {
    if (unseen.test(reference.id)) continue;
    for (const one of await attachedBy(reference)) attached = attacher.join(attached, one);
  }
  return attached;

  async function attachedBy(reference: vscode.ChatPromptReference): Promise<readonly Attachment[]> {
    const { value } = reference;
    if (value instanceof vscode.Uri) return files.attachments([value]);
    if (value instanceof vscode.Location) {
      if (value.range.isEmpty) return [];
      const document = await vscode.workspace.openTextDocument(value.uri);
      return [await attacher.ofRange(document, document.validateRange(value.range))];
    }
    const label = labelOf(reference, prompt);
    if (typeof value !== "string")
      throw new HubError(
        "invalid-request",
        t("{0} cannot be sent to an expert. Remove it, and ask again.", label),
      );
    return value.trim() === "" ? [] : [textAttachment({ text: value, label })];
  }
}

function labelOf({ id, range, modelDescription }: vscode.ChatPromptReference, prompt: string) {
  const named = range ? prompt.slice(...range) : modelDescription;
  return plainText(named?.trim() ? named : id, 60);
}

export interface ParticipantParts extends Pick<HubInUse, "connection" | "roster" | "setup"> {
  readonly settings: Pick<Settings, "roles"> & { readonly offersExpertsInChat: boolean };
  readonly selection: Pick<AttachmentsFeature, "attacher" | "files" | "origins">;
  readonly questions: CallerQuestions;
  readonly notify: Pick<Notify, "explain">;
}

/** Who is asked, and what, at which hub. */
interface ParticipantQuestion extends ResolvedExpert {
  readonly at: HubAccount | undefined;
  readonly hub: string | undefined;
}

/** A message to the participant of VS Code's chat. */
interface ChatMessage {
  readonly request: Pick<vscode.ChatRequest, "prompt" | "command" | "references" | "model">;
  readonly context: Pick<vscode.ChatContext, "history">;
  readonly stream: vscode.ChatResponseStream;
}

/** `@expert` in VS Code's chat: the user's own question, through the same checks as in our chat. */
export class ExpertParticipant {
  readonly #parts: ParticipantParts;

  constructor(parts: ParticipantParts) {
    this.#parts = parts;
  }

  async respond(message: ChatMessage, token: vscode.CancellationToken): Promise<vscode.ChatResult> {
    const { request, context } = message;
    // Whom the message means is an expert of this hub, however long that takes.
    const at = this.#parts.connection.accountAt();
    const hub = at && (await hubMark(at.hub.scope));
    const last = lastNoted(context.history, hub);
    const selectedModel = request.model?.id;
    let noted: Noted = { hub, ...expertIn(last), selectedModel };
    const { signal, dispose } = abortedBy(token);
    try {
      if (!this.#parts.settings.offersExpertsInChat) throw turnedOff();
      const asked = await resolveExpert(request, last, this.#parts);
      noted = { hub, expertId: asked.expert.id, isChosen: asked.isChosen, selectedModel };
      const whom = { ...asked, at, hub };
      return withNoted({ ...noted, ...(await this.#respond(message, whom, signal)) });
    } catch (error) {
      return {
        ...withNoted(noted),
        ...(!token.isCancellationRequested && this.#failure(error, message)),
      };
    } finally {
      dispose();
    }
  }

  /** What VS Code offers below an answer. */
  async followUps(result: vscode.ChatResult): Promise<vscode.ChatFollowup[]> {
    const { connection, roster } = this.#parts;
    const { hub } = connection;
    const isOfHub = hub && notedIn(result).hub === (await hubMark(hub.scope));
    return isOfHub ? followUps(result, roster) : [];
  }

  async #respond(
    message: ChatMessage,
    asked: ParticipantQuestion,
    signal: AbortSignal,
  ): Promise<Noted> {
    const { stream } = message;
    const { expert, abilityId, input, lacks } = asked;
    if (lacks || input.trim() === "") {
      stream.markdown(missingNameMessage(asked, this.#parts.roster));
      return {};
    }
    stream.progress(inertMarkdown(t("Asking {0}", plainText(expertName(expert), 80))));
    const answer = await this.#answer(message, asked, signal);
    this.#show(answer, stream);
    const { conversationId, turn } = answer;
    return {
      conversationId,
      turnId: turn.id,
      prompt: input,
      ...(abilityId !== undefined && { abilityId }),
    };
  }

  async #answer(
    { request, context, stream }: ChatMessage,
    { expert, abilityId, input, at, hub }: ParticipantQuestion,
    signal: AbortSignal,
  ): Promise<CallerAnswer> {
    const { settings, questions, selection } = this.#parts;
    const attachments = await attachmentsOf(request, selection);
    const exchanges = exchangesIn(context.history, hub);
    const known = exchanges.at(-1)?.conversationId;
    const saved =
      known === undefined ? undefined : await questions.toContinue(known, "participant");
    const { conversationId, earlier } = continuation(exchanges, saved);
    const steps = new ShownSteps(stream);
    const answer = await questions.ask(
      {
        caller: "participant",
        input,
        attachments,
        expertId: expert.id,
        at,
        ...(abilityId !== undefined && { abilityId, mode: "agent" }),
        ...(conversationId !== undefined && { conversationId }),
        ...(earlier && { earlier: asHistory(earlier, settings) }),
      },
      {
        signal,
        onProgress: (live) => steps.show(live),
        onWait: (seconds) =>
          stream.progress(inertMarkdown(t("Asking again in {0}", timeInWords(seconds)))),
      },
    );
    steps.show({ steps: answer.answer.intermediate_steps });
    return answer;
  }

  /** VS Code folds everything before the last Markdown, so that the answer comes last, then buttons. */
  #show({ answer, turn, conversationId }: CallerAnswer, stream: vscode.ChatResponseStream): void {
    const { origins } = this.#parts.selection;
    const { attachments = [] } = turn.question;
    for (const target of attachments.map((one) => origins.get(one)))
      if (target) stream.reference(target.uri);
    stream.markdown(new vscode.MarkdownString(inertAnswer(answer.output)));
    const blocks = answerBlocks(answer.output);
    const buttons = answerButtons({
      conversationId,
      turnId: turn.id,
      canApply: canApply(answer.output, blocks),
    });
    for (const button of buttons) stream.button(button);
  }

  #failure(error: unknown, { stream }: ChatMessage): vscode.ChatResult {
    const explanation = this.#parts.notify.explain(error);
    for (const remedy of explanation.remedies) {
      const command = commandFor(remedy);
      if (command) stream.button({ ...command, title: remedyLabel(remedy, asHubError(error)) });
    }
    return {
      errorDetails: { message: inertMarkdown(plainText(explanationLine(explanation), 600)) },
    };
  }
}

function expertIn({ expertId, isChosen = false }: Noted): Noted {
  return expertId === undefined ? {} : { expertId, isChosen };
}

function turnedOff(): HubError {
  return new HubError(
    "invalid-request",
    t(
      "Experts are turned off in VS Code's chat. Turn them on with the setting {0}.",
      "expertHub.chat.enabled",
    ),
  );
}

interface ShownAnswer {
  readonly conversationId: string;
  readonly turnId: string;
  /** It has code, or changes files. */
  readonly canApply: boolean;
}

interface Button extends vscode.Command {
  readonly command: CommandId;
}

/** What can be done with an answer in VS Code's chat. */
function answerButtons({ conversationId, turnId, canApply }: ShownAnswer): Button[] {
  const given = [{ conversationId, turnId }];
  return [
    {
      command: "expertHub.openConversation",
      title: t("Open in Expert Hub"),
      arguments: [conversationId],
    },
    canApply
      ? { command: "expertHub.applyOutput", title: t("Apply"), arguments: given }
      : { command: "expertHub.insertOutput", title: t("Insert"), arguments: given },
  ];
}

const maxFollowUps = 3;
/** Characters of a question that a follow-up repeats: VS Code puts it into the input. */
const maxFollowUpLength = 2_000;

/** The same question with another ability of the expert: a click sends it. */
function followUps(result: vscode.ChatResult, roster: Pick<Roster, "get">): vscode.ChatFollowup[] {
  const { turnId, expertId, abilityId, prompt } = notedIn(result);
  if (turnId === undefined || expertId === undefined || prompt === undefined) return [];
  if (prompt.length > maxFollowUpLength) return [];
  const { expert, abilityId: chosen } = roster.get(expertId) ?? {};
  const used = abilityId ?? chosen;
  return (expert?.abilities ?? [])
    .filter(({ id }) => id !== used)
    .slice(0, maxFollowUps)
    .map((ability) => ({
      command: "ability",
      prompt: `${abilityName(ability)}: ${prompt}`,
      label: t("Ask again with the ability {0}", plainText(abilityName(ability), 60)),
    }));
}

/** Names that are listed. */
const maxNames = 50;

/** What to type where a message names nobody or asks nothing. */
function missingNameMessage(
  { expert, lacks }: ResolvedExpert,
  { list }: Pick<Roster, "list">,
): vscode.MarkdownString {
  const name = plainText(expertName(expert), 80);
  if (lacks === "expert")
    return listed(t("Begin your message with the name of an expert:"), list.map(expertName));
  if (lacks !== "ability")
    return listed(t("{0} answers in this chat. Type your question.", name), []);
  const abilities = expert.expert?.abilities ?? [];
  return abilities.length === 0
    ? listed(t("{0} has no abilities to choose from.", name), [])
    : listed(t("Begin your message with an ability of {0}:", name), abilities.map(abilityName));
}

function listed(sentence: string, names: readonly string[]): vscode.MarkdownString {
  const rows = names.slice(0, maxNames).map((name) => `- ${inertMarkdown(plainText(name, 80))}`);
  return new vscode.MarkdownString([inertMarkdown(sentence), rows.join("\n")].join("\n\n"));
}
