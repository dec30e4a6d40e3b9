import { HubError } from "../../../contract/errors";
import { base64Length, type Picture } from "../../../contract/picture";
import { t } from "../../../kit/l10n";
import { orStorageError } from "../../../platform/core/localError";
import type { ConversationFiles } from "../../../platform/core/ports";
import { type AttachedPicture, type Attachment, picturesAmong } from "./attachment";
import { digestOf } from "./unsentRecord";

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
      const bytes = await this.#files.read(nameOf(id, digest));
      return { type, data: new TextDecoder().decode(bytes) };
    } catch {
      throw new HubError(
        "invalid-request",
        t("The picture {0} is no longer on this computer. Attach it again.", label),
      );
    }
  }

  /** Those of a question, in order. */
  ofQuestion(id: string, attachments: readonly Attachment[] = []): Promise<Picture[]> {
    return Promise.all(
      attachments.flatMap(({ picture, label }) => (picture ? [this.read(id, picture, label)] : [])),
    );
  }

  /** What moves to another conversation takes its pictures along. */
  async copy(from: string, to: string, attachments: readonly Attachment[]): Promise<void> {
    for (const { label, picture } of attachments)
      if (picture) await this.add(to, await this.read(from, picture, label));
  }

  /** Deletes a picture that nothing in its conversation needs any longer. */
  async remove(id: string, { digest }: AttachedPicture): Promise<void> {
    await this.#files.remove(nameOf(id, digest));
  }
}

/** Characters that the pictures add to a request. */
export function pictureLength(attachments: readonly Attachment[] = []): number {
  return picturesAmong(attachments).reduce((sum, { bytes }) => sum + base64Length(bytes), 0);
}
