import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import type { Attachment } from "../../conversation/core/attachment";
import { TerminalOutput } from "./terminalOutput";
import { textAttachment } from "./codeAttachment";

/** Milliseconds in which the output of a command that has ended is complete. */
const completeWithinMs = 500;

interface LastCommand {
  readonly execution: vscode.TerminalShellExecution;
  readonly output: TerminalOutput;
  hasEnded: boolean;
  exitCode: number | undefined;
  /** Resolves once all of its output is there. */
  readonly complete: Promise<void>;
}

/** What each terminal of this window ran last, as its shell integration tells. */
export class LastCommands extends Owner {
  readonly #commands = new Map<vscode.Terminal, LastCommand>();

  constructor() {
    super();
    const { window } = vscode;
    this.register(
      window.onDidStartTerminalShellExecution(({ terminal, execution }) =>
        this.#commands.set(terminal, followed(execution)),
      ),
    );
    this.register(
      window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
        const command = this.#commands.get(terminal);
        if (command?.execution === execution) Object.assign(command, { hasEnded: true, exitCode });
      }),
    );
    this.register(window.onDidCloseTerminal((terminal) => this.#commands.delete(terminal)));
  }

  /** The line that was run last in a terminal; `undefined` if that is not known. */
  lineIn(terminal: vscode.Terminal | undefined): string | undefined {
    return terminal && this.#commands.get(terminal)?.execution.commandLine.value;
  }

  /** That command with its output. Rejects with a sentence if it is not known. */
  async attachment(terminal = vscode.window.activeTerminal): Promise<Attachment> {
    const command = terminal && this.#commands.get(terminal);
    if (!command) throw lastCommandUnknown();
    if (command.hasEnded)
      await Promise.race([
        command.complete,
        new Promise((resolve) => setTimeout(resolve, completeWithinMs)),
      ]);
    const { execution, output, hasEnded, exitCode } = command;
    const end = hasEnded ? exitCode !== undefined && `Exit code: ${exitCode}` : "Still running";
    const lines = [`$ ${execution.commandLine.value}`, ...output.lines, end];
    const text = lines.filter((line) => line !== false).join("\n");
    const attachment = textAttachment({ text, label: t("Last command") });
    const shownEnd = hasEnded
      ? exitCode !== undefined && t("exit code {0}", exitCode)
      : t("still running");
    const detail = [attachment.detail, shownEnd].filter((part) => part !== false).join(" · ");
    return { ...attachment, detail, source: { kind: "terminal" } };
  }
}

export const lastCommandUnknown = (): HubError =>
  new HubError(
    "invalid-request",
    t(
      "The last command is not known. Shell integration has to be active in the terminal; you can also select the output and ask about the selection.",
    ),
  );

function followed(execution: vscode.TerminalShellExecution): LastCommand {
  // At once: what was written before is lost.
  const stream = execution.read();
  const output = new TerminalOutput();
  const read = async (): Promise<void> => {
    for await (const data of stream) output.add(data);
  };
  return {
    execution,
    output,
    hasEnded: false,
    exitCode: undefined,
    complete: Promise.resolve()
      .then(read)
      .catch(() => undefined),
  };
}
