import type { Connection } from "../../connection/core/connection";
import type { ChosenModels } from "../../models/core/chosenModels";
import { labelOf, modelKeyOf } from "../../models/core/modelChoice";
import type { Conversation } from "../../conversation/core/conversation";
import type { HubRequest } from "../../conversation/core/question";
import { type Consent, hasConsent } from "../core/confirmation";
import { addressDoubts } from "../core/documentAddress";
import type { Options } from "../core/options";
import type { AgentRequest } from "../../../contract/types";
import { plainText } from "../../../platform/editor/plainText";
import { toolNames, type ToolName } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import { confirm } from "../../../platform/editor/confirm";

/** Asks once about each language model, and once per conversation and hub about what a hub may access. */
export class ReachConsent {
  readonly #models: ChosenModels;
  readonly #connection: Pick<Connection, "hub">;
  readonly #agreed = new WeakMap<Conversation, Set<string>>();

  constructor(models: ChosenModels, connection: Pick<Connection, "hub">) {
    this.#models = models;
    this.#connection = connection;
  }

  /** False if the user declined. `present`: see `Confirmation.confirmReach`. */
  async allows(conversation: Conversation, sent: HubRequest, present?: Options): Promise<boolean> {
    if (!(await this.#allowsModel(sent))) return false;
    if (sent.endpoint !== "invoke_agent") return true;
    const { tool_activation: tools, document_urls: addresses = [] } = sent.body;
    const brought = present ? beyond(sent.body, present) : [];
    const doubts = addressDoubts(addresses);
    const ask = (matter: string, sentence: string, reasons: readonly string[]) =>
      this.#ask(conversation, matter, sentence, reasons);
    return (
      (brought.length === 0 ||
        (await ask(
          JSON.stringify(brought),
          t("This question uses tools or addresses that your current options do not allow."),
          brought,
        ))) &&
      (tools?.workspace_connector !== true ||
        (await ask("workspace", t("Allow the hub's workspace connector in this chat?"), [
          t(
            "The expert can then read the files that the hub has access to. For the built-in hub, these are the files in your open folders.",
          ),
        ]))) &&
      (doubts.length === 0 ||
        ask(JSON.stringify(addresses), t("The hub will fetch these addresses."), doubts))
    );
  }

  async #allowsModel({ body }: HubRequest): Promise<boolean> {
    if (!this.#connection.hub?.builtIn) return true;
    const model = this.#models.find(body.model_id);
    if (!model) return true;
    const agreed = {
      has: () => this.#models.isAllowed(model),
      add: () => this.#models.allow(model),
    };
    return hasConsent(agreed, modelKeyOf(model), () =>
      answerTo(
        t("Send questions to {0}?", plainText(labelOf(model), 200)),
        t(
          "The model gets your questions, what you attach, the conversation so far, and what the tools that you turn on find. You are asked once for this model.",
        ),
      ),
    );
  }

  #ask(
    conversation: Conversation,
    matter: string,
    sentence: string,
    reasons: readonly string[],
  ): Promise<boolean> {
    const agreed = this.#agreed.get(conversation) ?? new Set();
    this.#agreed.set(conversation, agreed);
    return hasConsent(agreed, JSON.stringify([this.#connection.hub?.scope, matter]), () => {
      const shown = reasons.slice(0, 10).map((reason) => plainText(reason, 200));
      if (reasons.length > shown.length)
        shown.push(t("and {0} more", reasons.length - shown.length));
      return answerTo(sentence, shown.join("\n"));
    });
  }
}

async function answerTo(sentence: string, detail: string): Promise<Consent> {
  const choice = { detail, yes: t("Send"), no: t("Do Not Send") };
  return (await confirm(sentence, choice)) ? "always" : "no";
}

const turnsOn: Record<ToolName, string> = {
  web_search: t("Turns on: web search"),
  computation_engine: t("Turns on: computation engine"),
  document_retriever: t("Turns on: document retriever"),
  workspace_connector: t("Turns on: workspace connector"),
};

/** A saved question is untrusted, like its file: the user sees what the current options do not allow. */
function beyond({ tool_activation: tools, document_urls: urls = [] }: AgentRequest, now: Options) {
  return [
    ...toolNames
      .filter((name) => tools?.[name] === true && now.tools[name] !== true)
      .map((name) => turnsOn[name]),
    ...urls
      .filter((address) => !now.documentUrls.includes(address))
      .map((address) => t("Lets the hub fetch: {0}", address)),
  ];
}
