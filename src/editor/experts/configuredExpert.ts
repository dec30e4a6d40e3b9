import * as vscode from "vscode";
import type { DefaultExpert } from "../../app/experts/defaultExpert";
import type { Roster, SavedExpert } from "../../app/experts/roster";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { t } from "../../kit/l10n";
import { fireAndForget } from "../../kit/unexpectedErrors";
import type { EditorSettings } from "../adapters/settings";
import type { SelectedEditor } from "../selection/selectedEditor";

const add = t("Add Expert");

/** The default expert of the settings, for the workspace or for the language of the file in use. */
export class ConfiguredExpert extends Owner implements DefaultExpert {
  readonly #settings: Pick<EditorSettings, "defaultExpert" | "onDidChange">;
  readonly #roster: Pick<Roster, "get">;
  readonly #editor: Pick<SelectedEditor, "current">;
  readonly #changed = this.register(new Emitter<void>());
  readonly #offered = new Set<number>();
  #last: number | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(
    settings: Pick<EditorSettings, "defaultExpert" | "onDidChange">,
    roster: Pick<Roster, "get">,
    editor: Pick<SelectedEditor, "current">,
  ) {
    super();
    this.#settings = settings;
    this.#roster = roster;
    this.#editor = editor;
    this.#last = this.#id;
    const look = () => this.#look();
    this.register(settings.onDidChange(look));
    this.register(vscode.window.onDidChangeActiveTextEditor(look));
  }

  get current(): SavedExpert | undefined {
    const id = this.#id;
    return id === undefined ? undefined : this.#roster.get(id);
  }

  /** Offers to add the default expert, once in a window, if it is not among the user's experts. */
  offerMissing(): void {
    const id = this.#id;
    if (id === undefined || this.#roster.get(id) || this.#offered.has(id)) return;
    this.#offered.add(id);
    fireAndForget(() => offer(id));
  }

  get #id(): number | undefined {
    return this.#settings.defaultExpert(this.#editor.current?.document);
  }

  #look(): void {
    const id = this.#id;
    if (id === this.#last) return;
    this.#last = id;
    this.#changed.fire();
  }
}

async function offer(id: number): Promise<void> {
  const chosen = await vscode.window.showInformationMessage(
    t(
      "The default expert {0} is not among your experts, so this conversation asks the one that the chat shows.",
      id,
    ),
    add,
  );
  if (chosen === add) await vscode.commands.executeCommand("expertHub.addExpert", id);
}
