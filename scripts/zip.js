// Reads a zip archive, as far as a VSIX uses the format.
import { inflateRawSync } from "node:zlib";

/** The entries of an archive as they are packed, according to its central directory. */
function entriesIn(archive) {
  const end = archive.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (end === -1) throw new Error("no zip archive");
  const count = archive.readUInt16LE(end + 10);
  const entries = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("a broken directory");
    const method = archive.readUInt16LE(at + 10);
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + packed);
    entries.push({ name, method, bytes });
    at += 46 + nameLength + rest;
  }
  return entries;
}

/** The files of an archive by name. */
export const unzip = (archive) =>
  new Map(
    entriesIn(archive).map(({ name, method, bytes }) => [
      name,
      method === 0 ? bytes : inflateRawSync(bytes),
    ]),
  );

/** Bytes that the files of a folder take in an archive. */
export const packedSize = (archive, folder) =>
  entriesIn(archive)
    .filter(({ name }) => name.startsWith(folder))
    .reduce((sum, { bytes }) => sum + bytes.length, 0);
