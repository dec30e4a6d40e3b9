// The order of a release: everything is checked before a file changes, and restored if packaging fails.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { output } from "../processes.js";
import { dated } from "./changelog.js";
import { faultsOf } from "./checkVsix.js";
import { numberFault, withNumber } from "./number.js";

async function checkoutFaults(folder, version) {
  const git = async (...args) => (await output("git", args, { cwd: folder })).stdout.trim();
  const faults = [];
  const branch = await git("branch", "--show-current");
  if (branch !== "main") faults.push(`The branch is ${branch || "none"}, not main.`);
  if ((await git("status", "--porcelain")) !== "") faults.push("There are uncommitted changes.");
  if ((await git("tag", "--list", `v${version}`)) !== "")
    faults.push(`The tag v${version} already exists.`);
  return faults;
}

function stopAt(faults) {
  if (faults.length > 0) throw new Error(["Not released:", ...faults].join("\n  "));
}

/** What is left to do; nothing of it is done here. */
const nextSteps = (version, preRelease) => `
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
export async function release({ folder, version, preRelease, today, test, build }) {
  const file = (name) => path.join(folder, name);
  const read = (name) => readFile(file(name), "utf8");
  const names = ["package.json", "package-lock.json", "CHANGELOG.md"];
  const [manifest, lock, changelog] = await Promise.all(names.map(read));
  const { version: last } = JSON.parse(manifest);

  const wrongNumber = numberFault(version, { last, preRelease });
  stopAt([...(wrongNumber ? [wrongNumber] : []), ...(await checkoutFaults(folder, version))]);
  const changed = [
    withNumber(manifest, last, version, 1),
    withNumber(lock, last, version, 2),
    dated(changelog, version, today),
  ];
  await test?.();

  const write = (texts) => Promise.all(names.map((name, at) => writeFile(file(name), texts[at])));
  await write(changed);
  try {
    const { files, size } = await build();
    const list = (await read("test/vsix-files.txt")).trim().split("\n");
    stopAt(faultsOf(files, { version, preRelease, size, list }));
  } catch (failure) {
    await write([manifest, lock, changelog]);
    throw failure;
  }
  return nextSteps(version, preRelease);
}
