import type { Conversation } from "../../conversation/core/conversation";
import type { Sent } from "../../conversation/core/question";
import { addressDoubts } from "../core/documentAddress";
import type { Options } from "../core/options";
import type { AgentRequest } from "../../../contract/types";
import { plainText } from "../../../platform/editor/plainText";
import { toolNames, type ToolName } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import { confirm } from "../../../platform/editor/confirm";

/** Asks once per conversation and hub about what a question allows the hub to access. */
export class Consent {
  readonly #given = new WeakMap<Conversation, Set<string>>();
  readonly #hubScope: () => string | undefined;

  /** `hubScope` is that of the hub in use. */
  constructor(hubScope: () => string | undefined = () => undefined) {
    this.#hubScope = hubScope;
  }

  /** Also covers what an earlier question uses beyond the current options. False if the user declined. */
  async allowsAgain(conversation: Conversation, sent: Sent, now: Options): Promise<boolean> {
    const brought = sent.endpoint === "invoke_agent" ? beyond(sent.body, now) : [];
    return (
      (brought.length === 0 ||
        (await this.#ask(conversation, JSON.stringify(brought), {
          sentence: t(
            "This question uses tools or addresses that your current options do not allow.",
          ),
          reasons: brought,
        }))) &&
      this.allows(conversation, sent)
    );
  }

  /** False if the user declined. */
  async allows(conversation: Conversation, sent: Sent): Promise<boolean> {
    if (sent.endpoint !== "invoke_agent") return true;
    const { tool_activation: tools, document_urls: addresses = [] } = sent.body;
    const doubts = addressDoubts(addresses);
    return (
      (tools?.workspace_connector !== true ||
        (await this.#ask(conversation, "workspace", {
          sentence: t("Allow the hub's workspace connector in this chat?"),
          reasons: [
            t(
              "The expert can then read the files that the hub has access to. For the built-in hub, these are the files in your open folders.",
            ),
          ],
        }))) &&
      (doubts.length === 0 ||
        this.#ask(conversation, JSON.stringify(addresses), {
          sentence: t("The hub will fetch these addresses."),
          reasons: doubts,
        }))
    );
  }

  async #ask(
    conversation: Conversation,
    matter: string,
    { sentence, reasons }: { sentence: string; reasons: readonly string[] },
  ): Promise<boolean> {
    const name = JSON.stringify([this.#hubScope(), matter]);
    const given = this.#given.get(conversation) ?? new Set();
    if (given.has(name)) return true;
    const shown = reasons.slice(0, 10).map((reason) => plainText(reason, 200));
    if (reasons.length > shown.length) shown.push(t("and {0} more", reasons.length - shown.length));
    const detail = shown.join("\n");
    const choice = { detail, yes: t("Send"), no: t("Do Not Send") };
    if (!(await confirm(sentence, choice))) return false;
    this.#given.set(conversation, given.add(name));
    return true;
  }
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
