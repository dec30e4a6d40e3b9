import { constants, type BigIntStats } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { t } from "../../kit/l10n";

interface FileText {
  /** Changes whenever the file does. */
  readonly version: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The content, or what is wrong with it as a sentence. */
  readonly content: { readonly text: string } | { readonly problem: string };
}

/** The most that a file of an expert or a skill may hold, in bytes. */
const maxFileBytes = 256 * 1024;

/** No link is followed, and a pipe does not block. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file by its real path, unless it still is of the known version. `undefined` for what is
 * no file or cannot be opened.
 */
export async function readText(
  real: string,
  known: string | undefined,
  most = maxFileBytes,
): Promise<FileText | "unchanged" | undefined> {
  try {
    if (versionOf(await lstat(real, { bigint: true })) === known) return "unchanged";
    const file = await open(real, flags);
    try {
      const stat = await file.stat({ bigint: true });
      if (!stat.isFile()) return undefined;
      const content = stat.size > most ? fileTooLarge(most) : await fileContentOf(file, most);
      const { birthtime: createdAt, mtime: updatedAt } = stat;
      return { version: versionOf(stat), createdAt, updatedAt, content };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

const fileTooLarge = (most: number) => ({
  problem: t("This file is larger than {0} KB, so it is not read.", most / 1024),
});

async function fileContentOf(file: FileHandle, most: number): Promise<FileText["content"]> {
  // The file may grow meanwhile.
  const buffer = Buffer.alloc(most + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (length > most) return fileTooLarge(most);
    if (bytesRead === 0) break;
  }
  const bytes = buffer.subarray(0, length);
  const notText = { problem: t("This file is not UTF-8 text, so it is not read.") };
  if (bytes.includes(0)) return notText;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return notText;
  }
}
