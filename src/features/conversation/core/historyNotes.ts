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

/** Sentences on what the hub added to, omitted from or changed in the conversation. */
export function differencesOf({ returned, sent, exchange, earlier }: Histories): string[] {
  if (returned.length === 0) return [];
  const added: MessageBag = Map.groupBy(returned, keyOf);
  const isAbsent = (message: Message) => !takeFrom(added, message);
  const missing = sent.filter(isAbsent);
  const uncounted = exchange.filter(isAbsent);
  const renamed = paired(missing, added, ({ content }) => content);
  const counted = paired(uncounted, added, ({ content }) => content);
  const pairs = [...renamed.pairs, ...counted.pairs];
  const names = roleNames(pairs, new Set([...sent, ...exchange].map(({ role }) => role)));
  const own = ({ role, content }: Message) => ({ role: names.get(role) ?? role, content });
  // What was sent is part of the session, so only the rest of it counts as remembered.
  const unknown = Map.groupBy(restOf(added), (message) => keyOf(own(message)));
  for (const message of unknown.size > 0 ? earlier() : []) {
    const found = unknown.get(keyOf(message))?.pop();
    if (found) takeFrom(added, found);
  }
  const changed = paired(renamed.rest, added, (message) => own(message).role);
  const lost = changed.rest;
  const notes = [
    noteOn(restOf(added).map(worded), (count, list) =>
      count === 1
        ? t("The hub added 1 message to the conversation: {0}", list)
        : t("The hub added {0} messages to the conversation: {1}", count, list),
    ),
    noteOn(lost.map(worded), (count, list) =>
      count === 1
        ? t("The hub left out 1 message of the conversation: {0}", list)
        : t("The hub left out {0} messages of the conversation: {1}", count, list),
    ),
    noteOn(
      changed.pairs.map(([before, after]) => t("{0} became {1}", worded(before), worded(after))),
      (count, list) =>
        count === 1
          ? t("The hub changed 1 message of the conversation: {0}", list)
          : t("The hub changed {0} messages of the conversation: {1}", count, list),
    ),
    noteOn(
      pairs
        .filter(([, after]) => !names.has(after.role))
        .map(([before, after]) => t("{0} became {1}", before.role, worded(after))),
      (count, list) =>
        count === 1
          ? t("The hub gave another role to 1 message of the conversation: {0}", list)
          : t("The hub gave another role to {0} messages of the conversation: {1}", count, list),
    ),
  ].filter((note) => note !== undefined);
  if (notes.length > 0 || inOrder(sent, returned.map(own))) return notes;
  return [t("The hub changed the order of the messages.")];
}

/**
 * Our roles by the hub's names for them, such as `user` for `human`. A name that belongs to another
 * role, has another authority, or stands for several of ours changes who said what.
 */
function roleNames(
  pairs: readonly (readonly [Message, Message])[],
  own: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const distinct = new Map(
    pairs.map(([{ role }, after]) => [JSON.stringify([role, after.role]), [after.role, role]]),
  );
  const renamings = [...distinct.values()] as [string, string][];
  const once = (at: 0 | 1, name: string) =>
    renamings.filter((pair) => pair[at] === name).length < 2;
  return new Map(
    renamings.filter(
      ([name, role]) =>
        !own.has(name) && !standing.has(name.toLowerCase()) && once(0, name) && once(1, role),
    ),
  );
}

/** A multiset of messages, from which they are taken one by one. */
type MessageBag = Map<string, Message[]>;

const restOf = (bag: MessageBag): Message[] => [...bag.values()].flat();
const takeFrom = (bag: MessageBag, message: Message) => bag.get(keyOf(message))?.pop();

/** Pairs missing and added messages that have this in common, and removes the latter from `added`. */
function paired(
  missing: readonly Message[],
  added: MessageBag,
  common: (message: Message) => string,
): { pairs: [Message, Message][]; rest: Message[] } {
  const pairs: [Message, Message][] = [];
  const candidates = Map.groupBy(restOf(added), common);
  const rest = missing.filter((message) => {
    const match = candidates.get(common(message))?.shift();
    if (!match) return true;
    takeFrom(added, match);
    pairs.push([message, match]);
    return false;
  });
  return { pairs, rest };
}

/** True if the messages of `sent` appear in order, whatever stands between them. */
function inOrder(sent: readonly Message[], returned: readonly Message[]): boolean {
  let at = 0;
  for (const message of returned) {
    if (at < sent.length && keyOf(sent[at]!) === keyOf(message)) at++;
  }
  return at === sent.length;
}

function keyOf({ role, content }: Message): string {
  return `${role}\n${content}`;
}

function worded({ role, content }: Message): string {
  return `${role}: ${content}`;
}

function noteOn(
  which: readonly string[],
  sentence: (count: number, list: string) => string,
): string | undefined {
  if (which.length === 0) return undefined;
  const text = which
    .slice(0, 10)
    .map((each) => each.slice(0, maxNoteLength).replace(/\s+/g, " ").trim())
    .join("; ");
  const list = text.length > maxNoteLength ? `${text.slice(0, maxNoteLength - 1)}…` : text;
  return sentence(which.length, list);
}
