import * as vscode from "vscode";
import type { QuestionSender } from "../../asking/core/questionSender";
import { type Setup, setupError } from "../../experts/core/setup";
import type { ChatPanels } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { Attachment } from "../../conversation/core/attachment";
import { onlySearched, type Turn } from "../../conversation/core/turn";
import { answerBlocks } from "../../../kit/answerBlocks";
import { withoutHidden } from "../../changes/core/hiddenCharacters";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { Limiter } from "../../../kit/limiter";
import { textAttachment } from "../../attachments/editor/codeAttachment";
import { gitApi, type GitApi, type Repository, untracked } from "../../../platform/editor/gitApi";
import path from "node:path";
import { plainText } from "../../../platform/editor/plainText";
import { showQuickPick } from "../../../platform/editor/inputs";

export interface CommitMessageParts {
  readonly chats: OpenChats;
  readonly panels: Pick<ChatPanels, "openSide" | "revealSide">;
  readonly sender: QuestionSender;
  readonly setup: Pick<Setup, "next">;
  isExcluded(uri: vscode.Uri): boolean;
  readonly git?: () => Promise<GitApi>;
}

/** Asks for a commit message, and puts it into the box of Source Control. */
export async function draftCommitMessage(
  parts: CommitMessageParts,
  given?: unknown,
): Promise<void> {
  const { chats, panels, sender, setup, git = gitApi } = parts;
  const missing = await setup.next();
  if (missing) {
    await panels.openSide();
    throw setupError(missing);
  }
  const available = await git();
  const repository = await pickRepository(available, given);
  if (!repository) return;
  const changes = await changesOf(repository, parts.isExcluded);
  const { conversation: _, attachment: __, ...shown } = sender.marks(chats.side);
  const at = sender.hubInUse;
  const expert = sender.expertOf(chats.side);
  if (!expert) throw setupError("expert");
  sender.expectShown(chats.side, shown);
  const before = repository.inputBox.value;
  const typed = t(
    "Write a commit message for these changes: a subject line of at most 72 characters, then, if needed, a blank line and the reasons. Answer with the message alone.",
  );
  const question = {
    typed,
    attachments: [changes],
    expertId: expert.id,
    at,
    by: "commitMessage",
  } as const;
  const { chat, hold } = await ownChat(parts);
  chat.picked = { id: expert.id, hubScope: shown.hub };
  try {
    if (chat === chats.side) await panels.revealSide();
    const turn = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.SourceControl },
      async () => (await sender.ask(chat, question)).settled,
    );
    use(repository, messageIn(turn), before);
  } finally {
    hold.dispose();
  }
}

/**
 * A conversation with nothing in it, so that no other is sent or gets this question: that in view, else
 * one that is shown nowhere, as the one in view stays.
 */
async function ownChat({ chats, sender }: Pick<CommitMessageParts, "chats" | "sender">) {
  const { side } = chats;
  const isFree = side.isUnasked && !side.hasUnsent && !sender.isTaken(side);
  return isFree ? { chat: side, hold: chats.hold(side) } : chats.take(undefined);
}

/** Each diff is a process of Git. */
const maxDiffsAtOnce = 4;

/** The staged changes, or all changes of tracked files if nothing is staged; without excluded files. */
async function changesOf(
  repository: Repository,
  isExcluded: (uri: vscode.Uri) => boolean,
): Promise<Attachment> {
  const { state } = repository;
  const areStaged = state.indexChanges.length > 0;
  const all = (areStaged ? state.indexChanges : state.workingTreeChanges)
    .filter(({ status }) => status !== untracked)
    .map(({ uri }) => uri);
  const sent = all.filter((uri) => !isExcluded(uri));
  const limiter = new Limiter(maxDiffsAtOnce);
  const diffs = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.SourceControl },
    () =>
      Promise.all(
        sent.map(({ fsPath }) =>
          limiter.run(() =>
            areStaged ? repository.diffIndexWithHEAD(fsPath) : repository.diffWithHEAD(fsPath),
          ),
        ),
      ),
  );
  if (diffs.join("").trim() === "")
    throw new HubError("invalid-request", t("There are no changes to describe."));
  return textAttachment({
    text: diffs.join("\n"),
    label: areStaged ? t("Staged changes") : t("Changes"),
    languageId: "diff",
  });
}

/** What the user has typed in the meantime stays; what stood there before comes back by *Undo*. */
function use({ inputBox }: Repository, message: string, before: string): void {
  if (inputBox.value !== before)
    throw new HubError("conflict", t("The commit message was changed in the meantime."));
  inputBox.value = message;
  if (before === "" || before === message) return;
  fireAndForget(async () => {
    const undo = t("Undo");
    const sentence = t("The commit message was replaced.");
    const chosen = await vscode.window.showInformationMessage(sentence, undo);
    if (chosen === undo && inputBox.value === message) inputBox.value = before;
  });
}

/** The only code block of the answer, else the answer; nothing that does not show. */
function messageIn(turn: Turn): string {
  const { result } = turn;
  if (result.state === "failed") throw result.error;
  if (result.state !== "done") throw new HubError("cancelled", t("The question was stopped."));
  const { output } = result.received.value;
  const [block, ...others] = answerBlocks(output);
  const text = block && others.length === 0 ? block.code : output;
  const message = onlySearched(turn) ? "" : withoutHidden(text).trim();
  if (message === "")
    throw new HubError(
      "invalid-request",
      t("The answer contains no commit message. The expert needs a language model for one."),
    );
  return message;
}

/** The repository whose menu was used, or the only one, or the one that the user picks. */
async function pickRepository(
  { repositories }: GitApi,
  given: unknown,
): Promise<Repository | undefined> {
  // The menu passes the repository's source control, which has its folder.
  const { rootUri } = (given ?? {}) as { rootUri?: vscode.Uri };
  const root = rootUri?.toString();
  const own = repositories.find((one) => one.rootUri.toString() === root);
  if (own) return own;
  const [first, ...others] = repositories;
  if (!first)
    throw new HubError("invalid-request", t("There is no Git repository in this window."));
  if (others.length === 0) return first;
  const rows = repositories.map((repository) => ({
    label: repositoryName(repository),
    description: plainText(repository.rootUri.fsPath, 200),
    repository,
  }));
  const picked = await showQuickPick(rows, {
    title: t("Draft a Commit Message"),
    placeHolder: t("The repository whose changes are described"),
    matchOnDescription: true,
  });
  return picked?.repository;
}

function repositoryName({ rootUri }: Repository): string {
  return plainText(path.basename(rootUri.fsPath), 80);
}
