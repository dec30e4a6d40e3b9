import type * as vscode from "vscode";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { documentOf } from "../../../attachments/editor/openEditors";
import type { AskedPlaces } from "./targetText";
import { isNamed, workspaceFile } from "./workspaceFile";

/** What the questions of a conversation were about. */
export interface Asked {
  /** Of the question of this answer. */
  readonly asked: readonly Target[];
  /** Of all its questions. */
  readonly others: readonly Target[];
}

type Addresses = (target: Target) => readonly vscode.Uri[];

/** The places that a path of an answer means, also under the name that their file had then. */
export async function placesNamed(
  path: string,
  all: Asked,
  paths: readonly string[],
): Promise<AskedPlaces> {
  const named = namedIn(path, all, { paths, addresses: ({ uri }) => [uri] });
  if (named.targets.length > 0) return named;
  const renamed = namedIn(path, all, { paths, addresses: ({ formerly = [] }) => formerly });
  return renamed.targets.length === 0 || (await isPresent(path)) ? named : renamed;
}

/** Those that the answer does not name by a longer path as well. */
function namedIn(
  path: string,
  { asked, others }: Asked,
  { paths, addresses }: { paths: readonly string[]; addresses: Addresses },
): AskedPlaces {
  const isLonger = (uri: vscode.Uri) =>
    paths.some((other) => other.length > path.length && isNamed(other, uri));
  const isMeant = (target: Target) =>
    addresses(target).some((uri) => isNamed(path, uri) && !isLonger(uri));
  const targets = asked.filter(isMeant);
  return targets.length > 0
    ? { targets, isEarlier: false }
    : { targets: others.filter(isMeant), isEarlier: true };
}

/** True if there is a file of this path, whatever was asked about. */
async function isPresent(path: string): Promise<boolean> {
  const found = await workspaceFile(path);
  return "why" in found || found.exists;
}

/** The files that places are in. */
export function filesOf({ targets }: AskedPlaces): vscode.Uri[] {
  return [...new Map(targets.map(({ uri }) => [uri.toString(), uri])).values()];
}

/** The document of a file, with the places in it; `undefined` if it is gone. */
export async function documentIn(
  { targets, isEarlier }: AskedPlaces,
  uri: vscode.Uri | undefined,
): Promise<{ document: vscode.TextDocument; asked: AskedPlaces } | undefined> {
  const own = targets.filter((one) => one.uri.toString() === uri?.toString());
  const document = own[0] && (await documentOf(own[0]));
  return document && { document, asked: { targets: own, isEarlier } };
}
