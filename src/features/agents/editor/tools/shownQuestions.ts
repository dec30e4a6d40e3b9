import type { AgentQuestion } from "../agentQuestions";

/** More than VS Code shows at once. */
const maxRemembered = 50;

/** Remembers what the user was asked about, until it is sent. */
export class ShownQuestions {
  readonly #marks: string[] = [];

  add(asked: AgentQuestion): void {
    this.#marks.push(questionMark(asked));
    if (this.#marks.length > maxRemembered) this.#marks.shift();
  }

  /** Whether exactly this was shown; each time that it was shown counts once. */
  take(asked: AgentQuestion): boolean {
    const at = this.#marks.indexOf(questionMark(asked));
    if (at !== -1) this.#marks.splice(at, 1);
    return at !== -1;
  }
}

/** Everything that the user sees, and where it goes. */
function questionMark({
  question,
  expertName,
  abilityName,
  at: { hub, baseUrl, account },
  files,
}: AgentQuestion): string {
  const where = [hub.scope, baseUrl, account];
  return JSON.stringify([question, expertName, abilityName, where, files.map(String)]);
}
