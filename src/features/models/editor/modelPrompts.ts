import * as vscode from "vscode";
import type { Roster } from "../../experts/core/roster";
import {
  type ChosenModels,
  useForExperts,
  editorModelKey,
  labelOf,
  type ModelChoice,
  modelIdOf,
  policyPlaceOf,
  seesPicturesOf,
} from "../core/chosenModels";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { searchOnlyModelId } from "../../../contract/builtInHubApi";
import { assertAllowed } from "../../../policy/policy";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import { type Listing, ServerPrompts, type ServerPromptsParts } from "./serverPrompts";
import { createQuickPick } from "../../../platform/editor/inputs";

export interface ModelPromptsParts extends ServerPromptsParts {
  readonly models: ChosenModels;
  readonly roster: Roster;
  readonly notify: Pick<Notify, "announce">;
}

export type ServedChoice = ModelChoice & { readonly kind: "address" };

interface ModelRow extends vscode.QuickPickItem {
  readonly choice: ModelChoice;
}

export class ModelPrompts {
  readonly servers: ServerPrompts;
  readonly #parts: ModelPromptsParts;

  constructor(parts: ModelPromptsParts) {
    this.#parts = parts;
    this.servers = new ServerPrompts(parts);
  }

  /** The model with this id in the built-in hub, if it is one of an address. */
  servedModel(id: number): ServedChoice | undefined {
    const found = this.#parts.models.find(id);
    return found?.kind === "address" ? found : undefined;
  }

  /** The chosen models of addresses, those of one address together. */
  get known(): readonly (readonly ServedChoice[])[] {
    const served = this.#parts.models.list.filter((each) => each.kind === "address");
    const addresses = [...new Set(served.map(({ address }) => address))];
    return addresses.map((address) => served.filter((each) => each.address === address));
  }

  get hasChosen(): boolean {
    return this.#parts.models.list.length > 0;
  }

  /** The models of an address that is known. */
  async listOf(address: string, signal: AbortSignal): Promise<Listing> {
    return this.servers.list(await this.servers.addressOf(address), signal);
  }

  /** Calls back with what each known server lists, except where no model may be asked. */
  async listKnown(
    onListed: (models: readonly ModelChoice[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const listed = this.known.map(async ([first]) => {
      if (!first || this.refusal(first) !== undefined) return;
      const listing = await this.listOf(first.address, signal).catch(() => undefined);
      if (listing && !signal.aborted)
        onListed(listing.names.map((name) => rowOf(listing, name).choice));
    });
    await Promise.all(listed);
  }

  /** What VS Code reports of its models. */
  tellContexts(models: readonly vscode.LanguageModelChat[]): void {
    const listed = models.map((model) => ({
      key: editorModelKey(model),
      tokens: model.maxInputTokens,
      seesPictures: seesPicturesOf(model),
    }));
    fireAndForget(() => this.#parts.contexts.learnListed(listed));
  }

  /** False if the user left. */
  async fromAddress(): Promise<boolean> {
    const listing = await this.servers.server();
    return listing !== undefined && this.pick([listing]);
  }

  /** Asks for the key of a model's address; false if the user left. */
  async enterKey(choice: ServedChoice): Promise<boolean> {
    const first = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: t("Asking {0} for its models", new URL(choice.address).host),
      },
      () => this.listOf(choice.address, new AbortController().signal),
    );
    return (await this.servers.key(first, { canGoBack: false })) !== undefined;
  }

  /**
   * Lets the user pick one of these models, or type the name of another one if there is one server;
   * false if they left.
   */
  async pick(listings: readonly Listing[]): Promise<boolean> {
    const choice = await this.#picked(listings);
    if (choice) await this.choose(choice);
    return choice !== undefined;
  }

  /** Why a model may not be asked. */
  refusal(choice: ModelChoice): string | undefined {
    return this.refusalAt(policyPlaceOf(choice));
  }

  /** Why no model of this origin may be asked. */
  refusalAt(origin: string): string | undefined {
    return this.#parts.connection.policy.current.modelRefusal(origin);
  }

  /** Whether there is any model server that may be asked. */
  get allowsServers(): boolean {
    return this.#parts.connection.policy.current.allowsModelServers;
  }

  /** Whether experts of the hub in use can answer without a language model. */
  get canSearch(): boolean {
    return this.#parts.connection.hub?.builtIn === true;
  }

  /** The model of this expert, or of the current one. */
  presentOf(expertId: number | undefined): number {
    const { roster } = this.#parts;
    const expert = expertId === undefined ? roster.current : roster.get(expertId);
    return expert?.modelId ?? searchOnlyModelId;
  }

  /**
   * Makes a model the choice of the built-in hub's experts, or of this one alone if the hub has it
   * already. Who chooses a model has read what it gets, and agrees that questions go to it.
   */
  async choose(choice: ModelChoice, expertId?: number): Promise<void> {
    const { models, connection, roster, notify } = this.#parts;
    assertAllowed(this.refusal(choice));
    if (choice.kind === "address" && !(await this.#allowsPlainHttp(choice))) return;
    const isNew = models.find(modelIdOf(choice)) === undefined;
    await models.allow(choice);
    await models.choose(choice);
    if (connection.hub?.builtIn !== true) {
      // Nobody waits for a notification.
      fireAndForget(() => offerHub(choice, notify));
    } else
      await useForExperts(choice, roster, expertId === undefined || isNew ? undefined : [expertId]);
  }

  #allowsPlainHttp({ address }: ServedChoice): Promise<boolean> {
    return this.servers.allowsPlainHttp(new URL(address).origin);
  }

  /** The expert answers without a language model. */
  async searchOnly(expertId: number | undefined): Promise<void> {
    const { roster } = this.#parts;
    const id = expertId ?? roster.current?.id;
    if (id !== undefined) await roster.choose(id, { modelId: searchOnlyModelId });
  }

  async #picked(listings: readonly Listing[]): Promise<ModelChoice | undefined> {
    const rows = listings.flatMap((listing) => listing.names.map((name) => rowOf(listing, name)));
    const [only] = listings.length === 1 ? listings : [];
    const box = createQuickPick<ModelRow>();
    try {
      box.title = t("Language model for the built-in hub");
      box.placeholder = placeholderOf(only);
      box.matchOnDescription = true;
      box.ignoreFocusOut = true;
      box.items = rows;
      box.onDidChangeValue((value) => {
        const name = value.trim();
        const isOther = only && name !== "" && rows.every(({ label }) => label !== name);
        box.items = isOther ? [...rows, typedRow(only, name)] : rows;
      });
      return await new Promise((resolve) => {
        box.onDidAccept(() => {
          const [row] = box.selectedItems;
          if (row) resolve(row.choice);
        });
        box.onDidHide(() => resolve(undefined));
        box.show();
      });
    } finally {
      box.dispose();
    }
  }
}

/** Who chooses here agrees to it. */
export const whatModelsGet = t(
  "It gets your questions, what you attach, the conversation so far, and what its tools find.",
);

function placeholderOf(only: Listing | undefined): string {
  if (!only) return whatModelsGet;
  return only.problem
    ? t("{0} Type the name of a model.", plainText(only.problem.message, 200))
    : t("Choose a model or type its name. {0}", whatModelsGet);
}

async function offerHub(choice: ModelChoice, notify: Pick<Notify, "announce">): Promise<void> {
  const start = t("Try the Built-in Hub");
  const label = plainText(labelOf(choice), 200);
  const sentence = t("{0} is ready for the experts of the built-in hub.", label);
  if ((await notify.announce(sentence, [start])) === start)
    await vscode.commands.executeCommand("expertHub.startLocalHub");
}

export function rowOf({ address }: Pick<Listing, "address">, identifier: string): ModelRow {
  return {
    label: plainText(identifier, 200),
    description: address.host,
    choice: { kind: "address", address: address.base, identifier },
  };
}

function typedRow(listing: Listing, name: string): ModelRow {
  const { choice, description } = rowOf(listing, name);
  const label = `$(add) ${t("Use “{0}”", plainText(name, 200))}`;
  return { label, choice, alwaysShow: true, description };
}
