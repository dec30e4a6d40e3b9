import * as vscode from "vscode";
import type { Log } from "../core/ports";
import { Owner } from "../../kit/disposable";

/** The log channel, created for the first line or the first reader. */
export class ChannelLog extends Owner implements Log {
  #channel: vscode.LogOutputChannel | undefined;

  info(line: string): void {
    this.#open().info(line);
  }

  warn(line: string): void {
    this.#open().warn(line);
  }

  error(line: string): void {
    this.#open().error(line);
  }

  show(): void {
    this.#open().show(true);
  }

  #open(): vscode.LogOutputChannel {
    this.#channel ??= this.register(vscode.window.createOutputChannel("Expert Hub", { log: true }));
    return this.#channel;
  }
}
