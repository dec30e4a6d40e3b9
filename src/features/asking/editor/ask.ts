import { checkedOptions, type Options } from "../core/options";
import type { QuestionToAsk } from "../core/preparedQuestion";
import { type Setup, setupError } from "../../experts/core/setup";
import type { Step } from "../../../contract/types";
import { isId } from "../../../contract/address";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { QuestionSender, SentQuestion } from "../core/questionSender";
import type { Chat, ChatPanels } from "../core/chat";
import type { OpenChats } from "../core/openChats";
import { type Attachment, markOf } from "../../conversation/core/attachment";
import type { Roster } from "../../experts/core/roster";
import { nameOf } from "../../../platform/core/naming";
import { plainText } from "../../../platform/editor/plainText";
import { showInputBox } from "../../../platform/editor/inputs";

interface AskTypedParts {
  readonly chats: OpenChats;
  readonly panels: ChatPanels;
  readonly sender: QuestionSender;
  readonly roster: Roster;
}

interface AskedQuestion extends SentQuestion {
  readonly chat: Chat;
}

/**
 * Asks the expert named in the box, with what is named there as attached, or asks nobody: what the
 * composer has, and a selection of its own.
 */
export async function askTyped(
  { chats, panels, sender, roster }: AskTypedParts,
  fixed: Partial<QuestionToAsk> = {},
  withOwn?: (attachments: readonly Attachment[]) => readonly Attachment[],
): Promise<AskedQuestion | undefined> {
  const { side } = chats;
  const { draft } = side;
  const before = sender.shownState(side);
  const { at = sender.hubInUse } = fixed;
  const attachments = withOwn?.(side.attachments) ?? side.attachments;
  const seen = { ...before, attachment: markOf(attachments) };
  const id = fixed.expertId ?? sender.expertOf(side)?.id;
  const known = id === undefined ? undefined : roster.getOrViewed(id)?.expert;
  const name = id === undefined ? undefined : nameOf("Expert", id, known?.name);
  const typed = await box(name, draft, attachments);
  if (typed === undefined) return undefined;
  const others = side.draft === draft ? "" : side.draft;
  side.draft = typed;
  const { conversation } = before;
  let chat = side;
  let isSent = false;
  try {
    sender.assertShown(chats.side, { conversation });
    sender.assertShown(chats.side, { attachment: before.attachment });
    chat = sender.availableSideChat();
    if (chat !== side) {
      // The box named what the composer has, so that is sent as well.
      side.draft = others;
      side.attachments = [];
      chat.draft = typed;
      chat.attachments = attachments;
    } else if (withOwn) chat.attachments = attachments;
    const shown = { ...seen, conversation: chat.conversation.id };
    // First: what has to be confirmed is asked there.
    await panels.openSide();
    const sent = await sender.send(chat, { ...fixed, at, shown });
    isSent = true;
    return { chat, ...sent };
  } finally {
    // What stood in the composer, or was typed there in the meantime, stays there.
    const replaced = isSent || typed.includes(draft) ? "" : draft;
    const meanwhile = chat === side ? others : "";
    chat.draft = [replaced, chat.draft, meanwhile].filter(Boolean).join("\n\n");
  }
}

async function box(
  name: string | undefined,
  value: string,
  attachments: readonly Attachment[],
): Promise<string | undefined> {
  return showInputBox({
    title: name === undefined ? t("Ask an expert") : t("Ask {0}", plainText(name, 60)),
    prompt: promptFor(attachments),
    value,
    ignoreFocusOut: true,
  });
}

function promptFor([first, ...others]: readonly Attachment[]): string {
  if (!first) return t("The answer appears in the chat.");
  const label = plainText(first.label, 80);
  return others.length === 0
    ? t("{0} will be attached. The answer appears in the chat.", label)
    : t("{0} and {1} more will be attached. The answer appears in the chat.", label, others.length);
}

interface AskResult {
  conversationId: string;
  output: string;
  steps: Step[][];
}

/**
 * Asks with typed input and resolves with the answer. If a caller passed arguments, rejects with
 * the sentence that the user would read; the result of a typed question is shown in the chat.
 */
export function ask({ setup, ...parts }: AskTypedParts & { setup: Setup }): Command {
  const { panels, sender } = parts;

  /** A question from a caller does not touch the composer, its selection or the keyboard focus. */
  async function askGiven(given: Partial<QuestionToAsk>): Promise<AskedQuestion> {
    const chat = sender.availableSideChat();
    return { chat, ...(await sender.ask(chat, { ...given, by: "command" })) };
  }

  return {
    id: "expertHub.ask",
    rejects(args?: unknown): boolean {
      return args !== undefined && args !== null;
    },

    async run(args?: unknown): Promise<AskResult | undefined> {
      const { input, ...fixed } = argumentsIn(args);
      // The expert that is named is one of the hub that is in use now.
      const hub = sender.hubInUse;
      if (Object.keys(fixed).some((name) => agentOnly.has(name))) fixed.mode = "agent";
      const given = input !== undefined;
      const missing = await setup.next();
      if (missing && !(missing === "expert" && fixed.expertId !== undefined)) {
        if (!given) await panels.openSide();
        throw setupError(missing);
      }
      const at = sender.withKeyRead(hub);
      const asked = given
        ? await askGiven({ ...fixed, typed: input, at })
        : await askTyped(parts, { ...fixed, at });
      if (!asked) return undefined;
      const { result } = await asked.settled;
      if (result.state === "done") {
        const { output, intermediate_steps: steps } = result.received.value;
        return { conversationId: asked.chat.conversation.id, output, steps };
      }
      if (!given) return undefined;
      if (result.state === "failed") throw result.error;
      throw new HubError("cancelled", t("The question was stopped."));
    },
  };
}

/** Options that only an agent supports: the language model would silently ignore them. */
const agentOnly = new Set(["abilityId", "tools", "webSearchMaxResults", "documentUrls"]);

const ids = ["expertId", "abilityId", "modelId"] as const;
const chosen = [
  "temperature",
  "reasoningEffort",
  "tools",
  "webSearchMaxResults",
  "documentUrls",
] as const;

function argumentsIn(args: unknown): { input?: string } & Writable<Partial<QuestionToAsk>> {
  if (args === undefined || args === null) return {};
  if (typeof args !== "object")
    throw new HubError("invalid-request", t("{0} takes one object.", "expertHub.ask"));
  const given = args as Record<string, unknown>;
  const { input } = given;
  if (input !== undefined && typeof input !== "string") throw notOfKind("input");
  const options: Options = checkedOptions(
    Object.fromEntries(chosen.map((name) => [name, given[name]])),
  );
  return {
    ...(input !== undefined && { input }),
    ...Object.fromEntries(ids.filter((name) => isGiven(name, given[name])).map(pick(given))),
    ...Object.fromEntries(chosen.filter((name) => given[name] !== undefined).map(pick(options))),
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function pick(from: object) {
  return (name: string): [string, unknown] => [name, (from as Record<string, unknown>)[name]];
}

function isGiven(name: string, id: unknown): boolean {
  if (id === undefined) return false;
  if (!isId(id)) throw notOfKind(name);
  return true;
}

function notOfKind(name: string): HubError {
  return new HubError("invalid-request", t("{0}: {1} has the wrong type.", "expertHub.ask", name));
}
