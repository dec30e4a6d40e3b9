import {
  maxPictureBytes,
  maxPictureFileBytes,
  type Picture,
  type PictureType,
} from "../../../../contract/picture";
import type { PartContext, Toolkit } from "../../../../page/ui/toolkit";

/** Pixels on the long side of what is sent. */
const maxSide = 2000;
const megabyte = 1024 * 1024;
const jpegQuality = 0.9;

/** Attaches pictures, one after the other; Send waits for them. The host knows one that it read by an id. */
export function attachPictures(
  files: readonly File[],
  { toolkit: { t }, host, notices }: PartContext,
  id?: string,
): Promise<void> {
  const attach = async (file: File) => {
    await host.call("attachPicture", { name: file.name, id, ...(await redrawn(file, t)) });
    notices.say(t("{0} is attached.", file.name));
  };
  // What cannot be attached keeps nothing else back.
  const attaching = files.reduce(
    (before, file) => before.then(() => attach(file)).catch(notices.failed),
    Promise.resolve(),
  );
  host.changes.add(attaching);
  return attaching.finally(() => host.changes.delete(attaching));
}

/** Drawn again, so that nothing of a file is sent but what is seen. Rejects with a sentence. */
async function redrawn(file: File, t: Toolkit["t"]) {
  const { name } = file;
  const tooLarge = (most: number) =>
    new Error(t("{0} is too large: a picture has at most {1} MB.", name, most / megabyte));
  if (file.size > maxPictureFileBytes) throw tooLarge(maxPictureFileBytes);
  const kind = kindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!kind)
    throw new Error(t("{0} is not a PNG, JPEG, WebP or GIF picture, so it is not attached.", name));
  const canvas = document.createElement("canvas");
  try {
    await drawInto(canvas, file, maxSide);
  } catch {
    throw new Error(t("{0} is broken, so it is not attached.", name));
  }
  const { width, height } = canvas;
  const isPhoto = kind === "jpeg" || kind === "webp";
  const whole = isPhoto ? undefined : await encoded(canvas, "image/png");
  const sent = whole && whole.size <= maxPictureBytes ? whole : await photo(canvas);
  if (sent.size > maxPictureBytes) throw tooLarge(maxPictureBytes);
  return { type: sent.type as PictureType, data: await base64Of(sent), width, height };
}

/** By what they begin with: names and types may say anything. */
function kindOf(bytes: Uint8Array): "png" | "jpeg" | "gif" | "webp" | undefined {
  const beginning = String.fromCharCode(...bytes);
  if (beginning.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (beginning.startsWith("\xff\xd8\xff")) return "jpeg";
  if (/^GIF8[79]a/.test(beginning)) return "gif";
  return /^RIFF[^]{4}WEBP/.test(beginning) ? "webp" : undefined;
}

/** Draws a picture so that it fits into a square of so many pixels. */
async function drawInto(canvas: HTMLCanvasElement, blob: Blob, side: number): Promise<void> {
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

/** A JPEG has no transparency: what shows through is white, as on most pages. */
async function photo(canvas: HTMLCanvasElement): Promise<Blob> {
  const context = canvas.getContext("2d")!;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return encoded(canvas, "image/jpeg");
}

async function encoded(canvas: HTMLCanvasElement, type: PictureType): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, jpegQuality);
  });
  if (!blob) throw new Error(type);
  return blob;
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.addEventListener("loadend", resolve);
    reader.readAsDataURL(blob);
  });
  const { result } = reader;
  return typeof result === "string" ? result.slice(result.indexOf(",") + 1) : "";
}

/** Draws a picture that is attached. */
export function drawAttached(
  canvas: HTMLCanvasElement,
  { type, data }: Picture,
  side: number,
): Promise<void> {
  return drawInto(canvas, new Blob([bytesOf(data)], { type }), side);
}

/** Attaches pictures that were picked by their files. */
export function attachUnread(
  unread: readonly { readonly id: string; readonly name: string }[],
  context: PartContext,
): void {
  const { host, notices } = context;
  const attach = async () => {
    for (const { id, name } of unread) {
      const data = await host.call("readPicture", { id });
      if (data !== null) await attachPictures([new File([bytesOf(data)], name)], context, id);
    }
  };
  const attaching = attach().catch(notices.failed);
  host.changes.add(attaching);
  void attaching.finally(() => host.changes.delete(attaching));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
