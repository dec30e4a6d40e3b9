import * as vscode from "vscode";
import { partsOf } from "../../../contract/address";
import { t } from "../../../kit/l10n";
import { assertAllowed } from "../../../policy/policy";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { Notify } from "../../../platform/editor/notify";
import { withProgress } from "../../../platform/editor/progress";
import type { Command } from "../../../platform/editor/commands";
import type { ModelPrompts, ModelPromptsParts } from "./modelPrompts";
import type { Roster } from "../../experts/core/roster";
import { labelOf, type ModelChoice, modelIdOf } from "../core/chosenModels";
import { plainText } from "../../../platform/editor/plainText";
import { showQuickPick } from "../../../platform/editor/inputs";

export interface ModelsParts extends ModelPromptsParts {
  readonly extras: StoredExtras;
  readonly notify: Notify;
}

/** Where Ollama, LM Studio, llama.cpp and vLLM listen by default. */
const usualPorts = [11434, 1234, 8080, 8000];

/** Why none of these ports may be asked. */
export function localServersRefusal(
  prompts: Pick<ModelPrompts, "refusalAt">,
  ports: readonly unknown[] = usualPorts,
): string | undefined {
  const refusals = ports.map((port) => prompts.refusalAt(`http://127.0.0.1:${Number(port)}`));
  return refusals.every((refusal) => refusal !== undefined) ? refusals[0] : undefined;
}

/** Looks for model servers on this computer: only when asked to. */
export function findModelServer(prompts: ModelPrompts, notify: Notify): Command {
  return {
    id: "expertHub.findModelServer",
    async run(ports: unknown = usualPorts): Promise<boolean> {
      if (!Array.isArray(ports)) return false;
      assertAllowed(localServersRefusal(prompts, ports));
      const found = await withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: t("Looking for a model server on this computer"),
          cancellable: true,
        },
        async (signal) => {
          const asked = ports.map(async (port: unknown) => {
            const { servers } = prompts;
            const address = await servers.addressOf(`http://127.0.0.1:${Number(port)}`);
            return servers.list(address, signal).catch(() => undefined);
          });
          const all = await Promise.all(asked);
          return signal.aborted
            ? undefined
            : all.flatMap((each) => (each && each.names.length > 0 ? [each] : []));
        },
      );
      if (!found) return false;
      if (found.length > 0) return prompts.pick(found);
      notify.information(
        t(
          "No model server answers on the ports {0} of this computer. If yours listens elsewhere, choose Use a Model Address.",
          ports.join(", "),
        ),
      );
      return false;
    },
  };
}

/** Takes a language model away from the built-in hub; the last of an address takes its key and headers along. */
export function forgetModel({
  models,
  modelKeys,
  extras,
  roster,
  connection,
  notify,
}: Omit<ModelsParts, "network" | "builtInHub">): Command {
  return {
    id: "expertHub.forgetModel",
    async run(): Promise<void> {
      const rows = models.list.map((choice) => ({
        label: plainText(labelOf(choice), 200),
        choice,
      }));
      if (rows.length === 0) {
        notify.information(t("No language model has been chosen."));
        return;
      }
      const title = t("Forget a language model");
      const picked = await showQuickPick(rows, { title });
      if (!picked) return;
      await models.forget(picked.choice);
      const isUsed = models.list.some(
        (other) => addressOriginOf(other) === addressOriginOf(picked.choice),
      );
      const origin = addressOriginOf(picked.choice);
      if (origin !== undefined && !isUsed) {
        await modelKeys.forget(origin);
        const isOfHub = connection.hubs.list.some(({ scope }) => partsOf(scope).origin === origin);
        if (!isOfHub) await extras.forget(origin);
      }
      if (connection.hub?.builtIn) await release(picked.choice, roster);
    },
  };
}

function addressOriginOf(choice: ModelChoice): string | undefined {
  return choice.kind === "address" ? new URL(choice.address).origin : undefined;
}

async function release(choice: ModelChoice, roster: Roster): Promise<void> {
  await Promise.all(
    roster.list.map(async ({ id, modelId }) => {
      if (modelId === modelIdOf(choice)) await roster.choose(id, { modelId: undefined });
      await roster.refresh(id);
      await roster.markSeen(id);
    }),
  );
}

/**
 * Chooses a model of an OpenAI-compatible server by its address; with the id of one, asks for its key.
 * False if the user left.
 */
export function useModelAddress(prompts: ModelPrompts): Command {
  return {
    id: "expertHub.useModelAddress",
    async run(modelId?: unknown): Promise<boolean> {
      const known = typeof modelId === "number" ? prompts.servedModel(modelId) : undefined;
      return known ? prompts.enterKey(known) : prompts.fromAddress();
    },
  };
}
