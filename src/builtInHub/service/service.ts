import { Agent, expertOf } from "../experts/agent";
import type { Folder } from "../tools/roots";
import type { Account } from "./account";
import type { Call } from "./call";

/** The four endpoints, for requests that conform to the description. */
export class Service {
  readonly #account: Account;
  readonly #agent: Agent;

  constructor(account: Account, folders: () => readonly Folder[]) {
    this.#account = account;
    this.#agent = new Agent(folders);
  }

  async answer(call: Call, signal: AbortSignal): Promise<unknown> {
    switch (call.endpoint) {
      case "get_user":
        return this.#account.record();
      case "get_expert":
        return [expertOf(call.expertId).record];
      case "invoke_agent": {
        const answer = await this.#agent.invoke(call.body, signal);
        this.#account.charge(answer.input.length + answer.output.length);
        return answer;
      }
      default: {
        const answer = await this.#agent.complete(call.body, signal);
        const asked = (call.body.input_data ?? []).reduce(
          (sum, { content }) => sum + content.length,
          0,
        );
        this.#account.charge(asked + answer.output.length);
        return answer;
      }
    }
  }
}
