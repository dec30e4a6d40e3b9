import * as vscode from "vscode";
import type { QuestionSender } from "../../asking/core/questionSender";
import { type Setup, setupError } from "../../experts/core/setup";
import type { ChatPanels } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { Attachment } from "../../conversation/core/attachment";
import { commitMessageIn } from "../core/commitMessage";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { type ChangeSets, isAnythingStaged } from "../../attachments/editor/changeSets";
import { gitApi, type GitApi, type Repository } from "../../../platform/editor/gitApi";

export interface CommitMessageParts {
  readonly chats: OpenChats;
  readonly panels: Pick<ChatPanels, "openSide" | "revealSide">;
  readonly sender: QuestionSender;
  readonly setup: Pick<Setup, "next">;
  readonly changeSets: ChangeSets;
  readonly git?: () => Promise<GitApi>;
}

/** Asks for a commit message, and puts it into the box of Source Control. */
export async function draftCommitMessage(
  parts: CommitMessageParts,
  given?: unknown,
): Promise<void> {
  const { chats, panels, sender, setup, changeSets, git = gitApi } = parts;
  const missing = await setup.next();
  if (missing) {
    await panels.openSide();
    throw setupError(missing);
  }
  const available = await git();
  const repository = await repositoryFor(available, changeSets, given);
  if (!repository) return;
  const changes = await changesOf(repository, changeSets);
  const { conversation: _, attachment: __, ...shown } = sender.shownState(chats.side);
  const at = sender.hubInUse;
  const expert = sender.expertOf(chats.side);
  if (!expert) throw setupError("expert");
  sender.assertShown(chats.side, shown);
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
    use(repository, commitMessageIn(turn), before);
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
  return isFree ? { chat: side, hold: chats.hold(side) } : chats.acquire(undefined);
}

/** The staged changes, or all changes of tracked files if nothing is staged; without excluded files. */
async function changesOf(
  repository: Repository,
  changeSets: Pick<ChangeSets, "attachment">,
): Promise<Attachment> {
  const progress = { location: vscode.ProgressLocation.SourceControl };
  return vscode.window.withProgress(progress, async () =>
    (await isAnythingStaged(repository))
      ? changeSets.attachment("staged", repository)
      : changeSets.attachment("changes", repository, { onlyTracked: true }),
  );
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

/** The repository whose menu was used, or the only one, or the one that the user picks. */
async function repositoryFor(
  { repositories }: GitApi,
  changeSets: Pick<ChangeSets, "pickRepository">,
  given: unknown,
): Promise<Repository | undefined> {
  // The menu passes the repository's source control, which has its folder.
  const { rootUri } = (given ?? {}) as { rootUri?: vscode.Uri };
  const own = repositories.find((one) => one.rootUri.toString() === rootUri?.toString());
  return own ?? changeSets.pickRepository(t("Draft a Commit Message"));
}
