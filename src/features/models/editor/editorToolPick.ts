import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { assertAllowed } from "../../../policy/policy";
import { createQuickPick } from "../../../platform/editor/inputs";
import { plainText } from "../../../platform/editor/plainText";
import type { EditorTools, ToolChoice } from "../core/editorTools";

interface Row extends vscode.QuickPickItem {
  readonly tool?: ToolChoice;
}

/**
 * Lets the user choose the tools of VS Code for an expert, and reads out what that allows: what is
 * chosen here is asked about by VS Code alone, where the tool needs that.
 */
export async function pickEditorTools(
  tools: Pick<EditorTools, "of" | "choose" | "refusal">,
  expert: { readonly id: number; readonly name: string },
): Promise<void> {
  assertAllowed(tools.refusal);
  const choices = tools.of(expert.id);
  if (choices.length === 0) throw new HubError("invalid-request", noTools());
  const checked = await pickedFrom(rowsOf(choices), expert.name);
  if (!checked) return;
  const on = new Set(checked.map(({ tool }) => tool?.name));
  // What its file names and the user leaves on is their choice from now on.
  const changed = choices.filter(({ name, isChosen, isOn }) => (on.has(name) ? !isChosen : isOn));
  if (changed.length === 0) return;
  await tools.choose(
    expert.id,
    Object.fromEntries(changed.map(({ name }) => [name, on.has(name)])),
  );
}

const noTools = (): string =>
  t(
    "There are no tools to choose: no extension or running MCP server offers any, or the file of this expert does not allow them.",
  );

/** Those of a server or extension together. */
function rowsOf(choices: readonly ToolChoice[]): Row[] {
  const groups = Map.groupBy(choices, ({ origin }) => origin);
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([origin, own]) => [
      { label: plainText(origin, 60), kind: vscode.QuickPickItemKind.Separator },
      ...own.map((tool) => ({
        label: plainText(tool.label, 80),
        description: plainText(tool.description, 200),
        picked: tool.isOn,
        tool,
      })),
    ]);
}

/** `undefined` if the user left. */
async function pickedFrom(rows: readonly Row[], name: string): Promise<readonly Row[] | undefined> {
  const box = createQuickPick<Row>();
  Object.assign(box, {
    title: t("Tools of VS Code for {0}", plainText(name, 60)),
    placeholder: t("The model may call checked tools; VS Code asks where needed"),
    canSelectMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
    items: rows,
    selectedItems: rows.filter(({ picked }) => picked),
  });
  const picked = new Promise<readonly Row[] | undefined>((resolve) => {
    box.onDidAccept(() => resolve(box.selectedItems));
    box.onDidHide(() => resolve(undefined));
  });
  box.show();
  try {
    return await picked;
  } finally {
    box.dispose();
  }
}
