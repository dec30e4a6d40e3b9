// The order of a release: everything is checked before a file changes, and restored if packaging fails.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { npm } from "../install.js";
import { output } from "../processes.ts";
import { dated } from "./changelog.ts";
import { faultsOf } from "./checkVsix.ts";
import { numberFault } from "./number.ts";

async function checkoutFaults(folder: string, version: string): Promise<string[]> {
  const git = async (...args: string[]): Promise<string> =>
    (await output("git", args, { cwd: folder })).stdout.trim();
  const faults: string[] = [];
  const branch = await git("branch", "--show-current");
  if (branch !== "main") faults.push(`The branch is ${branch || "none"}, not main.`);
  if ((await git("status", "--porcelain")) !== "") faults.push("There are uncommitted changes.");
  if ((await git("tag", "--list", `v${version}`)) !== "")
    faults.push(`The tag v${version} already exists.`);
  return faults;
}

function stopAt(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(["Not released:", ...faults].join("\n  "));
}

/** What is left to do; nothing of it is done here. */
const nextSteps = (version: string, preRelease: boolean): string => `
out/expert-hub.vsix is ready. Install it and look at it once:

  code --install-extension out/expert-hub.vsix

Then commit, tag and upload:

  git commit --all --message "Release ${version}"
  git tag --annotate v${version} --message "${version}"
  git push --follow-tags
  npx vsce publish --packagePath out/expert-hub.vsix${preRelease ? " --pre-release" : ""}
  npx ovsx publish out/expert-hub.vsix
`;

/** `test` and `build` throw if they fail; `build` returns the VSIX, unpacked. Returns what to do next. */
export async function release(parts: {
  folder: string;
  version: string;
  preRelease: boolean;
  today: Date;
  test?: () => Promise<void>;
  build: () => Promise<{ files: Map<string, Buffer>; size: number }>;
}): Promise<string> {
  const { folder, version, preRelease, today, test, build } = parts;
  const file = (name: string): string => path.join(folder, name);
  const read = (name: string): Promise<string> => readFile(file(name), "utf8");
  const before = {
    "package.json": await read("package.json"),
    "package-lock.json": await read("package-lock.json"),
    "CHANGELOG.md": await read("CHANGELOG.md"),
  };
  const { version: last } = JSON.parse(before["package.json"]) as { version: string };

  const wrongNumber = numberFault(version, { last, preRelease });
  stopAt([...(wrongNumber ? [wrongNumber] : []), ...(await checkoutFaults(folder, version))]);
  const changelog = dated(before["CHANGELOG.md"], version, today);
  await test?.();

  try {
    await writeFile(file("CHANGELOG.md"), changelog);
    await npm(["version", version, "--no-git-tag-version"], folder);
    const { files, size } = await build();
    stopAt(faultsOf(files, { version, preRelease, size }));
  } catch (failure) {
    for (const [name, text] of Object.entries(before)) await writeFile(file(name), text);
    throw failure;
  }
  return nextSteps(version, preRelease);
}
