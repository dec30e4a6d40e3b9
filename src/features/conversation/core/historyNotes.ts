import type { Message } from "../../../contract/types";
import { t } from "../../../kit/l10n";

interface Histories {
  /** `chat_history` as the hub sent it. */
  readonly returned: readonly Message[];
  /** `conversation_history` as it was sent. */
  readonly sent: readonly Message[];
  /** The question and its answer, which the hub may or may not count as part of the history. */
  readonly exchange: readonly Message[];
  /** Older messages that the hub may remember from the session; many, and rarely needed. */
  earlier(): readonly Message[];
}

const maxNoteLength = 200;

/** Roles that give a message a different authority from that of the user and the assistant. */
const standing = new Set(["system", "developer", "tool", "function"]);

/** Sentences on what the hub added to the conversation and left out; what it changed is both. */
export function differencesOf({ returned, sent, exchange, earlier }: Histories): string[] {
  if (returned.length === 0) return [];
  const own = new Set([...sent, ...exchange].map(({ role }) => role));
  // A hub may have its own names for our roles, such as `human` for `user`.
  const isNamed = (role: string) => own.has(role) || standing.has(role.toLowerCase());
  // By the text as it is: putting the role before one of 5 MB would copy it.
  const added = Map.groupBy(returned, ({ content }) => content);
  const take = ({ role, content }: Message) => {
    const same = added.get(content) ?? [];
    const exact = same.findLastIndex((one) => one.role === role);
    const at = exact === -1 ? same.findLastIndex((one) => !isNamed(one.role)) : exact;
    return at === -1 ? undefined : same.splice(at, 1)[0];
  };
  const lost = sent.filter((message) => !take(message));
  exchange.forEach(take);
  const rest = () => [...added.values()].flat();
  if (rest().length > 0) earlier().forEach(take);
  return [
    noteOn(rest(), (count, list) =>
      count === 1
        ? t("The hub added 1 message to the conversation: {0}", list)
        : t("The hub added {0} messages to the conversation: {1}", count, list),
    ),
    noteOn(lost, (count, list) =>
      count === 1
        ? t("The hub left out 1 message of the conversation: {0}", list)
        : t("The hub left out {0} messages of the conversation: {1}", count, list),
    ),
  ].filter((note) => note !== undefined);
}

function noteOn(
  which: readonly Message[],
  sentence: (count: number, list: string) => string,
): string | undefined {
  if (which.length === 0) return undefined;
  const text = which
    .slice(0, 10)
    .map(({ role, content }) => `${role}: ${content}`.slice(0, maxNoteLength))
    .map((each) => each.replace(/\s+/g, " ").trim())
    .join("; ");
  const list = text.length > maxNoteLength ? `${text.slice(0, maxNoteLength - 1)}…` : text;
  return sentence(which.length, list);
}
