import type { Attachment } from "../../conversation/core/attachment";
import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { sourcesOf } from "../../conversation/core/sources/sources";
import { isEndOf, unreadPlaces } from "../../conversation/core/sources/unread";
import { Limiter } from "../../../kit/limiter";
import type { AttachmentOrigins } from "../../attachments/editor/attachmentOrigins";
import { existingFile, isNamed } from "./review/workspaceFile";

const maxConcurrentLooks = 8;

interface Cited {
  readonly places: readonly string[];
  readonly origins: Pick<AttachmentOrigins, "get">;
}

/** The places in an answer that none of its steps has read. */
export async function unreadIn(
  conversation: Conversation,
  turn: Turn,
  { places, origins }: Cited,
): Promise<string[]> {
  const limiter = new Limiter(maxConcurrentLooks);
  const known = new Map<string, Promise<string | undefined>>();
  const fileAt = (path: string) => {
    const found =
      known.get(path) ?? limiter.run(async () => (await existingFile(path))?.toString());
    known.set(path, found);
    return found;
  };
  const attached = attachedTo(conversation, turn).map((attachment) => ({
    attachment,
    uri: origins.get(attachment)?.uri,
  }));
  const isAttached = async (path: string) => {
    if (
      attached.some(
        ({ attachment, uri }) => isPathOf(path, attachment) || (uri && isNamed(path, uri)),
      )
    )
      return true;
    const found = attached.length > 0 ? await fileAt(path) : undefined;
    return found !== undefined && attached.some(({ uri }) => uri?.toString() === found);
  };
  return unreadPlaces(turn, places, { fileAt, isAttached });
}

/** The attachments that the expert was given, including earlier ones if the conversation was sent. */
function attachedTo({ turns }: Conversation, turn: Turn): Attachment[] {
  const at = turns.findIndex(({ id }) => id === (turn.beside ?? turn.id));
  const { body } = turn.sent;
  const knewThem = "session_id" in body || "conversation_history" in body;
  const asked = knewThem && at !== -1 ? [...turns.slice(0, at), turn] : [turn];
  return asked.flatMap(({ question }) => question.attachments ?? []);
}

/** Whether a path means what was attached, as far as its name tells: an imported question has no more. */
function isPathOf(path: string, { path: own, label }: Attachment): boolean {
  if (own === undefined) return !path.includes("/") && label.replace(/:[\d–, ]+$/, "") === path;
  const isAbsolute = /^\/|^[a-z]:\//i.test(path);
  return isEndOf(path, own) || (isAbsolute && isEndOf(own, path));
}

/** The path of the file that an answer's steps have read, and of which the answer writes only the end. */
export function wholePath({ result }: Turn, path: string): string | undefined {
  if (result.state !== "done") return undefined;
  const paths = sourcesOf(result.received.value).flatMap((source) =>
    source.kind === "file" && isEndOf(path, source.path) ? [source.path] : [],
  );
  return paths.length === 1 ? paths[0] : undefined;
}

/** The path itself, if it leads to a file. */
export async function pathToOpen(turn: Turn, path: string): Promise<string> {
  const whole = wholePath(turn, path);
  return whole === undefined || (await existingFile(path)) ? path : whole;
}
