import type { PictureType } from "../../../contract/picture";
import { fitsFile } from "../../../kit/languageFit";
import type { TextRange } from "./textRange";

/** What stood around a text, to find it again in a file that was closed meanwhile. */
export interface Around {
  /** Digests of the lines in front of it and behind it, the nearest first. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How many of them, counted from the text on, no other place with the same text had. */
  readonly least: number;
}

/** Where one of several selections was. */
export interface OriginPart extends TextRange {
  readonly around?: Around;
}

/** Where the text of an attachment was when it was attached. */
export interface Origin {
  /** Address of the document. */
  readonly uri: string;
  /** Offsets of UTF-16 units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** False if several selections were joined: there is no single range to replace. */
  readonly single: boolean;
  /** Absent for a whole document and for joined selections. */
  readonly around?: Around;
  /** Those that were joined, in the order of the text. */
  readonly parts?: readonly OriginPart[];
}

/** What was made of no single file, and may be made again. */
export type AttachmentSource =
  | {
      readonly kind: ChangeKind;
      /** Address of the folder of the repository. */
      readonly repository: string;
      /** The hash of a commit. */
      readonly commit?: string | undefined;
    }
  /** `instructions` are those of a folder, which go before the question. */
  | { readonly kind: "terminal" | "instructions" };

/** Changes in a repository: in its folder, prepared for a commit, of its branch, or in a commit. */
export type ChangeKind = (typeof changeKinds)[number];
export const changeKinds = ["changes", "staged", "branch", "commit"] as const;

/** A picture, of which the file is beside the conversation. */
export interface AttachedPicture {
  readonly type: PictureType;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** That of its Base64 text. */
  readonly digest: string;
}

/** Text from the editor, or a picture, that is sent with a question. */
export interface Attachment {
  readonly id: string;
  readonly text: string;
  readonly languageId: string;
  /** Such as `cart.ts:10–24`. */
  readonly label: string;
  /** Such as `15 lines · TypeScript · 1.2 KB`. */
  readonly detail: string;
  /** Relative to its workspace folder; the name alone outside of one. Text that is in no file has none. */
  readonly path?: string;
  /** Such as `10–24`; absent for a whole file. */
  readonly lines?: string;
  /** Absent in imported conversations. */
  readonly origin?: Origin;
  /** Absent for text of a file. */
  readonly source?: AttachmentSource;
  /** A picture has no text. */
  readonly picture?: AttachedPicture;
}

/** The pictures among what is attached. */
export function picturesAmong(attachments: readonly Attachment[] = []): AttachedPicture[] {
  return attachments.flatMap(({ picture }) => picture ?? []);
}

export const isInstructions = ({ source }: Attachment): boolean => source?.kind === "instructions";

export const withoutInstructions = (attachments: readonly Attachment[]): readonly Attachment[] =>
  attachments.some(isInstructions)
    ? attachments.filter((one) => !isInstructions(one))
    : attachments;

/** What makes an attachment a newer version of the same place. */
const versioned = ["text", "languageId", "label", "path"] as const;

/** A list in which an attachment replaces the one that it is a newer version of. */
export function withAttachment(
  attachments: readonly Attachment[],
  added: Attachment,
  isSame: (one: Attachment) => boolean = ({ id }) => id === added.id,
): readonly Attachment[] {
  const at = attachments.findIndex(isSame);
  if (at === -1) return [...attachments, added];
  // A command that is run twice attaches one thing: what was shown with it is still right.
  const isNewer = versioned.some((part) => attachments[at]?.[part] !== added[part]);
  return isNewer ? attachments.with(at, added) : attachments;
}

/** One value for a list: equal lists have equal marks. */
export function markOf(attachments: readonly Attachment[]): string {
  return attachments.map(({ id }) => id).join(" ");
}

/** What comes from a terminal, a test or a list of changes never stood in a file, whatever it is called. */
export function hadSource({ path, lines, label, languageId, source }: Attachment): boolean {
  if (source) return false;
  if (path !== undefined || lines !== undefined) return true;
  const name = label.replace(/:[\d–, ]+$/, "");
  return /\.\w+$/.test(name) && fitsFile(languageId, name);
}
