import { HubError } from "../../../contract/errors";
import type { Picture } from "../../../contract/picture";
import { t } from "../../../kit/l10n";
import { orStorageError } from "../../../platform/core/localError";
import type { ConversationFiles } from "../../../platform/core/ports";
import { type AttachedPicture, type Attachment, picturesAmong } from "./attachment";
import type { Conversation } from "./conversation";
import type { Change } from "./turn";
import type { SentPicture } from "./sentPictures";
import { type Unsent, digestOf } from "./unsent";

const nameOf = (id: string, digest: string): string => `${id}.${digest}.picture`;

/** The pictures of conversations: files beside them, by content, which are deleted with them. */
export class PictureFiles {
  readonly #files: ConversationFiles;

  constructor(files: ConversationFiles) {
    this.#files = files;
  }

  /** Resolves with the digest of a picture that is now saved. Rejects with `storage`. */
  async add(id: string, { data }: Picture): Promise<string> {
    const digest = await digestOf(data);
    await orStorageError(t("The picture could not be saved"), () =>
      this.#files.replace(nameOf(id, digest), data),
    );
    return digest;
  }

  /** Rejects with a sentence if it is no longer there. */
  async read(id: string, { type, digest }: AttachedPicture, label: string): Promise<Picture> {
    try {
      const bytes = await this.#files.read(await this.#own(id, digest));
      return { type, data: new TextDecoder().decode(bytes) };
    } catch {
      throw new HubError(
        "invalid-request",
        t("The picture {0} is no longer on this computer. Attach it again.", label),
      );
    }
  }

  readAll(id: string, sent: readonly SentPicture[]): Promise<Picture[]> {
    return Promise.all(sent.map(({ picture, label }) => this.read(id, picture, label)));
  }

  /** The name of its file. What came from another conversation gets one of its own. */
  async #own(id: string, digest: string): Promise<string> {
    const own = nameOf(id, digest);
    if (await this.#files.extent(own)) return own;
    const other = (await this.#files.list()).find(({ name }) => name.endsWith(nameOf("", digest)));
    if (other)
      await this.#files.replace(own, new TextDecoder().decode(await this.#files.read(other.name)));
    return own;
  }

  /** Gives a conversation that was made from another one its own files. */
  async bring({ id, changes }: Conversation): Promise<void> {
    const pictures = picturesAmong(attachedIn(changes));
    for (const { digest } of pictures) await this.#own(id, digest);
  }

  /** Deletes a picture that was taken off a question, unless its conversation has it elsewhere. */
  async removeUnused(
    {
      conversation: { id, changes },
      unsent: { attachments, queue },
    }: { readonly conversation: Conversation; readonly unsent: Unsent },
    { digest }: AttachedPicture,
  ): Promise<void> {
    const all = [
      ...attachedIn(changes),
      ...attachments,
      ...queue.flatMap((one) => one.attachments ?? []),
    ];
    if (!picturesAmong(all).some((one) => one.digest === digest))
      await this.#files.remove(nameOf(id, digest));
  }
}

/** What was attached to the questions of a conversation. */
export function attachedIn(changes: readonly Change[]): Attachment[] {
  return changes.flatMap((change) =>
    change.kind === "turn" ? (change.turn.question.attachments ?? []) : [],
  );
}
