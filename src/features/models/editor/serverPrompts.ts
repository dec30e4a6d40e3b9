import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Connection } from "../../connection/core/connection";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import { confirmPlainHttp } from "../../connection/editor/connectionPrompts";
import type { ModelAddress } from "../../../contract/builtInHubApi";
import { ModelProblem } from "../../../contract/chatModel";
import type { UserNetwork } from "../../../client/userNetwork";
import { t } from "../../../kit/l10n";
import { lazy } from "../../../kit/lazy";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { addressMessage, EntryBox, keyIn } from "../../../platform/editor/entryBox";
import type { ChosenModels } from "../core/chosenModels";
import type { ContextSizes } from "../core/contextSizes";
import type { ModelKeys } from "./modelKeys";

export interface ServerPromptsParts {
  readonly models: ChosenModels;
  readonly modelKeys: ModelKeys;
  readonly extras: Pick<StoredExtras, "get">;
  /** The way to servers of language models. */
  readonly network: Pick<UserNetwork, "send">;
  readonly builtInHub: BuiltInHub;
  readonly connection: Connection;
  readonly contexts: ContextSizes;
}

/** What a server said when it was asked for its models. */
export interface Listing {
  readonly address: ModelAddress;
  readonly names: readonly string[];
  /** Why there are no names. */
  readonly problem?: ModelProblem;
}

export class ServerPrompts {
  readonly #parts: ServerPromptsParts;

  constructor(parts: ServerPromptsParts) {
    this.#parts = parts;
  }

  /** Throws an error whose message says what is wrong with the address. */
  async addressOf(typed: string): Promise<ModelAddress> {
    return (await this.#parts.builtInHub.module()).modelAddress(typed, { localNetwork: true });
  }

  /** Asks about plain http to an origin where nobody has decided yet; false if the user declines. */
  allowsPlainHttp(origin: string): Promise<boolean> {
    return confirmPlainHttp(origin, this.#parts.connection.plainHttp);
  }

  /** The models of a server, with the key that is stored unless another is given. */
  async list(address: ModelAddress, signal: AbortSignal, key?: string): Promise<Listing> {
    const { builtInHub, contexts, extras, modelKeys, network } = this.#parts;
    const { listModels } = await builtInHub.module();
    const stored = () => (key === undefined ? modelKeys.get(address.origin) : Promise.resolve(key));
    try {
      const own = lazy(() => extras.get(address.origin));
      const server = { address, send: network.send, key: stored, extras: own };
      const listed = await listModels(server, signal);
      fireAndForget(() => contexts.tellServed(address.base, listed));
      const names = listed.map(({ name }) => name);
      if (names.length > 0) return { address, names };
      const sentence = t("{0} offers no models yet.", address.host);
      return { address, names, problem: new ModelProblem("not-found", sentence) };
    } catch (error) {
      if (!ModelProblem.is(error)) throw error;
      return { address, names: [], problem: error };
    }
  }

  /** Asks for an address and, at a new one, for a key; `undefined` if the user left. */
  async server(): Promise<Listing | undefined> {
    let typed = "";
    for (;;) {
      const first = await this.#addressed(typed);
      if (!first) return undefined;
      typed = first.typed;
      if (this.#isKnown(first.listing)) return first.listing;
      const listing = await this.key(first.listing, { canGoBack: true });
      if (listing !== "back") return listing;
    }
  }

  /** A model of this address was chosen before, so that its key, if any, is there. */
  #isKnown({ address: { base }, problem }: Listing): boolean {
    const { models } = this.#parts;
    const isChosen = models.list.some((one) => one.kind === "address" && one.address === base);
    return isChosen && problem?.kind !== "bad-key";
  }

  /** Asks for the key of a server that has been asked for its models with the one that was known. */
  async key(
    first: Listing,
    { canGoBack }: { canGoBack: boolean },
  ): Promise<Listing | "back" | undefined> {
    const { address, problem } = first;
    const { modelKeys } = this.#parts;
    const needsKey = problem?.kind === "bad-key";
    const isKnown = (await modelKeys.get(address.origin)) !== undefined;
    const box = new EntryBox({
      title: t("Key for {0}", address.origin),
      prompt: keyPrompt({ needsKey, isKnown }),
      placeholder: needsKey ? t("Paste the key") : t("Paste the key, or leave it empty"),
      isPassword: true,
      canGoBack,
      read: (typed) => (typed.trim() === "" ? "" : keyIn(typed)),
    });
    try {
      if (needsKey && isKnown) box.refuse(problem.message);
      for (let key = await box.next(); key !== undefined; key = await box.next()) {
        const listing = key === "" ? first : await this.list(address, box.aborted, key);
        if (box.aborted.aborted) break;
        if (isRefused(listing)) box.refuse(listing.problem.message);
        else {
          if (key !== "") await modelKeys.store(address.origin, key);
          return listing;
        }
      }
      return box.wentBack ? "back" : undefined;
    } catch (error) {
      if (box.aborted.aborted) return box.wentBack ? "back" : undefined;
      throw error;
    } finally {
      box.dispose();
    }
  }

  async #addressed(
    before: string,
  ): Promise<{ readonly typed: string; readonly listing: Listing } | undefined> {
    const { modelAddress } = await this.#parts.builtInHub.module();
    const near = { localNetwork: true };
    const box = new EntryBox({
      title: t("Address of a model server"),
      prompt: t(
        "Base address of a server with OpenAI-compatible Chat Completions. Plain http is accepted for this computer and, once you agree, in your local network.",
      ),
      placeholder: t("http://127.0.0.1:11434 or https://models.example/v1"),
      value: before,
      judge: (typed) => addressMessage(typed, undefined, near),
      read: (typed) => (typed.trim() === "" ? undefined : modelAddress(typed, near) && typed),
    });
    try {
      for (let typed = await box.next(); typed !== undefined; typed = await box.next()) {
        const address = modelAddress(typed, near);
        if (!(await this.allowsPlainHttp(address.origin))) {
          box.refuse(t("Nothing was sent. Use an https address, or allow plain http."));
          continue;
        }
        const listing = await this.list(address, box.aborted);
        if (box.aborted.aborted) return undefined;
        if (listing.problem?.kind !== "unreachable") return { typed, listing };
        box.refuse(listing.problem.message);
      }
      return undefined;
    } catch (error) {
      if (box.aborted.aborted) return undefined;
      throw error;
    } finally {
      box.dispose();
    }
  }
}

/** A server that has no list, or none that can be read, may still have models. */
function isRefused(listing: Listing): listing is Listing & { readonly problem: ModelProblem } {
  return listing.problem?.kind === "bad-key" || listing.problem?.kind === "unreachable";
}

function keyPrompt({ needsKey, isKnown }: { needsKey: boolean; isKnown: boolean }): string {
  const kept = t("It is kept in VS Code's secret storage and sent to this address only.");
  if (needsKey) return kept;
  return isKnown
    ? `${kept} ${t("Leave it empty to keep the present key.")}`
    : `${kept} ${t("Leave it empty if the server needs no key to answer questions.")}`;
}
