import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import type { DefaultExpert } from "../core/defaultExpert";
import type { Roster, SavedExpert } from "../core/roster";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { DefaultExpertSetting } from "./defaultExpertSetting";
import type { Notify } from "../../../platform/editor/notify";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";

const addExpertLabel = t("Add Expert");

interface ConfiguredExpertParts {
  readonly defaults: Pick<DefaultExpertSetting, "of" | "onDidChange">;
  readonly connection: Pick<Connection, "hub">;
  readonly roster: Pick<Roster, "get">;
  readonly editor: Pick<SelectedEditor, "current">;
  readonly notify: Pick<Notify, "tell">;
}

/** The default expert of the settings, for the workspace or for the language of the file in use. */
export class ConfiguredExpert extends Owner implements DefaultExpert {
  readonly #parts: ConfiguredExpertParts;
  readonly #changed = this.register(new Emitter<void>());
  readonly #offered = new Set<string>();
  #last: number | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: ConfiguredExpertParts) {
    super();
    this.#parts = parts;
    this.#last = this.#id;
    const look = () => this.#look();
    this.register(parts.defaults.onDidChange(look));
    this.register(vscode.window.onDidChangeActiveTextEditor(look));
  }

  get current(): SavedExpert | undefined {
    const id = this.#id;
    return id === undefined ? undefined : this.#parts.roster.get(id);
  }

  /** Offers to add the default expert, once in a window, if it is not among the user's experts. */
  offerMissing(): void {
    const id = this.#id;
    const scope = this.#parts.connection.hub?.scope;
    const offered = `${scope} ${id}`;
    if (id === undefined || this.#parts.roster.get(id) || this.#offered.has(offered)) return;
    this.#offered.add(offered);
    fireAndForget(async () => {
      const isWanted = await this.#offer(id);
      if (isWanted && this.#parts.connection.hub?.scope === scope)
        await vscode.commands.executeCommand("expertHub.addExpert", id);
    });
  }

  get #id(): number | undefined {
    return this.#parts.defaults.of(this.#parts.editor.current?.document);
  }

  #look(): void {
    const id = this.#id;
    if (id === this.#last) return;
    this.#last = id;
    this.#changed.fire();
  }

  async #offer(id: number): Promise<boolean> {
    const chosen = await this.#parts.notify.tell(
      t(
        "The default expert {0} is not among your experts, so this conversation asks the one that the chat shows.",
        id,
      ),
      [addExpertLabel],
      { commands: ["expertHub.addExpert"] },
    );
    return chosen === addExpertLabel;
  }
}
