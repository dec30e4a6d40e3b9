import { stripVTControlCharacters } from "node:util";
import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import type { Attachment } from "../../conversation/core/attachment";
import { textAttachment } from "./codeAttachment";

/** Characters of the output of one command: the last ones. */
const maxOutput = 200_000;
/** Milliseconds in which the output of a command that has ended is complete. */
const completeWithinMs = 500;

interface LastCommand {
  readonly execution: vscode.TerminalShellExecution;
  output: string;
  isCut: boolean;
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
    const { execution, isCut, hasEnded, exitCode } = command;
    const end = hasEnded ? exitCode !== undefined && `Exit code: ${exitCode}` : "Still running";
    const lines = [
      `$ ${execution.commandLine.value}`,
      isCut && "(the beginning of the output is left out)",
      shownText(command.output),
      end,
    ];
    const text = lines.filter((line) => line !== false && line !== "").join("\n");
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
  const read = async (): Promise<void> => {
    for await (const data of stream) {
      command.output += data;
      if (command.output.length <= 2 * maxOutput) continue;
      command.output = command.output.slice(-maxOutput);
      command.isCut = true;
    }
  };
  const command: LastCommand = {
    execution,
    output: "",
    isCut: false,
    hasEnded: false,
    exitCode: undefined,
    complete: Promise.resolve()
      .then(read)
      .catch(() => undefined),
  };
  return command;
}

/** What is in view of it at its end: without colours, and of a line that was written over the last state. */
export function shownText(output: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = output.replaceAll(/\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\|$)/g, "");
  return (
    stripVTControlCharacters(plain)
      .replaceAll(/\r+\n/g, "\n")
      .split("\n")
      .map((line) => line.replace(/\r+$/, "").split("\r").at(-1)!.trimEnd())
      .join("\n")
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, "")
      .trim()
  );
}
