import * as vscode from "vscode";
import type { ArgsOf, CallName, ResultOf } from "../../../src/page/protocol/calls";
import type { HostMessage } from "../../../src/page/protocol/messages";

import type {
  ChatView,
  PendingConfirmationView,
  NoticeView,
  TurnView,
} from "../../../src/page/protocol/views";
import { chatPanelTypes } from "../../../src/platform/editor/manifest";
import { until } from "./inputs";

/** Replaces the page's own document: posts what the test wants. */
const speaker = `<!DOCTYPE html><script>
  const host = acquireVsCodeApi();
  addEventListener("message", ({ data }) => {
    for (const message of data.say ?? []) host.postMessage(message);
  });
  host.postMessage("up");
</script>`;

/** A chat of the running extension in an editor tab, and the messages exchanged with its document. */
export class ChatTab {
  /** What the extension posted, oldest first. */
  readonly heard: HostMessage[] = [];
  /** What its document posted. */
  readonly said: unknown[] = [];
  readonly panel: vscode.WebviewPanel;
  readonly #post: vscode.Webview["postMessage"];
  #id = 1_000_000;

  /** Opens the active chat by its command; with `speaking`, the test takes the place of the page. */
  static async open({ speaking = true } = {}): Promise<ChatTab> {
    const { createWebviewPanel } = vscode.window;
    const opened: ChatTab[] = [];
    Object.assign(vscode.window, {
      createWebviewPanel: (type: string, ...rest: unknown[]) => {
        const panel = Reflect.apply(createWebviewPanel, vscode.window, [
          type,
          ...rest,
        ]) as vscode.WebviewPanel;
        if ((chatPanelTypes as readonly string[]).includes(type))
          opened.push(new ChatTab(panel, speaking));
        return panel;
      },
    });
    try {
      await vscode.commands.executeCommand("expertHub.openChatInEditor");
    } finally {
      Object.assign(vscode.window, { createWebviewPanel });
    }
    const [tab] = opened;
    if (!tab) throw new Error("no tab was opened");
    if (speaking) await until("the document is up", () => tab.said.includes("up"));
    return tab;
  }

  private constructor(panel: vscode.WebviewPanel, speaking: boolean) {
    this.panel = panel;
    const { webview } = panel;
    if (speaking) {
      const html = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(webview), "html");
      Object.defineProperty(webview, "html", {
        ...html,
        set: () => {
          html?.set?.call(webview, speaker);
        },
      });
    }
    this.#post = webview.postMessage.bind(webview);
    webview.postMessage = (message: HostMessage) => {
      this.heard.push(message);
      return this.#post(message);
    };
    webview.onDidReceiveMessage((message: unknown) => this.said.push(message));
  }

  /** Has the document post these messages in sequence. */
  async say(messages: readonly unknown[]): Promise<void> {
    await this.#post({ say: messages });
  }

  /** A call like the page's. Rejects with the sentence that the page would show. */
  async call<N extends CallName>(name: N, args?: ArgsOf<N>): Promise<Awaited<ResultOf<N>>> {
    const id = this.#id++;
    await this.say([{ call: name, id, args }]);
    const reply = () =>
      this.heard.find((message) => "reply" in message && message.reply === id) as
        | { result: unknown }
        | { failure: string }
        | { declined: true }
        | undefined;
    await until(`${name} is answered`, () => reply() !== undefined);
    const answer = reply() ?? { result: undefined };
    if ("declined" in answer) throw new Error("The user declined.");
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.result as Awaited<ResultOf<N>>;
  }

  view(): Promise<ChatView> {
    return this.call("ready");
  }

  /** What the chat says of commands. */
  async told(): Promise<NoticeView | undefined> {
    return (await this.view()).pageState.notice;
  }

  /** Presses this button of what has to be decided in the chat; declines without one. */
  async decide(button?: string): Promise<PendingConfirmationView> {
    let pending: PendingConfirmationView | undefined;
    await until("something has to be decided", async () => {
      pending = (await this.view()).pageState.pending;
      return pending !== undefined;
    });
    const { id: questionId, choices } = pending!;
    const choice = button === undefined ? undefined : choices.indexOf(button);
    await this.call("decide", { questionId, choice });
    return pending!;
  }

  /** The newest turn as the page would draw it now. */
  async last(): Promise<TurnView | undefined> {
    return (await this.view()).turns.at(-1);
  }

  async send(text: string): Promise<void> {
    await this.call("send", { text });
  }

  /** The newest turn once it is no longer waiting. */
  async settled(withinMs?: number): Promise<TurnView> {
    let last: TurnView | undefined;
    await until(
      "the question is settled",
      async () => {
        last = await this.last();
        return last !== undefined && last.result.state !== "waiting";
      },
      withinMs,
    );
    return last as TurnView;
  }

  close(): void {
    this.panel.dispose();
  }
}

export function outputOf({ result }: TurnView): string {
  if (result.state !== "done") throw new Error(`it is ${result.state}: ${JSON.stringify(result)}`);
  return result.answer.output;
}

export function sentenceOf({ result }: TurnView): string {
  if (result.state !== "failed") throw new Error(`it is ${result.state}`);
  return result.problem.sentence;
}
