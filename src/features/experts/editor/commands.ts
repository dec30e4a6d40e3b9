import * as vscode from "vscode";
import type { ChooseInChat, ExpertsParts } from "./expertsParts";
import { t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";
import { oneOf } from "../../../contract/vocabulary";
import { optionIn } from "../../../platform/editor/commandArguments";
import type { Command } from "../../../platform/editor/commands";
import { setContext } from "../../../platform/editor/contextKeys";
import { escaped, plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { Connection } from "../../connection/core/connection";
import { behaviourOf } from "../core/savedExpert";
import type { FileExperts } from "../core/fileExperts";
import type { Roster } from "../core/roster";
import type { ExpertDocuments } from "./expertDocument";
import { pickExpert } from "./expertPicks";
import type { ExpertsTree } from "./expertsTree";
import { AbilityNode, ExpertNode, ModelNode, type ExpertRows, type Node } from "./expertRows";
import { viewIds } from "../../../platform/editor/manifest";
import { withProgress } from "../../../platform/editor/progress";
import { showQuickPick } from "../../../platform/editor/inputs";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { focusedRows, isFromKey } from "../../../platform/editor/focusedRows";
import { type Notify, offerUndo } from "../../../platform/editor/notify";

/** Asks with the ability or the model of this row from now on; a second call leaves it to the expert. */
export function useForNextQuestion(choose: ChooseInChat): Command {
  return {
    id: "expertHub.useForNextQuestion",
    async run(node?: unknown): Promise<void> {
      if (node instanceof AbilityNode) await choose(node.expertId, "abilityId", node.id);
      if (node instanceof ModelNode) await choose(node.expertId, "modelId", node.id);
    },
  };
}

export function copyId(): Command {
  return {
    id: "expertHub.copyId",
    async run(node?: unknown): Promise<void> {
      if (node instanceof ExpertNode || node instanceof AbilityNode || node instanceof ModelNode) {
        await vscode.env.clipboard.writeText(String(node.id));
      }
    },
  };
}

/**
 * Opens the walkthrough, and checks the steps that are already done: VS Code checks a step only if
 * its context changes after the walkthrough was first shown.
 */
export function getStarted(extensionId: string, rows: ExpertRows): Command {
  return {
    id: "expertHub.getStarted",
    async run(): Promise<void> {
      await rows.tellNeed();
      // Where no walkthrough is open, VS Code 1.106 opens its own one at first.
      for (let times = 0; times < 2; times++)
        await vscode.commands.executeCommand(
          "workbench.action.openWalkthrough",
          `${extensionId}#getStarted`,
        );
      await setContext("expertHub.gotStarted", true);
    },
  };
}

/**
 * Moves the row of the menu, or the selected rows, by one position: what dragging does, without it.
 * A key passes the `direction`; otherwise the user picks it.
 */
export function moveExpert(roster: Roster, tree: Pick<ExpertsTree, "selection">): Command {
  return {
    id: "expertHub.moveExpert",
    async run(...args: unknown[]): Promise<void> {
      const [node, selected] = args;
      const given = (Array.isArray(selected) ? selected : [node]).filter(
        (one) => one instanceof ExpertNode,
      );
      const ids = (
        given.length > 0 ? given : tree.selection.filter((one) => one instanceof ExpertNode)
      ).map(({ id }) => id);
      if (ids.length === 0) {
        const expert = await pickExpert(roster);
        if (expert) ids.push(expert.id);
      }
      const direction =
        oneOf(directions, optionIn(args, "direction")) ??
        (ids.length === 0 ? undefined : await pickDirection());
      if (direction) await roster.shift(ids, direction);
    },
  };
}

const directions = ["up", "down"] as const;

async function pickDirection(): Promise<(typeof directions)[number] | undefined> {
  const chosen = await showQuickPick(
    [
      { label: `$(arrow-up) ${t("Up")}`, description: "Alt+Up", direction: "up" as const },
      { label: `$(arrow-down) ${t("Down")}`, description: "Alt+Down", direction: "down" as const },
    ],
    { title: t("Move Expert") },
  );
  return chosen?.direction;
}

export function openExpertFile(fileExperts: FileExperts): Command {
  return {
    id: "expertHub.openExpertFile",
    async run(node?: unknown): Promise<void> {
      const file = node instanceof ExpertNode ? fileExperts.fileOf(node.id) : undefined;
      if (file !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(file));
    },
  };
}

export function showExpert(roster: Roster, documents: ExpertDocuments): Command {
  return {
    id: "expertHub.showExpert",
    async run(node?: unknown): Promise<void> {
      const id = node instanceof ExpertNode ? node.id : (await pickExpert(roster))?.id;
      if (id !== undefined) await documents.show(id);
    },
  };
}

/** Shows as a diff what a refresh changed in how an expert behaves, and clears the row's mark. */
export function showExpertChanges(roster: Roster, snapshots: Snapshots): Command {
  return {
    id: "expertHub.showExpertChanges",
    async run(node?: unknown): Promise<void> {
      const saved = node instanceof ExpertNode ? roster.get(node.id) : undefined;
      if (!saved?.seen || !saved.expert) return;
      const { id, seen, expert } = saved;
      const name = plainText(nameOf("Expert", id, expert.name), 60);
      await vscode.commands.executeCommand(
        "vscode.diff",
        snapshots.add(t("Expert {0} (previous).txt", id), escaped(behaviourOf(seen))),
        snapshots.add(t("Expert {0} (current).txt", id), escaped(behaviourOf(expert))),
        t("{0}: Previous ↔ Current", name),
        { preview: true },
      );
      await roster.markSeen(id);
    },
  };
}

/** Starts the built-in hub, adds its experts and opens a chat: an answer without an account. */
export function startBuiltInHub({
  connection,
  builtInHub,
  roster,
  account,
  openChat,
  onAdded,
}: Pick<
  ExpertsParts,
  "connection" | "builtInHub" | "roster" | "account" | "openChat" | "onAdded"
>): Command {
  return {
    id: "expertHub.startLocalHub",
    async run(): Promise<void> {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: t("Starting the built-in hub") },
        async () => {
          const { expertIds } = await builtInHub.start();
          await connection.useBuiltIn(true);
          const { added } = await roster.add(expertIds);
          await onAdded(added);
          await account.current();
        },
      );
      await openChat();
    },
  };
}

/** Refreshes one expert, or all. Failures are shown in their rows. */
export function refreshExperts(connection: Connection, roster: Roster): Command {
  return {
    id: "expertHub.refreshExperts",
    async run(node?: unknown): Promise<void> {
      if (node instanceof ExpertNode) {
        await vscode.window.withProgress({ location: { viewId: viewIds.experts } }, () =>
          roster.refresh(node.id),
        );
        return;
      }
      const ids = roster.list.map(({ id }) => id);
      const many = ids.length > 20;
      await withProgress(
        {
          location: many ? vscode.ProgressLocation.Notification : { viewId: viewIds.experts },
          title:
            ids.length === 1 ? t("Refreshing the expert") : t("Refreshing {0} experts", ids.length),
          cancellable: many,
        },
        async (signal, progress) => {
          await Promise.all(
            ids.map(async (id) => {
              await roster.refresh(id, signal);
              progress.report({ increment: 100 / ids.length });
            }),
          );
        },
        connection,
      );
    },
  };
}

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
