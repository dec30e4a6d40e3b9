/** What pictures are redrawn as, which all models that see pictures take. */
export const pictureTypes = ["image/png", "image/jpeg"] as const;
export type PictureType = (typeof pictureTypes)[number];

/** A picture as a model gets it. */
export interface Picture {
  type: PictureType;
  /** Base64. */
  data: string;
}

/** A request with the pictures of its question: an extension of the service (docs/built-in-hub.md). */
export interface WithPictures {
  readonly pictures?: readonly Picture[] | undefined;
}

/** Of a file that is redrawn. */
export const maxPictureFileBytes = 20 * 1024 * 1024;

/** Of one picture that is sent, once it is redrawn. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** About what a picture takes; models differ. */
export const pictureTokens = 1000;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** How long so many bytes are as Base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** The first bytes of each type, as Base64. */
const beginnings: Readonly<Record<PictureType, string>> = {
  "image/png": "iVBORw0KGgo",
  "image/jpeg": "/9j/",
};

/** Whether this is, as Base64, what a picture of one of these types begins with, and not too large. */
export function isPicture({ type, data }: { type: string; data: string }): boolean {
  const beginning = Object.entries(beginnings).find(([known]) => known === type)?.[1];
  return (
    beginning !== undefined &&
    data.length <= base64Length(maxPictureBytes) &&
    data.startsWith(beginning) &&
    base64.test(data)
  );
}
