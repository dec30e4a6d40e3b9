// The server from the registry lets every extension use every proposed API. Users' VS Code lets an
// extension use those that its manifest names, and so does this copy.
import {
  copyFile,
  link,
  mkdir,
  readFile,
  readdir,
  readlink,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";

/** What asks whether an extension may use a proposal, under `out`; each has a function of its own for it. */
const asking = [
  "server-main.js",
  "vs/code/browser/workbench/workbench.js",
  "vs/workbench/api/node/extensionHostProcess.js",
  "vs/workbench/api/worker/extensionHostWorkerMain.js",
];

// Minified names change with each version; the function whose "no" throws this error does not.
const name = String.raw`[\w$]+`;
const openGate = new RegExp(
  String.raw`function (${name})\((${name}),(${name})\)\{return!0\}` +
    String.raw`(?=function ${name}\(${name},${name}\)\{if\(!\1\(${name},${name}\)\)throw new Error\(` +
    String.raw`\x60Extension '\$\{${name}\.identifier\.value\}' CANNOT use API proposal)`,
  "g",
);

/** The code with a gate that compares with the manifest. */
export function closeGate(code: string, file: string): string {
  const found = code.match(openGate)?.length ?? 0;
  if (found !== 1)
    throw new Error(
      `${file}: expected one function that allows every proposed API, found ${found}. ` +
        "This version of VS Code is built differently: adapt the pattern in scripts/gatedServer.ts.",
    );
  const named = "$2?.enabledApiProposals?.some((proposal)=>proposal.split('@')[0]===$3)";
  return code.replace(openGate, `function $1($2,$3){return ${named}??false}`);
}

/** Hard links where the disk has them: the copy then takes no space. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

/** Fills a folder with a copy of an installed server, with its gate closed. */
export async function copyGated(server: string, folder: string): Promise<void> {
  await copyTree(server, folder);
  for (const relative of asking) {
    const file = path.join(folder, "out", relative);
    const code = closeGate(await readFile(file, "utf8"), relative);
    // Removed first: writing into the link would change the original as well.
    await rm(file);
    await writeFile(file, code);
  }
}
