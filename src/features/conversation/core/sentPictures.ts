import { base64Length } from "../../../contract/picture";
import type { AttachedPicture, Attachment } from "./attachment";
import { historyIn } from "./fittedRequest";
import { earlierInputData } from "./inputData";
import { sentQuestion } from "./omitted";
import type { Turn } from "./turn";
import { Emitter } from "../../../kit/event";
import { Owner } from "../../../kit/disposable";

/** The file of a picture that is attached once a page has drawn it again. */
export interface UnreadPicture {
  readonly id: string;
  /** Such as `screen.png`. */
  readonly name: string;
  /** Relative to its workspace folder. */
  readonly path: string;
  read(): Promise<Uint8Array>;
}

/** Pictures that were picked by their files, for the first page that shows the chat. */
export class UnreadPictures extends Owner {
  readonly #changed = this.register(new Emitter<void>());
  readonly #taken = new Map<string, UnreadPicture>();
  #list: readonly UnreadPicture[] = [];

  readonly onDidChange = this.#changed.event;

  get list(): readonly UnreadPicture[] {
    return this.#list;
  }

  add(pictures: readonly UnreadPicture[]): void {
    this.#list = [...this.#list, ...pictures];
    this.#changed.fire();
  }

  /** `undefined` if another page took it. */
  take(id: string): UnreadPicture | undefined {
    const found = this.#list.find((one) => one.id === id);
    this.#list = this.#list.filter((one) => one !== found);
    if (found) this.#taken.set(id, found);
    return found;
  }

  /** The path of one that a page has drawn again. */
  pathOf(id: string | undefined): string | undefined {
    const path = this.#taken.get(id ?? "")?.path;
    this.#taken.delete(id ?? "");
    return path;
  }
}

/** A picture that goes along with a question. */
export interface SentPicture {
  readonly label: string;
  readonly picture: AttachedPicture;
}

/** Characters of the pictures of one request above which earlier ones stay out. */
const maxWithEarlier = 5 * 1024 * 1024;

/**
 * Those of a question, and before them those of earlier questions that are sent with it: of the model
 * that has answered these, the newest that fit.
 */
export function sentPictures(
  asking: Pick<Turn, "question" | "sent" | "asked" | "omitted">,
  turns: readonly Turn[],
): SentPicture[] {
  const { asked, sent } = asking;
  const own = picturesOf(sentQuestion(asking).attachments);
  if (asked.modelId === undefined) return own;
  const said = new Set(historyIn(sent).map(({ content }) => content));
  const earlier = turns
    .filter(({ asked: { hubScope, modelId } }) => {
      return hubScope === asked.hubScope && modelId === asked.modelId;
    })
    .map(sentQuestion)
    .filter((question) => said.has(earlierInputData(question)))
    .flatMap(({ attachments }) => picturesOf(attachments));
  let length = lengthOf(own);
  const known = new Set(own.map(({ picture }) => picture.digest));
  const kept: SentPicture[] = [];
  for (const one of earlier.toReversed()) {
    const { digest } = one.picture;
    if (known.has(digest)) continue;
    known.add(digest);
    length += lengthOf([one]);
    if (length > maxWithEarlier) break;
    kept.unshift(one);
  }
  return [...kept, ...own];
}

function picturesOf(attachments: readonly Attachment[] = []): SentPicture[] {
  return attachments.flatMap(({ label, picture }) => (picture ? [{ label, picture }] : []));
}

/** Characters that pictures add to a request. */
export function lengthOf(pictures: readonly SentPicture[]): number {
  return pictures.reduce((sum, { picture }) => sum + base64Length(picture.bytes), 0);
}
