import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import path from "node:path";
import type { IgnoreFiles } from "./ignoreRules";

const maxBytes = 256 * 1024;

/** Those of the disk; as in git, links do not count. */
export const diskIgnoreFiles: IgnoreFiles = {
  isCaseBlind: process.platform !== "linux",
  parentOf: (folder) => {
    const parent = path.dirname(folder);
    return parent === folder ? undefined : parent;
  },
  relative: (folder, below) => path.relative(folder, below).split(path.sep).join("/"),
  isRepository: async (folder) =>
    lstat(path.join(folder, ".git")).then(
      () => true,
      () => false,
    ),
  textOf: async (folder, name) => {
    try {
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      const file = await open(path.join(folder, name), flags);
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
        return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
      } finally {
        await file.close();
      }
    } catch {
      return "";
    }
  },
};
