import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import { defaultAt } from "../core/defaultExpert";
import type { SharedStore } from "../../../platform/core/ports";
import { isRecord } from "../../../contract/record";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { section } from "../../../platform/editor/manifest";
import type { EditorSettings } from "../../../platform/editor/settings";
import { t } from "../../../kit/l10n";
import { languageName } from "../../../platform/editor/languageName";
import { plainText } from "../../../platform/editor/plainText";

/** The default experts of the hub in use, for a list that marks them. */
export interface MarkedDefaults {
  readonly general: number | undefined;
  /** Of languages with a default of their own, by the language's id. */
  readonly byLanguage: ReadonlyMap<string, number>;
}

/** Whose settings contain a value. */
export type SettingOwner = "user" | "workspace";

interface Level {
  readonly owner: SettingOwner;
  readonly value: unknown;
}

interface DefaultExpertsParts {
  readonly settings: Pick<EditorSettings, "onDidChange">;
  readonly connection: Pick<Connection, "hub" | "onDidChange">;
  /** Remembers which hub an ID alone stands for. */
  readonly stores: Readonly<Record<SettingOwner, SharedStore>>;
}

const settingName = "defaultExpert";
const hubsName = "defaultExpertHubs";

/** The setting `defaultExpert` for the hub in use. An ID alone stands for the hub in use when it is first read. */
export class DefaultExpertSetting extends Owner {
  readonly #parts: DefaultExpertsParts;
  readonly #changed = this.register(new Emitter<void>());
  /** Hubs that are being saved, by owner and ID. */
  readonly #noted = new Map<string, string>();
  #marked: { readonly scope: string | undefined; readonly defaults: MarkedDefaults } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: DefaultExpertsParts) {
    super();
    this.#parts = parts;
    const changed = () => {
      this.#marked = undefined;
      this.#changed.fire();
    };
    this.register(parts.settings.onDidChange(changed));
    this.register(parts.connection.onDidChange(changed));
  }

  /** The expert that new conversations ask while this document is in use. */
  of(document?: { uri?: vscode.Uri; languageId: string }): number | undefined {
    const scope = document && {
      ...(document.uri && { uri: document.uri }),
      languageId: document.languageId,
    };
    for (const level of levelsAt(scope)) {
      const id = this.#at(level);
      if (id !== undefined) return id ?? undefined;
    }
    return undefined;
  }

  get marked(): MarkedDefaults {
    const scope = this.#scope;
    if (this.#marked?.scope !== scope) this.#marked = undefined;
    this.#marked ??= { scope, defaults: this.#read() };
    return this.#marked.defaults;
  }

  /** The default experts of a trusted workspace and its folders, those for languages included. */
  get ofWorkspace(): number[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return [undefined, ...folders.map(({ uri }) => uri)]
      .flatMap((uri) => [
        levelsAt(uri),
        ...languagesAt(uri).map((languageId) => levelsAt({ ...(uri && { uri }), languageId })),
      ])
      .flat()
      .filter(({ owner }) => owner === "workspace")
      .map((level) => this.#at(level))
      .filter((id) => typeof id === "number");
  }

  /** The scope of the hub that an ID alone stands for; remembered from the first call on. */
  hubOf(owner: SettingOwner, id: number): string | undefined {
    const store = this.#parts.stores[owner];
    const key = `${owner} ${id}`;
    const known = hubsIn(store.get(hubsName))[id] ?? this.#noted.get(key);
    const scope = known ?? this.#scope;
    if (known === undefined && scope !== undefined) {
      this.#noted.set(key, scope);
      fireAndForget(() => store.update(hubsName, (stored) => ({ [id]: scope, ...hubsIn(stored) })));
    }
    return scope;
  }

  get #scope(): string | undefined {
    return this.#parts.connection.hub?.scope;
  }

  #at({ owner, value }: Level): number | null | undefined {
    const scope = this.#scope;
    return scope === undefined ? undefined : defaultAt(value, scope, (id) => this.hubOf(owner, id));
  }

  #read(): MarkedDefaults {
    const byLanguage = new Map<string, number>();
    for (const languageId of languagesAt()) {
      const id = this.of({ languageId });
      if (id !== undefined) byLanguage.set(languageId, id);
    }
    return { general: this.of(), byLanguage };
  }
}

/** What each level of the settings says, the strongest first; a workspace counts once it is trusted. */
function levelsAt(scope: vscode.ConfigurationScope | undefined): Level[] {
  const values = vscode.workspace.getConfiguration(section, scope).inspect<unknown>(settingName);
  const levels: Level[] = [
    { owner: "workspace", value: values?.workspaceFolderLanguageValue },
    { owner: "workspace", value: values?.workspaceLanguageValue },
    { owner: "user", value: values?.globalLanguageValue },
    { owner: "workspace", value: values?.workspaceFolderValue },
    { owner: "workspace", value: values?.workspaceValue },
    { owner: "user", value: values?.globalValue },
  ];
  return levels.filter(({ owner }) => owner === "user" || vscode.workspace.isTrusted);
}

/** The languages with a value of their own. */
function languagesAt(uri?: vscode.Uri): readonly string[] {
  return vscode.workspace.getConfiguration(section, uri).inspect(settingName)?.languageIds ?? [];
}

function hubsIn(stored: unknown): Record<string, string> {
  const entries = isRecord(stored) ? Object.entries(stored) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** For the description of a row, such as `default for Python`; empty if the expert is no default. */
export function defaultLabel(defaults: MarkedDefaults | undefined, id: number): string {
  if (defaults?.general === id) return t("default");
  const languages = languagesOf(defaults, id);
  return languages === "" ? "" : t("default for {0}", languages);
}

/** For a tooltip; empty if the expert is no default. */
export function defaultSentence(defaults: MarkedDefaults | undefined, id: number): string {
  if (defaults?.general === id) return t("New conversations ask this expert");
  const languages = languagesOf(defaults, id);
  return languages === "" ? "" : t("New conversations about {0} files ask this expert", languages);
}

function languagesOf(defaults: MarkedDefaults | undefined, id: number): string {
  const languages = [...(defaults?.byLanguage ?? [])].filter(([, expertId]) => expertId === id);
  return plainText(languages.map(([languageId]) => languageName(languageId)).join(", "), 100);
}
