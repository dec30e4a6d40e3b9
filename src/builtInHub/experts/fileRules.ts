import type { AgentRequest, Expert } from "../../contract/types";
import { toolNames } from "../../contract/vocabulary";
import type { BuiltInExpert } from "./catalog";

/** The request without the tools that the expert's file does not allow. */
export function allowedBy({ file }: BuiltInExpert, request: AgentRequest): AgentRequest {
  const allowed = file?.tools;
  if (!allowed) return request;
  const off = toolNames.filter((name) => !allowed.includes(name)).map((name) => [name, false]);
  return {
    ...request,
    tool_activation: { ...request.tool_activation, ...Object.fromEntries(off) },
  };
}

/** The expert as a language model gets it: with the instructions of its skills. */
export function instructed({ record, file }: BuiltInExpert): Expert {
  if (!file) return record;
  const abilities = file.skills.map(({ ability, instructions }) => ({
    ...ability,
    text: [ability.text, instructions].filter(Boolean).join("\n\n"),
  }));
  return { ...record, abilities };
}
