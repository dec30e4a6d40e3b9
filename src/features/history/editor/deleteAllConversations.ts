import type { SavedConversations } from "../core/savedConversations";
import { t } from "../../../kit/l10n";
import type { Notify } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/command";
import { confirm } from "../../../platform/editor/confirm";

/** Permanently deletes every conversation of this workspace, after confirmation. */
export function deleteAllConversations({
  saved,
  notify,
}: {
  saved: SavedConversations;
  notify: Notify;
}): Command {
  return {
    id: "expertHub.deleteAllConversations",
    async run(): Promise<void> {
      const listed = await saved.list();
      const quarantined = await saved.countQuarantined();
      if (listed.length + quarantined === 0) {
        notify.information(t("There are no saved conversations."));
        return;
      }
      const drafts = listed.some(({ isDraft }) => isDraft)
        ? `${t("Drafts will be deleted as well.")} `
        : "";
      const isWanted = await confirm(t("Delete all conversations ({0})?", listed.length), {
        detail: `${deleted(quarantined)} ${drafts}${t("This cannot be undone. Conversations in other workspaces, and whatever the hub has stored, are not affected.")}`,
        yes: t("Delete All"),
        no: t("Keep"),
      });
      if (!isWanted) return;
      await saved.removeAll();
    },
  };
}

function deleted(quarantined: number): string {
  if (quarantined === 0)
    return t("All their questions and answers will be permanently deleted from this computer.");
  return quarantined === 1
    ? t(
        "All their questions and answers, and a file that could not be shown, will be permanently deleted from this computer.",
      )
    : t(
        "All their questions and answers, and {0} files that could not be shown, will be permanently deleted from this computer.",
        quarantined,
      );
}
