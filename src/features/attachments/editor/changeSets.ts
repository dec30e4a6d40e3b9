import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { sizeOf } from "../../../contract/sizes";
import { textOfBytes } from "../../../contract/text";
import { runGit } from "../../../files/gitProgram";
import { t } from "../../../kit/l10n";
import { Limiter } from "../../../kit/limiter";
import {
  type Commit,
  gitApi,
  type GitApi,
  repositoriesOf,
  type Repository,
  gitProgram,
} from "../../../platform/editor/gitApi";
import { showQuickPick } from "../../../platform/editor/inputs";
import { plainText } from "../../../platform/editor/plainText";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { Attachment, ChangeKind } from "../../conversation/core/attachment";
import {
  type ChangedFile,
  changedFilesIn,
  diffArguments,
  patchOfNew,
  textOfFiles,
} from "../core/changedFiles";
import { isExcluded } from "./excluded";
import { inDigits, inLines } from "./selection";

/** Milliseconds. */
const gitWithinMs = 30_000;
/** Bytes of the answer of Git that are read. */
const maxOutput = 32 * 1024 * 1024;
const maxNewFile = 256 * 1024;
const maxReadAtOnce = 8;
const maxCommits = 100;
/** Names of files that are left out. */
const maxNamed = 5;

export interface ChangeSetOptions {
  readonly commit?: string | undefined;
  /** Without the files that Git does not track. */
  readonly onlyTracked?: boolean;
}

interface ChangeSetsParts {
  readonly settings: Pick<EditorSettings, "exclude">;
  readonly git?: () => Promise<GitApi>;
}

/** Changes in repositories, as attachments. */
export class ChangeSets {
  readonly #exclude: () => readonly string[];
  readonly #git: () => Promise<GitApi>;

  constructor({ settings, git = gitApi }: ChangeSetsParts) {
    this.#exclude = () => settings.exclude;
    this.#git = git;
  }

  /** The only repository of the window, or the one that the user picks. */
  async pickRepository(title: string): Promise<Repository | undefined> {
    const [first, ...others] = await repositoriesOf(await this.#git());
    if (others.length === 0) return first;
    const rows = [first!, ...others].map((repository) => ({
      label: repositoryName(repository),
      description: plainText(repository.rootUri.fsPath, 200),
      repository,
    }));
    const placeHolder = t("The repository whose changes are meant");
    const picked = await showQuickPick(rows, { title, placeHolder, matchOnDescription: true });
    return picked?.repository;
  }

  /** What the user means; `undefined` if they pick nothing. Rejects with a sentence if nothing is changed. */
  async pick(kind: ChangeKind): Promise<Attachment | undefined> {
    const repository = await this.pickRepository(changeWords[kind]);
    if (!repository) return undefined;
    if (kind !== "commit") return this.attachment(kind, repository);
    const commit = await pickCommit(repository);
    return commit && this.attachment(kind, repository, { commit: commit.hash });
  }

  /** The changes as they are now. */
  async attachment(
    kind: ChangeKind,
    repository: Repository,
    { commit, onlyTracked = false }: ChangeSetOptions = {},
  ): Promise<Attachment> {
    const name = repositoryName(repository);
    const changes = await this.#changes(kind, repository, commit);
    const isOut = this.#isLeftOut(repository, await ignoredTracked(repository));
    const tracked = changes.files.filter((file) => !isOut(file));
    const untracked = kind === "changes" && !onlyTracked ? await newFiles(repository) : [];
    const added = untracked.filter((file) => !isOut({ path: file }));
    const read = await readNewFiles(repository, added);
    const leftOut = [
      ...changes.files.filter(isOut).map((file) => file.path),
      ...untracked.filter((file) => !added.includes(file)),
    ];
    const files = [...tracked, ...read];
    if (files.length === 0) throw nothingChanged(kind, name, leftOut);
    const { text, onlyNamed } = textOfFiles(files);
    const detail = [
      files.length === 1 ? t("1 file") : t("{0} files", inDigits(files.length)),
      inLines(text.split("\n").length - 1),
      sizeOf(Buffer.byteLength(text)),
      ...(onlyNamed > 0 ? [t("{0} by name only", inDigits(onlyNamed))] : []),
      ...(leftOut.length > 0 ? [t("without {0}", named(leftOut))] : []),
    ];
    return {
      id: crypto.randomUUID(),
      text,
      languageId: "diff",
      label: changes.label,
      detail: detail.join(" · "),
      source: { kind, repository: repository.rootUri.toString(), commit },
    };
  }

  /** The same changes as they are now; `undefined` if their repository is not open. */
  async again({ source }: Attachment): Promise<Attachment | undefined> {
    if (!source || !("repository" in source)) return undefined;
    const { kind, commit } = source;
    const repository = await this.repositoryOf(source);
    return repository && this.attachment(kind, repository, { commit });
  }

  async repositoryOf(source: { readonly repository: string }): Promise<Repository | undefined> {
    const repositories = await repositoriesOf(await this.#git());
    return repositories.find(({ rootUri }) => rootUri.toString() === source.repository);
  }

  async #changes(kind: ChangeKind, repository: Repository, commit: string | undefined) {
    const diff = (...what: string[]): Promise<ChangedFile[]> => diffOf(repository, what);
    if (kind === "changes")
      return { label: t("Changes"), files: await diff(await headOf(repository)) };
    if (kind === "staged") return { label: t("Staged changes"), files: await diff("--cached") };
    if (kind === "branch") {
      const name = repository.state.HEAD?.name ?? "HEAD";
      const base = await baseOf(repository);
      return { label: t("Branch {0}", plainText(name, 80)), files: await diff(base, "HEAD") };
    }
    const { hash, message, parents } = await repository.getCommit(commit ?? "HEAD");
    const label = `${hash.slice(0, 7)} ${subjectOf(message)}`;
    const [parent = await emptyTree(repository)] = parents;
    return { label, files: await diff(parent, hash) };
  }

  /** Excluded by the user, whatever it was called before, or ignored although it is tracked. */
  #isLeftOut({ rootUri }: Repository, ignored: ReadonlySet<string>) {
    const globs = this.#exclude();
    return ({ path: now, formerPath = now }: ChangedFile): boolean =>
      ignored.has(now) ||
      [now, formerPath].some((name) => isExcluded(vscode.Uri.joinPath(rootUri, name), globs));
  }
}

export const changeWords: Record<ChangeKind, string> = {
  changes: t("Changes"),
  staged: t("Staged changes"),
  branch: t("Changes of the branch"),
  commit: t("Commit"),
};

export function repositoryName({ rootUri }: Repository): string {
  return plainText(path.basename(rootUri.fsPath), 80);
}

const subjectOf = (message: string): string => plainText(message.split("\n", 1)[0] ?? "", 80);

async function pickCommit(repository: Repository): Promise<Commit | undefined> {
  const commits = await repository.log({ maxEntries: maxCommits }).catch(() => []);
  if (commits.length === 0)
    throw new HubError(
      "invalid-request",
      t("There is no commit in {0} yet.", repositoryName(repository)),
    );
  const rows = commits.map((commit) => ({
    label: subjectOf(commit.message),
    description: [commit.hash.slice(0, 7), plainText(commit.authorName ?? "", 40)].join(" · "),
    commit,
  }));
  const placeHolder = t("The commit that is attached");
  const options = { title: changeWords.commit, placeHolder, matchOnDescription: true };
  return (await showQuickPick(rows, options))?.commit;
}

/** What Git prints; rejects with a sentence without an answer. */
async function answerOf({ rootUri }: Repository, args: readonly string[], cutAt?: number) {
  const folder = rootUri.fsPath;
  const program = await gitProgram(folder);
  const result =
    program && (await runGit(program, folder, args, { milliseconds: gitWithinMs, cutAt }));
  if (!result || result.code !== 0)
    throw new HubError(
      "invalid-request",
      t("Git does not say what is changed in {0}.", path.basename(folder)),
    );
  return result;
}

async function diffOf(repository: Repository, what: readonly string[]): Promise<ChangedFile[]> {
  const args = [...diffArguments, ...what, "--"];
  const { output, isCut } = await answerOf(repository, args, maxOutput);
  return changedFilesIn(output, isCut);
}

export async function isAnythingStaged(repository: Repository): Promise<boolean> {
  const { output } = await answerOf(repository, ["diff", "--cached", "--name-only", "-z"]);
  return output !== "";
}

/** What Git compares with before the first commit. */
async function emptyTree(repository: Repository): Promise<string> {
  return (await answerOf(repository, ["hash-object", "-t", "tree", "--stdin"])).output.trim();
}

async function headOf(repository: Repository): Promise<string> {
  return answerOf(repository, ["rev-parse", "--verify", "--quiet", "HEAD"]).then(
    ({ output }) => output.trim(),
    () => emptyTree(repository),
  );
}

/** Where the branch left the one that it was made from, else its upstream, else a usual name. */
async function baseOf(repository: Repository): Promise<string> {
  const { name = "HEAD", upstream } = repository.state.HEAD ?? {};
  const made = await repository.getBranchBase(name).catch(() => undefined);
  const refs = [made, upstream].flatMap((one) =>
    one?.name === undefined ? [] : [[one.remote, one.name].filter(Boolean).join("/")],
  );
  const others = ["origin/HEAD", "main", "master"].filter((ref) => ref !== name);
  for (const ref of [...refs, ...others]) {
    const base = await repository.getMergeBase(ref, "HEAD").catch(() => undefined);
    if (base !== undefined && base !== "") return base;
  }
  throw new HubError(
    "invalid-request",
    t("There is no branch that {0} could be compared with.", plainText(name, 80)),
  );
}

const namesIn = ({ output }: { readonly output: string }): string[] =>
  output.split("\0").filter((name) => name !== "");

/** Those that Git ignores, but tracks since somebody added them nevertheless. */
async function ignoredTracked(repository: Repository): Promise<ReadonlySet<string>> {
  const list = ["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"];
  return new Set(namesIn(await answerOf(repository, list)));
}

/** Those that Git does not track; a repository in this one ends with a slash. */
async function newFiles(repository: Repository): Promise<string[]> {
  const list = ["ls-files", "-z", "--others", "--exclude-standard"];
  return namesIn(await answerOf(repository, list)).filter((name) => !name.endsWith("/"));
}

async function readNewFiles(
  { rootUri }: Repository,
  names: readonly string[],
): Promise<ChangedFile[]> {
  const limiter = new Limiter(maxReadAtOnce);
  const read = async (name: string): Promise<ChangedFile> => {
    const file = path.join(rootUri.fsPath, name);
    const found = await lstat(file).catch(() => undefined);
    if (!found?.isFile() || found.size > maxNewFile) return { path: name };
    const bytes = await readFile(file).catch(() => undefined);
    return { path: name, patch: bytes && patchOfNew(name, textOfBytes(bytes)) };
  };
  return Promise.all(names.map((name) => limiter.run(() => read(name))));
}

function nothingChanged(kind: ChangeKind, name: string, leftOut: readonly string[]): HubError {
  const sentence =
    leftOut.length > 0
      ? t("In {0}, only files that are left out have changed: {1}.", name, named(leftOut))
      : kind === "staged"
        ? t("Nothing is staged in {0}.", name)
        : t("Nothing has changed in {0}.", name);
  return new HubError("invalid-request", sentence);
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map((name) => plainText(name, 80));
  const more = names.length - shown.length;
  return more > 0 ? t("{0} and {1} more", shown.join(", "), inDigits(more)) : shown.join(", ");
}
