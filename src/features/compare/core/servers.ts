import { estimatedTokens } from "../../../contract/contextSize";
import { isLoopback } from "../../../contract/webAddress";
import { locale, t } from "../../../kit/l10n";
import type { ConversationHubs } from "../../asking/core/conversationHubs";
import type { PreparedQuestion } from "../../asking/core/preparedQuestion";
import type { ChosenModels } from "../../models/core/chosenModels";
import type { Server } from "./slots";

/** The servers that questions go to, and the summary that is shown before they are sent. */
export class Servers {
  readonly #models: Pick<ChosenModels, "find">;
  readonly #hubs: Pick<ConversationHubs, "nameOf">;

  constructor(models: Pick<ChosenModels, "find">, hubs: Pick<ConversationHubs, "nameOf">) {
    this.#models = models;
    this.#hubs = hubs;
  }

  /** The server whose limit applies to this question. */
  of({ asked, sent }: Pick<PreparedQuestion, "asked" | "sent">): Server {
    const model = this.#models.find(sent.body.model_id);
    const address = model?.kind === "address" ? new URL(model.address) : undefined;
    if (model?.kind !== "address" || !address || !isLoopback(address.hostname))
      return { key: asked.hubScope };
    // This computer has several names, and one server at a port.
    return { key: `${address.protocol}${address.port}`, model: model.identifier };
  }

  /** Such as `3 requests, about 4,100 tokens each, to hub.example and your computer`. */
  summary(prepared: readonly PreparedQuestion[]): string {
    const places = [...new Set(prepared.map((one) => this.#placeOf(one)))];
    const where = new Intl.ListFormat(locale(), { type: "conjunction" }).format(places);
    const sizes = prepared.map(({ sent }) => estimatedTokens(JSON.stringify(sent.body)));
    const tokens = twoDigits(Math.max(0, ...sizes)).toLocaleString(locale());
    return prepared.length === 1
      ? t("1 request, about {0} tokens, to {1}", tokens, where)
      : t("{0} requests, about {1} tokens each, to {2}", prepared.length, tokens, where);
  }

  /** A model of the user's own is elsewhere than the hub that asks it. */
  #placeOf({ asked, sent }: PreparedQuestion): string {
    const model = this.#models.find(sent.body.model_id);
    if (!model) return this.#hubs.nameOf(asked.hubScope);
    if (model.kind === "editor") return model.provider;
    const { hostname, host } = new URL(model.address);
    return isLoopback(hostname) ? t("your computer") : host;
  }
}

/** An estimate deserves no more than two digits. */
function twoDigits(tokens: number): number {
  const step = 10 ** Math.max(0, String(tokens).length - 2);
  return Math.ceil(tokens / step) * step;
}
