import * as vscode from "vscode";
import { searchOnlyModelId } from "../../../contract/builtInHubApi";
import { modelIdOf, type ModelChoice } from "../core/chosenModels";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { type CommandId, modelVendor } from "../../../platform/editor/manifest";
import { knownModels, languageModels } from "../../../platform/editor/optionalApi";
import { byOrganisation } from "../../../policy/policy";
import { plainText } from "../../../platform/editor/plainText";
import { rowOf, type ModelPrompts, type ServedChoice, whatModelsGet } from "./modelPrompts";
import { localServersRefusal } from "./commands";
import type { Listing } from "./serverPrompts";
import { createQuickPick, runChosen } from "../../../platform/editor/inputs";

interface ProviderRow extends vscode.QuickPickItem {
  readonly choice?: ModelChoice;
  /** The model whose address needs another key. */
  readonly keyFor?: ServedChoice;
  readonly command?: CommandId;
  /** The expert answers without a language model. */
  readonly isSearch?: boolean;
}

/**
 * Lists the models that VS Code knows and those of known addresses, and the ways to others; true if one
 * was chosen, or its key entered. With the id of an expert, it is about this expert.
 */
export function addModel(prompts: ModelPrompts): Command {
  return {
    id: "expertHub.addModel",
    async run(given?: unknown): Promise<boolean> {
      const expertId = typeof given === "number" ? given : undefined;
      const row = await pickedRow(prompts, expertId);
      if (row?.choice) await prompts.choose(row.choice, expertId);
      else if (row?.isSearch) await prompts.searchOnly(expertId);
      else if (row?.keyFor) return prompts.enterKey(row.keyFor);
      else if (row?.command) return (await runChosen(row.command)) === true;
      return row !== undefined;
    },
  };
}

const searchOnly: ProviderRow = {
  label: t("Search only"),
  detail: t("Searches the open folder, without a language model."),
  isSearch: true,
};

const forget: ProviderRow = {
  label: `$(trash) ${t("Forget a Language Model…")}`,
  command: "expertHub.forgetModel",
  alwaysShow: true,
};

const edit: ProviderRow = {
  label: `$(edit) ${t("Edit Address…")}`,
  detail: t("Headers and fields that go along, as a company's gateway may want them."),
  command: "expertHub.editAddress",
  alwaysShow: true,
};

const others: readonly ProviderRow[] = [
  providerHeading(t("Other models")),
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
  edit,
];

/** The list fills while it is open: providers start when they are first asked, and servers take time. */
async function pickedRow(
  prompts: ModelPrompts,
  expertId: number | undefined,
): Promise<ProviderRow | undefined> {
  const present = prompts.presentOf(expertId);
  const isPresent = ({ choice, isSearch }: ProviderRow): boolean =>
    isSearch === true
      ? present === searchOnlyModelId
      : choice !== undefined && modelIdOf(choice) === present;
  const box = createQuickPick<ProviderRow>();
  const left = new AbortController();
  let inEditor: readonly ProviderRow[] = [];
  const servers = prompts.known.flatMap((models) =>
    models.slice(0, 1).map((first) => ({ first, models, rows: rowsOfServer(first, models) })),
  );
  let pending = servers.length + 1;
  const draw = () => {
    if (left.signal.aborted) return;
    const toForget = prompts.hasChosen ? [forget] : [];
    const models = [...inEditor, ...servers.flatMap(({ rows }) => rows)];
    const [{ label } = { label: "" }] = box.activeItems;
    const hadPresent = box.items.some(isPresent);
    box.items = [
      ...[...(prompts.canSearch ? [searchOnly] : []), ...models, ...others]
        .map((row) => lockedIf(row, prompts))
        .map((row) => (isPresent(row) ? asChosen(row) : row)),
      ...toForget,
    ];
    // The list opens at the present choice, and fills around where the user is.
    const active = box.items.find((row) => (hadPresent ? row.label === label : isPresent(row)));
    if (active) box.activeItems = [active];
    box.busy = pending > 0;
  };
  const showEditor = async () => {
    const models = await knownModels();
    // An expert that is answered by an expert would go round in circles.
    inEditor = rowsOfEditor(models.filter(({ vendor }) => vendor !== modelVendor));
    prompts.tellContexts(models);
    draw();
  };
  const listening = languageModels().onDidChangeChatModels?.(() => void showEditor());
  const showServer = async (server: (typeof servers)[number]) => {
    const { first, models } = server;
    const listing = await prompts.listOf(first.address, left.signal).catch(() => undefined);
    if (listing) server.rows = rowsOfServer(first, models, listing);
  };
  try {
    box.title = t("Language model for the built-in hub");
    box.placeholder = whatModelsGet;
    box.matchOnDescription = true;
    draw();
    return await new Promise((resolve) => {
      box.onDidAccept(() => resolve(box.selectedItems[0]));
      box.onDidHide(() => resolve(undefined));
      box.show();
      for (const filling of [showEditor(), ...servers.map(showServer)])
        void filling.finally(() => {
          pending -= 1;
          draw();
        });
    });
  } finally {
    left.abort();
    listening?.dispose();
    box.dispose();
  }
}

function asChosen(row: ProviderRow): ProviderRow {
  return { ...row, description: [row.description, t("chosen")].filter(Boolean).join(" · ") };
}

/** What the policy does not allow says so where it is chosen. */
function lockedIf(row: ProviderRow, prompts: ModelPrompts): ProviderRow {
  if (!isLocked(row, prompts)) return row;
  const label = row.label.replace(/^\$\([a-z-]+\) /, "");
  return { ...row, label: `$(lock) ${label}`, detail: byOrganisation() };
}

function isLocked({ choice, command }: ProviderRow, prompts: ModelPrompts): boolean {
  if (choice) return prompts.refusal(choice) !== undefined;
  if (command === "expertHub.useModelAddress") return !prompts.allowsServers;
  return command === "expertHub.findModelServer" && localServersRefusal(prompts) !== undefined;
}

function providerHeading(label: string): ProviderRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function rowsOfEditor(models: readonly vscode.LanguageModelChat[]): ProviderRow[] {
  if (models.length === 0) return [];
  return [
    providerHeading(t("Models in VS Code")),
    ...models.map(({ vendor, id, name, family }): ProviderRow => {
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

/** The models of one address that were chosen before, and then those that it lists. */
function rowsOfServer(
  first: ServedChoice,
  chosen: readonly ServedChoice[],
  listing?: Listing,
): ProviderRow[] {
  const { host, origin } = new URL(first.address);
  const address = { base: first.address, origin, host };
  const own = chosen.map(({ identifier }) => identifier);
  const names = [...new Set([...own, ...(listing?.names ?? [])])];
  const needsKey = listing?.problem?.kind === "bad-key";
  return [
    providerHeading(t("Models at {0}", host)),
    ...names.map((name) => rowOf({ address }, name)),
    ...(needsKey ? [{ label: `$(key) ${t("Enter a Key for {0}…", host)}`, keyFor: first }] : []),
  ];
}
