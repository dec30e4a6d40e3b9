import { HubError } from "../../../contract/errors";
import { isRecord } from "../../../contract/record";
import { KeyMask } from "../../../contract/secrets/keyMask";
import { literalPattern, mask } from "../../../contract/text";
import { Conversation } from "../../conversation/core/conversation";
import type { Attachment } from "../../conversation/core/attachment";
import type { Question, HubRequest } from "../../conversation/core/question";
import type { Change, Result, Turn } from "../../conversation/core/turn";

/** What is private to this user and this computer. */
export interface Private {
  /** Masked however they are spelled. */
  readonly keys: readonly string[];
  readonly ids: readonly string[];
  /** Folders of this computer, with their replacements. */
  readonly folders: readonly { readonly path: string; readonly shown: string }[];
}

/** Shorter ones occur in ordinary words. */
const minSecretLength = 6;
const privateName = /^(session|user)_?id$/i;
const hidden = "••••";

/** The conversation without what is private: sessions, the user's id, keys, places and paths of this computer. */
export function withoutPrivate(conversation: Conversation, of: Private): Conversation {
  const { id, changes } = conversation;
  const clean = cleaner({ ...of, ids: [...of.ids, ...idsIn(changes)] });
  return new Conversation({
    id,
    changes: changes.flatMap((change): Change[] => {
      if (change.kind === "session") return [];
      if (change.kind === "title")
        return [{ ...change, title: change.title && (clean(change.title) as string) }];
      return change.kind === "turn"
        ? [{ ...change, turn: cleanTurn(change.turn, clean) }]
        : [change];
    }),
  });
}

function idsIn(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => {
    if (change.kind === "session") return [change.sessionId];
    if (change.kind !== "turn" || change.turn.sent.endpoint !== "invoke_agent") return [];
    const { session_id: session, user_id: user } = change.turn.sent.body;
    return [session, user].filter((id) => id !== undefined);
  });
}

type Clean = (value: unknown) => unknown;

function cleanTurn({ id, question, sent, asked, result, ...rest }: Turn, clean: Clean): Turn {
  return {
    ...(clean(rest) as typeof rest),
    id,
    question: clean(withoutOrigin(question)) as Turn["question"],
    sent: clean(withoutIds(sent)) as HubRequest,
    asked: clean(asked) as Turn["asked"],
    result: cleanResult(result, clean),
  };
}

/** The question for other computers: a place in a file of this one means nothing there. */
export function withoutOrigin(question: Question): Question {
  const { attachments } = question;
  if (!attachments?.some(({ origin, source }) => origin ?? source)) return question;
  return { ...question, attachments: attachments.map(withoutPlace) };
}

function withoutPlace(attachment: Attachment): Attachment {
  const { origin: _, source, ...rest } = attachment;
  return source && !("repository" in source) ? { ...rest, source } : rest;
}

function withoutIds(sent: HubRequest): HubRequest {
  if (sent.endpoint !== "invoke_agent") return sent;
  const { session_id: _, user_id: __, ...body } = sent.body;
  return { ...sent, body };
}

function cleanResult(result: Result, clean: Clean): Result {
  if (result.state === "failed") {
    const { kind, message, details } = result.error;
    const error = new HubError(kind, String(clean(message)), clean(details) as HubError["details"]);
    return { ...result, error };
  }
  if (result.state === "stopped") return clean(result) as typeof result;
  if (result.state !== "done") return result;
  return { ...result, received: clean(result.received) as typeof result.received };
}

const isLong = ({ length }: string): boolean => length >= minSecretLength;

function cleaner({ keys, ids, folders }: Private): Clean {
  const long = [...new Set(ids)].filter(isLong);
  const masks = [...new Set(keys)].filter(isLong).map((key) => new KeyMask(key));
  const paths = folders
    .toSorted((one, other) => other.path.length - one.path.length)
    .flatMap(({ path, shown }) => spellings(path).map((spelled) => ({ spelled, shown })));
  const text = (before: string): string => {
    const masked = masks.reduce((now, each) => each.text(now), long.reduce(mask, before));
    return paths.reduce((now, { spelled, shown }) => now.replace(spelled, () => shown), masked);
  };
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(clean);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        text(name),
        privateName.test(name) && one !== null ? hidden : clean(one),
      ]),
    );
  };
  return clean;
}

/** A path as systems, URLs and JSON strings spell it, matched as a whole. */
function spellings(path: string): RegExp[] {
  const slashed = path.replaceAll("\\", "/");
  const ways = new Set([path, slashed, encodeURI(slashed), path.replaceAll("\\", "\\\\")]);
  const flags = path.includes("\\") ? "gi" : "g";
  return [...ways].map((way) => new RegExp(`(?<![\\w.-])${literalPattern(way)}(?![\\w-])`, flags));
}
