import { inFile, type NamedEditorTool } from "../../../contract/namedTools";
import { isRecord } from "../../../contract/record";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { PolicySource } from "../../../policy/policy";
import { storageError } from "../../../platform/core/localError";
import type { SharedStore } from "../../../platform/core/ports";
import type { FileExperts } from "../../experts/core/fileExperts";

/** A tool of the editor, as a person chooses it. */
export interface OfferedTool extends NamedEditorTool {
  readonly label: string;
  readonly description: string;
  /** Its server or extension. */
  readonly origin: string;
}

/** A tool that an expert may be given. */
export interface ToolChoice extends OfferedTool {
  readonly isOn: boolean;
  /** The user chose it, so that its use needs no question. */
  readonly isChosen: boolean;
}

interface EditorToolsParts {
  readonly store: SharedStore;
  readonly fileExperts: Pick<FileExperts, "namedToolsOf">;
  readonly connection: { readonly policy: PolicySource };
  /** What the editor has now; not called in Restricted Mode. */
  offered(): readonly OfferedTool[];
  isTrusted(): boolean;
}

type Chosen = Readonly<Record<string, boolean>>;

/**
 * Which tools of the editor the models of the built-in hub may call for an expert: those that the user
 * chose, and those that its file names and the user did not turn off. None of them is on by itself.
 */
export class EditorTools extends Owner {
  readonly #parts: EditorToolsParts;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(parts: EditorToolsParts) {
    super();
    this.#parts = parts;
  }

  /** Why there are none. */
  get refusal(): string | undefined {
    const { connection, isTrusted } = this.#parts;
    const ofPolicy = connection.policy.current.editorToolsRefusal;
    if (ofPolicy !== undefined || isTrusted()) return ofPolicy;
    return t("Tools of VS Code are not available in Restricted Mode.");
  }

  /** Those that the file of the expert allows, as the editor lists them. */
  of(expertId: number): readonly ToolChoice[] {
    if (this.refusal !== undefined) return [];
    const named = this.#parts.fileExperts.namedToolsOf(expertId);
    const chosen = this.#chosenFor(expertId);
    return this.#parts.offered().flatMap((tool) => {
      const place = named ? inFile(named, tool) : "allowed";
      const choice = Object.hasOwn(chosen, tool.name) ? chosen[tool.name] : undefined;
      const isOn = choice ?? place === "named";
      return place === "excluded" ? [] : [{ ...tool, isOn, isChosen: choice === true }];
    });
  }

  async choose(expertId: number, changes: Chosen): Promise<void> {
    try {
      await this.#parts.store.update(keyOf(expertId), (stored) => ({
        ...chosenIn(stored),
        ...changes,
      }));
    } catch (error) {
      throw storageError(t("The tools could not be saved"), error);
    }
    this.#changed.fire();
  }

  #chosenFor(expertId: number): Chosen {
    return chosenIn(this.#parts.store.get(keyOf(expertId)));
  }
}

const keyOf = (expertId: number): string => `editorTools:${expertId}`;

function chosenIn(stored: unknown): Chosen {
  const entries = Object.entries(isRecord(stored) ? stored : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
  );
}
