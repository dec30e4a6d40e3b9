import type { Connection } from "../../connection/core/connection";
import { type ChosenModels, labelOf } from "../../models/core/chosenModels";
import type { Conversation } from "../../conversation/core/conversation";
import type { HubRequest } from "../../conversation/core/question";
import type { Permission } from "../../../platform/core/ports";
import type { ConfirmationReason } from "../../../platform/core/confirmer";
import type { RequiredConfirmation, Outsider, PreparedQuestion } from "../core/preparedQuestion";
import type { QuestionTools } from "../core/questionTools";
import type { WorkspacePermission, WorkspacePermissions } from "../core/workspacePermissions";
import { type Options, addressWarnings } from "../core/options";
import type { AgentRequest } from "../../../contract/types";
import { plainText } from "../../../platform/editor/plainText";
import { trustedFolders } from "../../../platform/editor/restricted";
import { toolNames, type ToolName } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import { assertAllowed } from "../../../policy/policy";

interface ReachConsentParts {
  readonly models: ChosenModels;
  readonly connection: Pick<Connection, "policy">;
  readonly permissions: WorkspacePermissions;
  readonly tools: Pick<QuestionTools, "ofRequest" | "editor">;
}

/** What a question lets a hub and a language model reach: agreed to once, and not asked again. */
export class ReachConsent {
  readonly #models: ChosenModels;
  readonly #connection: Pick<Connection, "policy">;
  readonly #permissions: WorkspacePermissions;
  readonly #tools: ReachConsentParts["tools"];
  /** What was agreed to in a conversation, in words, by its key. */
  readonly #agreed = new WeakMap<Conversation, Map<string, string>>();

  constructor({ models, connection, permissions, tools }: ReachConsentParts) {
    this.#models = models;
    this.#connection = connection;
    this.#permissions = permissions;
    this.#tools = tools;
  }

  /** What the user has not agreed to yet. Throws what the policy does not allow. */
  confirmations(conversation: Conversation, question: Reaching): RequiredConfirmation[] {
    const { sent, asked, present, outsider } = question;
    const { hub } = question.destination.at;
    const model = this.#modelConfirmation(sent);
    const readsFolder = this.#readsFolder(sent, hub, outsider);
    if (sent.endpoint !== "invoke_agent")
      return [
        ...(model ? [model] : []),
        ...(outsider ? this.#readingConfirmation(outsider, { asked, hub, readsFolder }) : []),
      ];
    const { document_urls: addresses = [] } = sent.body;
    const brought = present ? beyond(sent.body, present) : [];
    const unusual = addressWarnings(addresses);
    const once = (
      matter: string,
      sentence: string,
      reasons: readonly string[],
    ): RequiredConfirmation[] => {
      const confirmation = { sentence, reasons: asReasons(reasons) };
      const label = reasons.join(", ");
      return reasons.length === 0
        ? []
        : this.#once(conversation, { matter, label, hub }, confirmation);
    };
    return [
      ...(model ? [model] : []),
      ...once(
        JSON.stringify(brought),
        t("This question uses tools or addresses that your current options do not allow."),
        brought,
      ),
      ...(outsider
        ? this.#readingConfirmation(outsider, { asked, hub, readsFolder })
        : readsFolder
          ? this.#workspaceConfirmation(asked, hub)
          : []),
      ...this.#editorToolsConfirmation(asked, sent.body.tool_config?.editor_tools ?? []),
      ...once(JSON.stringify(addresses), t("The hub will fetch these addresses."), unusual),
    ];
  }

  /**
   * The files of the folder, which others read with the answer. What an answer of the built-in hub
   * shows of them without a model goes nowhere else if the user asks.
   */
  #readsFolder(sent: HubRequest, hub: ReachedHub, outsider: Outsider | undefined): boolean {
    if (this.#tools.ofRequest(sent, hub).workspace_connector) return false;
    const { tool_activation: tools, model_id: model } = sent.body as AgentRequest;
    if (!hub.builtIn || this.#models.find(model)) return tools?.workspace_connector === true;
    return outsider !== undefined && trustedFolders().length > 0;
  }

  #modelConfirmation({ body }: HubRequest): RequiredConfirmation | undefined {
    const model = this.#models.find(body.model_id);
    if (model) assertAllowed(this.#models.refusal(body.model_id, this.#connection.policy.current));
    if (!model || this.#models.isAllowed(model)) return undefined;
    const text = t(
      "The model gets your questions, what you attach, the conversation so far, and what its tools find. You are asked once for this model.",
    );
    return {
      sentence: t("Send questions to {0}?", plainText(labelOf(model), 200)),
      reasons: [{ text }],
      agreed: () => this.#models.allow(model),
    };
  }

  #workspaceConfirmation(
    { expertId, expertName }: Reaching["asked"],
    hub: ReachedHub,
  ): RequiredConfirmation[] {
    const name = plainText(expertName, 60);
    const permission = { hubScope: hub.scope, expertId, name };
    return this.#inWorkspace(permission, {
      sentence: t("Let {0} read the files of this workspace?", name),
      reasons: [{ text: connectorReads() }, { text: takenBack() }],
    });
  }

  /** A file may come with a repository: what it names is asked about once, and chosen from then on. */
  #editorToolsConfirmation(
    { expertId, expertName }: Reaching["asked"],
    names: readonly string[],
  ): RequiredConfirmation[] {
    const { editor } = this.#tools;
    const unseen = names.length === 0 ? [] : editor.of(expertId);
    const tools = unseen.filter(({ name, isChosen }) => names.includes(name) && !isChosen);
    if (tools.length === 0) return [];
    return [
      {
        sentence: t("Let {0} use these tools of VS Code?", plainText(expertName, 60)),
        reasons: [
          // All of them, since all are agreed to.
          ...[...Map.groupBy(tools, ({ origin }) => origin)].map(([origin, own]) => ({
            text: `${plainText(origin, 60)}: ${own.map(({ label }) => plainText(label, 80)).join(", ")}`,
          })),
          {
            text: t(
              "The file of this expert names them. The model calls them by itself; VS Code asks you first where a tool requires it.",
            ),
          },
        ],
        agreed: () =>
          editor.choose(expertId, Object.fromEntries(tools.map(({ name }) => [name, true]))),
      },
    ];
  }

  /** What the user allowed their own questions, and to ask at all, covers no files for others. */
  #readingConfirmation(
    { id, name, files = [] }: Outsider,
    { asked, hub, readsFolder }: OutsideReading,
  ) {
    if (!readsFolder && files.length === 0) return [];
    const { expertId, expertName } = asked;
    const [expert, reader] = [plainText(expertName, 60), plainText(name, 60)];
    const permission = {
      hubScope: hub.scope,
      expertId,
      name: expert,
      reader: { id, name: reader },
    };
    return this.#inWorkspace(permission, {
      sentence: t("Let {0} read your files through {1}?", reader, expert),
      reasons: [
        ...(readsFolder ? [{ text: connectorReads() }] : []),
        ...(files.length > 0 ? asReasons([t("Attached files: {0}", files.join(", "))]) : []),
        { text: t("What the answer shows of them goes to {0}.", reader) },
        { text: takenBack() },
      ],
    });
  }

  #inWorkspace(
    permission: WorkspacePermission,
    confirmation: RequiredConfirmation,
  ): RequiredConfirmation[] {
    if (this.#permissions.has(permission)) return [];
    return [{ ...confirmation, agreed: () => this.#permissions.add(permission) }];
  }

  /** Once for each conversation, hub and matter. */
  #once(
    conversation: Conversation,
    { matter, label, hub }: { matter: string; label: string; hub: ReachedHub },
    confirmation: RequiredConfirmation,
  ): RequiredConfirmation[] {
    const agreed = this.#agreed.get(conversation) ?? new Map<string, string>();
    this.#agreed.set(conversation, agreed);
    const key = JSON.stringify([hub.scope, matter]);
    return agreed.has(key) ? [] : [{ ...confirmation, agreed: () => agreed.set(key, label) }];
  }

  /** What the user agreed to in these conversations, and for good. */
  permissions(conversations: readonly Conversation[]): readonly Permission[] {
    return [
      ...[...new Set(conversations)].flatMap((conversation) => this.#agreedIn(conversation)),
      ...this.#permissions.list.map((permission) => ({
        label: permission.name,
        description: permission.reader
          ? t("files for {0}, in this workspace", permission.reader.name)
          : t("workspace connector, in this workspace"),
        revoke: () => this.#permissions.remove(permission),
      })),
      ...this.#models.permissions(this.#connection.policy.current),
    ];
  }

  #agreedIn(conversation: Conversation): Permission[] {
    const agreed = this.#agreed.get(conversation) ?? new Map<string, string>();
    const title = plainText(conversation.title ?? "", 60);
    return [...agreed].map(([key, label]) => ({
      label,
      description: title ? t("in the conversation “{0}”", title) : t("in an open conversation"),
      revoke: () => agreed.delete(key),
    }));
  }
}

type Reaching = Pick<PreparedQuestion, "sent" | "asked" | "present" | "destination" | "outsider">;
type ReachedHub = PreparedQuestion["destination"]["at"]["hub"];

interface OutsideReading {
  readonly asked: Reaching["asked"];
  readonly hub: ReachedHub;
  readonly readsFolder: boolean;
}

const connectorReads = (): string =>
  t(
    "The expert reads the files that the hub has access to. For the built-in hub, these are the files in your open folders.",
  );

const takenBack = (): string =>
  t("It is allowed in this workspace until you take it back with the command Permissions….");

function asReasons(reasons: readonly string[]): ConfirmationReason[] {
  const lines = reasons.slice(0, 10).map((reason) => plainText(reason, 200));
  if (reasons.length > lines.length) lines.push(t("and {0} more", reasons.length - lines.length));
  return lines.map((text) => ({ text }));
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
