import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Notify } from "../../../platform/editor/notify";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { Connection } from "../../connection/core/connection";
import { type DefaultExpert, defaultAt } from "../core/defaultExpert";
import type { Roster, SavedExpert } from "../core/roster";

const addExpertLabel = t("Add Expert");

interface DefaultExpertParts {
  readonly settings: Pick<
    EditorSettings,
    "defaultExperts" | "defaultExpertsOfWorkspace" | "onDidChange"
  >;
  readonly connection: Pick<Connection, "hub" | "onDidChange">;
  readonly roster: Pick<Roster, "get">;
}

/** The default expert that the settings name for the hub in use. */
export class DefaultExpertSetting extends Owner implements DefaultExpert {
  readonly #parts: DefaultExpertParts;
  readonly #changed = this.register(new Emitter<void>());
  readonly #offered = new Set<string>();
  #last: number | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(parts: DefaultExpertParts) {
    super();
    this.#parts = parts;
    this.#last = this.id;
    const look = () => this.#look();
    this.register(parts.settings.onDidChange(look));
    this.register(parts.connection.onDidChange(look));
  }

  /** Also if it is not among the user's experts. */
  get id(): number | undefined {
    return this.#in(this.#parts.settings.defaultExperts);
  }

  get current(): SavedExpert | undefined {
    const { id } = this;
    return id === undefined ? undefined : this.#parts.roster.get(id);
  }

  /** That of the workspace, which thereby recommends it. */
  get idOfWorkspace(): number | undefined {
    return this.#in(this.#parts.settings.defaultExpertsOfWorkspace);
  }

  /** Offers to add the default expert, once in a window, if it is not among the user's experts. */
  offerMissing(notify: Pick<Notify, "announce">): void {
    const { id } = this;
    const scope = this.#scope;
    const offered = `${scope} ${id}`;
    if (id === undefined || this.current || this.#offered.has(offered)) return;
    this.#offered.add(offered);
    fireAndForget(async () => {
      const chosen = await notify.announce(
        t(
          "The default expert {0} is not among your experts, so this conversation asks the one that the chat shows.",
          id,
        ),
        [addExpertLabel],
      );
      if (chosen === addExpertLabel && this.#scope === scope)
        await vscode.commands.executeCommand("expertHub.addExpert", id);
    });
  }

  get #scope(): string | undefined {
    return this.#parts.connection.hub?.scope;
  }

  #in(value: unknown): number | undefined {
    const scope = this.#scope;
    return scope === undefined ? undefined : defaultAt(value, scope);
  }

  #look(): void {
    const { id } = this;
    if (id === this.#last) return;
    this.#last = id;
    this.#changed.fire();
  }
}
