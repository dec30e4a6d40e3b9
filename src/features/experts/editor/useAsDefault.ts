import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import { defaultAt, withDefault } from "../core/defaultExpert";
import type { Roster, SavedExpert } from "../core/roster";
import { nameOf } from "../../../platform/core/naming";
import { t } from "../../../kit/l10n";
import type { DefaultExpertSetting } from "./defaultExpertSetting";
import { languageName } from "../../../platform/editor/languageName";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import type { Command } from "../../../platform/editor/commands";
import { section } from "../../../platform/editor/manifest";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import { pickExpert } from "./expertPicks";
import { ExpertNode } from "./nodes";

const settingName = "defaultExpert";
const undo = t("Undo");
const openSettings = t("Open Settings");

interface DefaultLevel {
  /** What new conversations do, in a sentence; `undefined` for no default. */
  sentence(expertName: string | undefined): string;
  readonly target: vscode.ConfigurationTarget;
  readonly languageId?: string;
}

interface UseAsDefaultParts {
  readonly connection: Pick<Connection, "hub">;
  readonly defaults: Pick<DefaultExpertSetting, "hubOf">;
  readonly roster: Roster;
  readonly notify: Notify;
}

type Marked = Pick<DefaultExpertSetting, "hubOf" | "marked">;

/** Asks what the expert is to be the default of. */
export function setDefaultExpert(
  parts: Omit<UseAsDefaultParts, "defaults"> & {
    readonly defaults: Marked;
    readonly selectedEditor: Pick<SelectedEditor, "current">;
  },
): Command {
  return {
    id: "expertHub.setDefaultExpert",
    async run(node?: unknown): Promise<void> {
      const { general } = parts.defaults.marked;
      const isGeneral = node instanceof ExpertNode && node.id === general;
      const label = vscode.workspace.workspaceFolders?.length
        ? t("For new conversations in this workspace")
        : t("For new conversations");
      const rows = [
        {
          label,
          ...(isGeneral && { description: t("is the default now") }),
          command: useAsDefault(parts),
        },
        { label: t("For files of a language…"), command: useAsDefaultForLanguage(parts) },
      ];
      const chosen = await vscode.window.showQuickPick(rows, { title: t("Default expert") });
      await chosen?.command.run(node);
    },
  };
}

/** Makes an expert the default of this workspace; a second call undoes it. */
export function useAsDefault(parts: UseAsDefaultParts): Command {
  const { notify } = parts;
  return {
    id: "expertHub.useAsDefault",
    async run(node?: unknown): Promise<void> {
      if (!vscode.workspace.isTrusted) {
        notify.information(
          t("Trust this workspace first: in Restricted Mode its settings are ignored."),
        );
        return;
      }
      const expert = await expertOf(parts, node);
      if (expert) await toggle(parts, expert, hereOrEverywhere());
    },
  };
}

/** Makes an expert the user's default for files of a language; a second call undoes it. */
export function useAsDefaultForLanguage(
  parts: UseAsDefaultParts & { readonly selectedEditor: Pick<SelectedEditor, "current"> },
): Command {
  return {
    id: "expertHub.useAsDefaultForLanguage",
    async run(node?: unknown): Promise<void> {
      const expert = await expertOf(parts, node);
      const languageId =
        expert && (await pickLanguage(parts.selectedEditor.current?.document.languageId));
      if (!expert || languageId === undefined) return;
      await toggle(parts, expert, {
        sentence: (expertName) => sentenceOn(plainText(languageName(languageId), 40), expertName),
        target: vscode.ConfigurationTarget.Global,
        languageId,
      });
    },
  };
}

/** An expert, and the scope of its hub. */
interface Chosen extends SavedExpert {
  readonly scope: string;
}

/** The expert of the row, or one that is picked; nobody if the hub changes in the meantime. */
async function expertOf(
  { connection, roster }: UseAsDefaultParts,
  node: unknown,
): Promise<Chosen | undefined> {
  const scope = connection.hub?.scope;
  const expert =
    node instanceof ExpertNode ? roster.get(node.id) : await pickExpert(roster, { adding: false });
  const isUsable = expert && scope !== undefined && connection.hub?.scope === scope;
  return isUsable ? { ...expert, scope } : undefined;
}

/** Without a folder there is no workspace that could keep it. */
function hereOrEverywhere(): DefaultLevel {
  return vscode.workspace.workspaceFolders?.length
    ? {
        sentence: (expertName) =>
          expertName === undefined
            ? t("New conversations in this workspace no longer have a default expert.")
            : t("New conversations in this workspace ask {0}.", expertName),
        target: vscode.ConfigurationTarget.Workspace,
      }
    : {
        sentence: (expertName) =>
          expertName === undefined
            ? t("New conversations no longer have a default expert.")
            : t("New conversations ask {0}.", expertName),
        target: vscode.ConfigurationTarget.Global,
      };
}

function sentenceOn(language: string, expertName: string | undefined): string {
  return expertName === undefined
    ? t("New conversations about {0} files no longer have a default expert.", language)
    : t("New conversations about {0} files ask {1}.", language, expertName);
}

/** The language of the file in use comes first. */
async function pickLanguage(current: string | undefined): Promise<string | undefined> {
  const all = (await vscode.languages.getLanguages()).map((id) => ({
    label: plainText(languageName(id), 60),
    description: id === current ? `${id} · ${t("the file in use")}` : id,
    id,
  }));
  all.sort((one, other) => one.label.localeCompare(other.label));
  const items = [
    ...all.filter(({ id }) => id === current),
    ...all.filter(({ id }) => id !== current),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: t("Default expert for a language"),
    placeHolder: t("Choose the language of the files"),
    matchOnDescription: true,
  });
  return chosen?.id;
}

async function toggle(
  { defaults, notify }: UseAsDefaultParts,
  { id, expert, scope }: Chosen,
  level: DefaultLevel,
): Promise<void> {
  const owner = level.target === vscode.ConfigurationTarget.Global ? "user" : "workspace";
  const hubOf = (bare: number) => defaults.hubOf(owner, bare);
  const before = valueAt(level);
  const value = defaultAt(before, scope, hubOf) === id ? undefined : id;
  await setAt(level, withDefault(before, scope, value, hubOf));
  const expertName = plainText(nameOf("Expert", id, expert?.name), 60);
  const chosen = await notify.tell(level.sentence(value === undefined ? undefined : expertName), [
    undo,
    openSettings,
  ]);
  if (chosen === undo) await setAt(level, before);
  else if (chosen === openSettings)
    await vscode.commands.executeCommand(
      "workbench.action.openSettings",
      `${section}.${settingName}`,
    );
}

function configurationOf({ languageId }: DefaultLevel): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(
    section,
    languageId === undefined ? null : { languageId },
  );
}

function valueAt(level: DefaultLevel): unknown {
  const values = configurationOf(level).inspect<unknown>(settingName);
  if (level.languageId !== undefined) return values?.globalLanguageValue;
  return level.target === vscode.ConfigurationTarget.Global
    ? values?.globalValue
    : values?.workspaceValue;
}

async function setAt(level: DefaultLevel, value: unknown): Promise<void> {
  await configurationOf(level).update(
    settingName,
    value,
    level.target,
    level.languageId !== undefined,
  );
}
