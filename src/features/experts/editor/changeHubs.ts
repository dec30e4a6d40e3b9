import type { ExpertsParts } from "./expertsParts";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { confirm } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import { askHubName } from "../../connection/editor/hubPrompts";
import { pickHub } from "../../connection/editor/switchHub";

type ChangeHubsParts = Pick<
  ExpertsParts,
  "connection" | "account" | "keys" | "roster" | "prompts" | "notify" | "removeHub"
>;

/** Adds, renames and removes hubs. */
export function changeHubs(parts: ChangeHubsParts): Command[] {
  const { connection, account, keys, roster, prompts, notify, removeHub } = parts;
  const pick = async (title: string) => {
    const { hubs, hub: inUse } = connection;
    const hub = await pickHub(hubs.list, title, { inUse, account, keys });
    if (!hub && hubs.list.length === 0) notify.information(t("No hub is connected yet."));
    return hub;
  };
  return [
    {
      id: "expertHub.addHub",
      async run(): Promise<void> {
        await prompts.addHub();
      },
    },
    {
      id: "expertHub.renameHub",
      async run(): Promise<void> {
        const hub = await pick(t("Rename a hub"));
        if (!hub) return;
        const others = connection.hubs.list.filter(({ id }) => id !== hub.id);
        const name = await askHubName(others, hub.label);
        if (name !== undefined) await connection.hubs.rename(hub, name);
      },
    },
    {
      id: "expertHub.removeHub",
      async run(): Promise<void> {
        const hub = await pick(t("Remove a hub"));
        if (!hub) return;
        const experts = roster.savedRosters.idsAt(hub.scope).length;
        const isWanted = await confirm(t("Remove the hub {0}?", plainText(hub.label, 60)), {
          detail: `${plainText(hub.baseUrl, 200)}\n\n${consequences(experts)}`,
          yes: t("Remove"),
          no: t("Keep"),
          enterAgrees: true,
        });
        if (isWanted) await removeHub(hub);
      },
    },
  ];
}

function consequences(experts: number): string {
  return experts === 0
    ? t(
        "Deleted from this computer: its address, its API key, its account details, and its list of experts with the chosen abilities, models and options. Your conversations stay, and nothing changes on the hub itself.",
      )
    : t(
        "Deleted from this computer: its address, its API key, its account details, and its list of experts ({0}) with the chosen abilities, models and options. Your conversations stay, and nothing changes on the hub itself.",
        experts,
      );
}
