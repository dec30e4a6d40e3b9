import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import { type ChosenModels, useForExperts } from "../core/chosenModels";
import { editorModelKey, labelOf, type ModelChoice, policyPlaceOf } from "../core/modelChoice";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { expectAllowed } from "../../../policy/policy";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import { type ServedChoice, tryModel } from "./modelTrial";
import { type Listing, ServerPrompts, type ServerPromptsParts } from "./serverPrompts";

export interface ModelPromptsParts extends ServerPromptsParts {
  readonly models: ChosenModels;
  readonly connection: Connection;
  readonly roster: Roster;
  readonly notify: Pick<Notify, "information" | "tell">;
}

interface ModelRow extends vscode.QuickPickItem {
  readonly choice: ModelChoice;
}

/** Prompts for a language model of the built-in hub. */
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

  /** The context windows that VS Code reports for its models. */
  tellContexts(models: readonly vscode.LanguageModelChat[]): void {
    const told = models.map(({ vendor, id, maxInputTokens: tokens }) => ({
      key: editorModelKey({ vendor, id }),
      tokens,
    }));
    fireAndForget(() => this.#parts.contexts.tell(told));
  }

  async fromAddress(): Promise<void> {
    const listing = await this.servers.server();
    if (listing) await this.pick([listing]);
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

  /** Lets the user pick one of these models, or type the name of another one if there is one server. */
  async pick(listings: readonly Listing[]): Promise<void> {
    const choice = await this.#picked(listings);
    if (choice) await this.choose(choice);
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

  /** Makes a model the choice of the built-in hub's experts, and offers what comes next. */
  async choose(choice: ModelChoice): Promise<void> {
    const { models, connection, roster } = this.#parts;
    expectAllowed(this.refusal(choice));
    await models.choose(choice);
    const isInUse = connection.hub?.builtIn === true;
    if (isInUse) await useForExperts(choice, roster);
    const served = choice.kind === "address" && !models.isAllowed(choice) ? choice : undefined;
    const isTried = served !== undefined && (await agreesToTry(served));
    // Nobody waits for a notification.
    fireAndForget(async () => {
      const enterKey = (each: ServedChoice) => this.enterKey(each);
      if (isTried) await tryModel(served, { ...this.#parts, enterKey });
      if (!isInUse) await offerHub(choice, this.#parts.notify);
    });
  }

  async #picked(listings: readonly Listing[]): Promise<ModelChoice | undefined> {
    const rows = listings.flatMap((listing) => listing.names.map((name) => rowOf(listing, name)));
    const [only] = listings.length === 1 ? listings : [];
    const box = vscode.window.createQuickPick<ModelRow>();
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

function placeholderOf(only: Listing | undefined): string {
  if (!only) return t("Choose a model; nothing is sent to it before you agree");
  return only.problem
    ? t("{0} Type the name of a model.", plainText(only.problem.message, 200))
    : t("Choose a model or type its name; nothing is sent to it before you agree");
}

async function agreesToTry(choice: ServedChoice): Promise<boolean> {
  const tryIt = {
    label: t("Try It"),
    detail: t("Sends it one short question and nothing else."),
  };
  const title = t("Try {0}?", plainText(labelOf(choice), 200));
  const rows = [tryIt, { label: t("Not Now") }];
  return (await vscode.window.showQuickPick(rows, { title, ignoreFocusOut: true })) === tryIt;
}

async function offerHub(choice: ModelChoice, notify: Pick<Notify, "tell">): Promise<void> {
  const start = t("Try the Built-in Hub");
  const label = plainText(labelOf(choice), 200);
  const sentence = t("{0} is ready for the experts of the built-in hub.", label);
  if ((await notify.tell(sentence, [start], { commands: ["expertHub.startLocalHub"] })) === start)
    await vscode.commands.executeCommand("expertHub.startLocalHub");
}

/** A model in the list. */
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
  return { label, choice, alwaysShow: true, ...(description !== undefined && { description }) };
}
