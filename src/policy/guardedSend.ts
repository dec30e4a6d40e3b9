import { ModelProblem } from "../contract/chatModel";
import type { Send, SendOne, SendRequest } from "../contract/send";
import { t } from "../kit/l10n";
import { isPlainHttp } from "../contract/webAddress";
import { assertAllowed, type Policy, type PolicySource } from "./policy";

const bytesOf = ({ body }: SendRequest): number =>
  body === undefined ? 0 : Buffer.byteLength(body);

/**
 * The way to a hub, as far as the policy allows it at each request. `assertHub` throws if this hub
 * may not be asked, or is no longer the one that is meant.
 */
export function hubSend(
  send: Send,
  policy: PolicySource,
  assertHub: (policy: Policy, origin: string) => void,
): Send {
  let isClosed = false;
  const guarded = async (request: SendRequest) => {
    // What was ended on purpose is cancelled, whatever else has changed.
    if (isClosed) return send(request);
    const { current } = policy;
    assertHub(current, request.url.origin);
    assertAllowed(current.sizeRefusal(bytesOf(request)));
    return send(request);
  };
  const close = () => {
    isClosed = true;
    return send.close();
  };
  return Object.assign(guarded, { close, retire: () => send.retire() });
}

/**
 * The way to servers of language models. Rejects with `ModelProblem` as well. `plainHttpRefusal` says
 * why an origin must not be asked; without it, plain http stays on this computer.
 */
export function modelSend(
  send: SendOne,
  policy: PolicySource,
  plainHttpRefusal = refusalBeyondThisComputer,
): SendOne {
  return async (request) => {
    const refusal = plainHttpRefusal(request.url.origin);
    if (refusal !== undefined) throw new ModelProblem("unreachable", refusal);
    assertModel(policy.current, request.url.origin, bytesOf(request));
    return send(request);
  };
}

function refusalBeyondThisComputer(origin: string): string | undefined {
  const isAllowed = !isPlainHttp(origin);
  return isAllowed
    ? undefined
    : t("{0} must start with https://, except on this computer.", origin);
}

/** The way to documents and to the search service. */
export function webSend(send: SendOne, policy: PolicySource): SendOne {
  return async (request) => {
    assertAllowed(policy.current.problem);
    return send(request);
  };
}

/** Throws `ModelProblem` if this much may not be sent to a model there. */
export function assertModel(policy: Policy, place: string, bytes: number): void {
  const refusal = policy.modelRefusal(place) ?? policy.sizeRefusal(bytes);
  if (refusal !== undefined) throw new ModelProblem("unreachable", refusal);
}
