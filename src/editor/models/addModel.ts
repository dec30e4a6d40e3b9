import * as vscode from "vscode";
import type { ModelChoice } from "../../app/models/modelChoice";
import { t } from "../../kit/l10n";
import type { Command } from "../workbench/command";
import { modelVendor } from "../workbench/manifest";
import { plainText } from "../workbench/plainText";
import type { ModelPrompts } from "./modelPrompts";

interface Row extends vscode.QuickPickItem {
  readonly choice?: ModelChoice;
  readonly command?: "expertHub.useModelAddress" | "expertHub.findModelServer";
}

/** Lists the language models that VS Code knows, and the ways to others. */
export function addModel(prompts: ModelPrompts): Command {
  return {
    id: "expertHub.addModel",
    async run(): Promise<void> {
      const row = await pickedRow();
      if (row?.choice) await prompts.choose(row.choice);
      else if (row?.command) await vscode.commands.executeCommand(row.command);
    },
  };
}

const others: readonly Row[] = [
  { label: t("Other models"), kind: vscode.QuickPickItemKind.Separator },
  {
    label: `$(search) ${t("Look for a Local Model Server")}`,
    detail: t("Asks the usual ports of this computer: Ollama, LM Studio, llama.cpp, vLLM."),
    command: "expertHub.findModelServer",
    alwaysShow: true,
  },
  {
    label: `$(globe) ${t("Use a Model Address…")}`,
    detail: t("Any server with OpenAI-compatible Chat Completions."),
    command: "expertHub.useModelAddress",
    alwaysShow: true,
  },
];

/** The list fills while it is open: providers start when they are first asked for their models. */
async function pickedRow(): Promise<Row | undefined> {
  const box = vscode.window.createQuickPick<Row>();
  const listening = vscode.lm.onDidChangeChatModels(() => void show());
  const show = async () => {
    box.busy = true;
    const models = await vscode.lm.selectChatModels({}).then(
      (found) => found,
      () => [],
    );
    // An expert that is answered by an expert would go round in circles.
    const foreign = models.filter(({ vendor }) => vendor !== modelVendor);
    box.items = [...rowsOf(foreign), ...others];
    box.busy = false;
  };
  try {
    box.title = t("Language model for the built-in hub");
    box.placeholder = t("Choose a model; nothing is sent to it before you agree");
    box.matchOnDescription = true;
    box.items = others;
    return await new Promise((resolve) => {
      box.onDidAccept(() => resolve(box.selectedItems[0]));
      box.onDidHide(() => resolve(undefined));
      box.show();
      void show();
    });
  } finally {
    listening.dispose();
    box.dispose();
  }
}

function rowsOf(models: readonly vscode.LanguageModelChat[]): Row[] {
  if (models.length === 0) return [];
  return [
    { label: t("Models in VS Code"), kind: vscode.QuickPickItemKind.Separator },
    ...models.map(({ vendor, id, name, family }): Row => {
      const label = plainText(name, 100);
      const provider = plainText(vendor, 60);
      return {
        label,
        description: [provider, plainText(family, 60)].filter(Boolean).join(" · "),
        choice: { kind: "editor", vendor, id, name: label, provider },
      };
    }),
  ];
}
