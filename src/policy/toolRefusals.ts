import type { AgentRequest, LlmRequest, ToolActivation } from "../contract/types";
import { toolNames, type ToolName } from "../contract/vocabulary";
import { t } from "../kit/l10n";
import { byOrganisation, type Policy } from "./policy";

/** What decides which tools a question has. */
export interface ToolMatters {
  readonly endpoint: "invoke_agent" | "invoke_llm";
  /** What is on or off for the question; the rest is left to the hub. */
  readonly chosen: ToolActivation | undefined;
  /** Why the organisation does not allow a tool. */
  policyRefusal(tool: ToolName): string | undefined;
  /** False in Restricted Mode. */
  readonly isTrusted: boolean;
  /** The tools that the file of the expert allows; absent if it restricts none. */
  readonly ofExpert?: readonly ToolName[] | undefined;
  /** Of the built-in hub; any other one decides about what is left to it. */
  readonly builtIn?: { readonly hasModel: boolean } | undefined;
}

/** Why a tool must not run. */
export interface ToolRefusal {
  readonly by: "endpoint" | "policy" | "trust" | "expert" | "question" | "default";
  readonly sentence: string;
  /** What stands beside the choice that the user does not have. */
  readonly lock?: string;
}

/** A tool without an entry may run. */
export type ToolRefusals = Readonly<Partial<Record<ToolName, ToolRefusal>>>;

/** What the built-in hub lets a language model call unless it is switched off; the rest shows it files, or others what is asked. */
const onByDefault: readonly ToolName[] = ["computation_engine", "document_retriever"];
const onWithoutModel: readonly ToolName[] = ["workspace_connector"];

/**
 * The one answer to which tools may run for a question, whoever asks it: of the client, for the
 * request, its preview, the options and the consent, and of the built-in hub, for what it runs.
 */
export function toolRefusals(matters: ToolMatters): ToolRefusals {
  return Object.fromEntries(
    toolNames.flatMap((tool) => {
      const refusal = refusalOf(tool, matters);
      return refusal ? [[tool, refusal]] : [];
    }),
  );
}

function refusalOf(tool: ToolName, matters: ToolMatters): ToolRefusal | undefined {
  const { endpoint, chosen, isTrusted, ofExpert, builtIn } = matters;
  if (endpoint === "invoke_llm")
    return { by: "endpoint", sentence: t("A language model that is asked alone has no tools.") };
  const ofPolicy = matters.policyRefusal(tool);
  if (ofPolicy !== undefined) return { by: "policy", sentence: ofPolicy, lock: byOrganisation() };
  if (tool === "workspace_connector" && !isTrusted)
    return {
      by: "trust",
      sentence: t(
        "The workspace connector is not available in Restricted Mode. Turn it off for this question, or trust the workspace.",
      ),
    };
  if (ofExpert && !ofExpert.includes(tool))
    return {
      by: "expert",
      sentence: t("The file of this expert does not allow this tool."),
      lock: t("Set by the file of this expert"),
    };
  if (chosen?.[tool] === false)
    return { by: "question", sentence: t("This tool is off for this question.") };
  if (!builtIn || (builtIn.hasModel && chosen?.[tool] === true)) return undefined;
  const isOn = (builtIn.hasModel ? onByDefault : onWithoutModel).includes(tool);
  if (isOn) return undefined;
  const sentence = builtIn.hasModel
    ? t("This tool is not on for this question.")
    : t("Without a language model I can only search.");
  return { by: "default", sentence };
}

/** `tool_activation` of a request: what is refused for a reason beyond the question itself is off. */
export function activationOf(
  chosen: ToolActivation | undefined,
  refusals: ToolRefusals,
): ToolActivation | undefined {
  const off = toolNames.filter((tool) => isForbidden(refusals[tool]));
  return off.length === 0
    ? chosen
    : { ...chosen, ...Object.fromEntries(off.map((tool) => [tool, false])) };
}

const isForbidden = (refusal: ToolRefusal | undefined): boolean =>
  refusal !== undefined && ["policy", "trust", "expert"].includes(refusal.by);

/** Why a request that was built before the policy changed is not sent as it is. */
export function requestRefusal(
  {
    endpoint,
    body,
  }: { endpoint: ToolMatters["endpoint"]; body: Pick<AgentRequest | LlmRequest, "expert_id"> },
  policy: Policy,
): string | undefined {
  const chosen = (body as AgentRequest).tool_activation;
  const policyRefusal = (tool: ToolName) => policy.toolRefusal(tool);
  const refusals = toolRefusals({ endpoint, chosen, policyRefusal, isTrusted: true });
  const left = toolNames.find(
    (tool) => refusals[tool]?.by === "policy" && chosen?.[tool] !== false,
  );
  return policy.problem ?? (left && refusals[left]?.sentence);
}
