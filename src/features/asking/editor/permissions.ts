import { t } from "../../../kit/l10n";
import type { Permission } from "../../../platform/core/ports";
import type { Command } from "../../../platform/editor/commands";
import { plainText } from "../../../platform/editor/plainText";
import { byOrganisation } from "../../../policy/policy";
import { showQuickPick } from "../../../platform/editor/inputs";

interface PermissionsParts {
  list(): Promise<readonly Permission[]>;
  readonly notify: { information(sentence: string): void };
}

/** Lists what the user allowed for longer than one question; what is no longer checked is revoked. */
export function permissions({ list, notify }: PermissionsParts): Command {
  return {
    id: "expertHub.permissions",
    async run(): Promise<void> {
      const items = (await list()).map(({ label, description, isLocked, revoke }) => ({
        label: isLocked ? `$(lock) ${plainText(label, 100)}` : plainText(label, 100),
        description,
        ...(isLocked && { detail: byOrganisation() }),
        picked: true,
        revoke,
      }));
      if (items.length === 0) {
        notify.information(t("Nothing is allowed without a question."));
        return;
      }
      const kept = await showQuickPick(items, {
        title: t("Permissions"),
        placeHolder: t("Uncheck what you want to take back"),
        canPickMany: true,
        matchOnDescription: true,
      });
      if (kept) for (const item of items) if (!kept.includes(item)) await item.revoke();
    },
  };
}
