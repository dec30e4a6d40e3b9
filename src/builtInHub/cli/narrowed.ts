import type { Options } from "../index";
import { webSend } from "../../policy/guardedSend";
import { assertAllowed, type PolicySource } from "../../policy/policy";

/**
 * The options as far as the policy of this computer allows them, at each question. Throws if it does
 * not allow this hub. Its models have to be asked by `modelSend`.
 */
export function narrowed(options: Options, policy: PolicySource): Options {
  assertAllowed(policy.current.builtInHubRefusal);
  const { exclude, folders = [], searchAddress, send } = options;
  const given = typeof folders === "function" ? folders : () => folders;
  return {
    ...options,
    folders: () => (policy.current.workspaceToolsRefusal === undefined ? given() : []),
    toolRefusal: (tool) => policy.current.toolRefusal(tool),
    exclude: () => [...(exclude?.() ?? []), ...policy.current.exclude],
    searchAddress: () =>
      policy.current.webSearchRefusal === undefined ? (searchAddress?.() ?? "") : "",
    ...(send && { send: webSend(send, policy) }),
  };
}
