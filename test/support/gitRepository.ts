import { execFileSync } from "node:child_process";

/** Runs Git in a folder, as somebody whose settings are in no file of this computer. */
export function git(folder: string, ...args: readonly string[]): string {
  const settings = ["user.name=Ada", "user.email=ada@example.org", "protocol.file.allow=always"];
  const own = settings.flatMap((setting) => ["-c", setting]);
  return execFileSync("git", ["-C", folder, ...own, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A repository in this folder, with these of its files committed. */
export function makeRepository(folder: string, ...tracked: readonly string[]): void {
  git(folder, "init", "--quiet");
  if (tracked.length > 0) git(folder, "add", "--force", "--", ...tracked);
  git(folder, "commit", "--quiet", "--allow-empty", "--message", "first");
}
