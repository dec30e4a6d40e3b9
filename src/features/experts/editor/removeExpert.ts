import { nameOf } from "../../../platform/core/naming";
import type { Roster } from "../core/roster";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { pickExpert } from "./expertPicks";
import type { ExpertsTree } from "./expertsTree";
import { ExpertNode, type Node } from "./expertRows";
import type { Command } from "../../../platform/editor/commands";
import { focusedRows, isFromKey } from "../../../platform/editor/focusedRows";
import type { Notify } from "../../../platform/editor/notify";
import { offerUndo } from "../../../platform/editor/offerUndo";
import { plainText } from "../../../platform/editor/plainText";

/** Removes experts from the list; an expert from a file stays as long as its file does. */
export function removeExpert(
  roster: Roster,
  notify: Notify,
  tree: Pick<ExpertsTree, "selection">,
): Command {
  async function idsFor(given: unknown, selected: unknown): Promise<number[]> {
    const rows = isFromKey(given)
      ? await focusedRows(tree, (node: Node) => node.item().id)
      : Array.isArray(selected)
        ? selected
        : [given];
    const ids = rows.filter((row) => row instanceof ExpertNode).map(({ id }) => id);
    if (ids.length > 0 || isFromKey(given)) return ids;
    const picked = await pickExpert(roster);
    return picked ? [picked.id] : [];
  }

  return {
    id: "expertHub.removeExpert",
    async run(given?: unknown, selected?: unknown): Promise<void> {
      const saved = (await idsFor(given, selected)).flatMap((id) => roster.get(id) ?? []);
      const removable = saved.filter(({ isFromFile }) => !isFromFile);
      if (removable.length < saved.length)
        notify.information(t("To remove an expert that is kept in a file, delete its file."));
      const [first, ...more] = removable;
      if (!first) return;
      const sentence =
        more.length === 0
          ? t("Removed {0}.", plainText(nameOf("Expert", first.id, first.expert?.name), 80))
          : t("Removed {0} experts.", removable.length);
      const undo = await roster.remove(removable.map(({ id }) => id));
      fireAndForget(() => offerUndo({ sentence, undo }, notify));
    },
  };
}
