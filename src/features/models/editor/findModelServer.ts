import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { Notify } from "../../../platform/editor/notify";
import { withProgress } from "../../../platform/editor/progress";
import type { Command } from "../../../platform/editor/commands";
import type { ModelPrompts } from "./modelPrompts";

/** Where Ollama, LM Studio, llama.cpp and vLLM listen by default. */
const usualPorts = [11434, 1234, 8080, 8000];

/** Looks for model servers on this computer: only when asked to. */
export function findModelServer(prompts: ModelPrompts, notify: Notify): Command {
  return {
    id: "expertHub.findModelServer",
    async run(ports: unknown = usualPorts): Promise<void> {
      if (!Array.isArray(ports)) return;
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
      if (!found) return;
      if (found.length > 0) await prompts.pick(found);
      else
        notify.information(
          t(
            "No model server answers on the ports {0} of this computer. If yours listens elsewhere, run Use a Model Address.",
            ports.join(", "),
          ),
        );
    },
  };
}
