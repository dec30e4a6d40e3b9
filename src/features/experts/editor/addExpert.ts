import * as vscode from "vscode";
import { parseIds } from "../core/ids";
import type { Added } from "../core/savedExpert";
import type { ExpertsParts } from "./expertsParts";
import { t } from "../../../kit/l10n";
import { ExpertNode } from "./expertRows";
import { withProgress } from "../../../platform/editor/progress";
import type { Command } from "../../../platform/editor/commands";
import { showInputBox } from "../../../platform/editor/inputs";

/** Adds experts by id: one, several, a range, or pasted text that contains ids. */
export function addExpert({
  connection,
  roster,
  setup,
  prompts,
  notify,
  revealChat,
}: Pick<
  ExpertsParts,
  "connection" | "roster" | "setup" | "prompts" | "notify" | "revealChat"
>): Command {
  function announce({ added, already, notFound, failed }: Added): void {
    const [firstFailure] = failed;
    if (firstFailure && added.length === 0 && failed.length === 1) {
      notify.failure(firstFailure.error, {
        retry: () => roster.refresh(firstFailure.id),
      });
      return;
    }
    const sentences = [
      notFound.length > 0 && notFoundSentence(notFound),
      failed.length > 0 && failedSentence(failed.map(({ id }) => id)),
      already.length > 0 && added.length === 0 && alreadySentence(already),
    ].filter((sentence) => sentence !== false);
    if (sentences.length > 0) notify.information(sentences.join(" "));
  }

  return {
    id: "expertHub.addExpert",
    /** Does not prompt if given a row, ids or text with ids. */
    async run(given?: unknown, selected?: unknown): Promise<void> {
      const missing = await setup.next();
      if (missing === "hub" && !(await prompts.connect())) return;
      if (missing === "key" && !(await prompts.setKey())) return;
      const text = givenIds(Array.isArray(selected) ? selected : [given]) ?? (await typeIds());
      if (text === undefined) return;
      const { ids } = parseIds(text);
      const wereNone = roster.list.length === 0;
      const added = await withProgress(
        {
          location:
            ids.length > 1 ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window,
          title: ids.length > 1 ? t("Adding {0} experts", ids.length) : t("Adding the expert"),
          cancellable: ids.length > 1,
        },
        (signal, progress) =>
          roster.add(ids, {
            signal,
            onProgress: () => progress.report({ increment: 100 / ids.length }),
          }),
        connection,
      );
      announce(added);
      if (wereNone && added.added.length > 0) await revealChat();
    },
  };
}

async function typeIds(): Promise<string | undefined> {
  return showInputBox({
    title: t("Add expert"),
    prompt: t("Enter one or more IDs, ranges such as 3-9, or any text that contains IDs."),
    placeHolder: "12, 15, 20-29",
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === "") return t("Enter an ID.");
      const { ids, cut } = parseIds(value);
      if (ids.length === 0) return t("This text contains no ID. An ID is a whole number.");
      return {
        message: foundIn(ids, cut),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    },
  });
}

/** The ids of rows whose experts are not added yet, or what a caller passes. */
function givenIds(given: readonly unknown[]): string | undefined {
  const ids = given.map((one) => (one instanceof ExpertNode ? one.id : one));
  const usable = ids.filter((id) => typeof id === "number" || typeof id === "string");
  return usable.length > 0 ? usable.join(" ") : undefined;
}

function foundIn(ids: readonly number[], isCut: boolean): string {
  const [id = 0, ...others] = ids;
  if (others.length === 0)
    return isCut ? t("Expert {0}; the rest will be ignored.", id) : t("Expert {0}", id);
  return isCut
    ? t("{0} experts; the rest will be ignored.", ids.length)
    : t("{0} experts", ids.length);
}

/** More than these are counted instead of named. */
const maxNamedIds = 5;

function notFoundSentence(ids: readonly number[]): string {
  const [id = 0, ...others] = ids;
  if (others.length === 0) return t("The hub has no expert {0}.", id);
  return ids.length > maxNamedIds
    ? t("The hub does not have {0} of these experts.", ids.length)
    : t("The hub has no experts {0}.", ids.join(", "));
}

function failedSentence(ids: readonly number[]): string {
  const [id = 0, ...others] = ids;
  if (others.length === 0)
    return t("Expert {0} could not be read. See the list for the reason.", id);
  return ids.length > maxNamedIds
    ? t("{0} of these experts could not be read. See the list for the reason.", ids.length)
    : t("Experts {0} could not be read. See the list for the reason.", ids.join(", "));
}

function alreadySentence(ids: readonly number[]): string {
  const [id = 0, ...others] = ids;
  if (others.length === 0) return t("Expert {0} has already been added.", id);
  return ids.length > maxNamedIds
    ? t("{0} of these experts have already been added.", ids.length)
    : t("Experts {0} have already been added.", ids.join(", "));
}
