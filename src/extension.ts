import "./platform/editor/language";
import type * as vscode from "vscode";
import { ModelEntrances } from "./features/agents/editor/modelEntrances";
import { registerParticipant } from "./features/agents/editor/participantEntrance";
import { registerEntrances } from "./entrances";
import { ConversationsTree } from "./features/history/editor/conversationsTree";
import { ExpertsTree } from "./features/experts/editor/expertsTree";
import { AskCodeAction } from "./features/asking/editor/askCodeAction";
import { closeLeftReviews } from "./platform/editor/leftReviews";
import { LastEditor } from "./platform/editor/lastEditor";
import { ChannelLog } from "./platform/editor/log";
import { yieldToIpc } from "./platform/editor/yieldToIpc";
import type { Disposable } from "./kit/disposable";
import { lazy } from "./kit/lazy";
import { fireAndForget, onUnexpectedError } from "./kit/unexpectedErrors";

/** Registers the entrances; what stands behind them is loaded when one is used. */
export function activate(context: vscode.ExtensionContext): void {
  const own = <T extends Disposable>(owned: T): T => {
    context.subscriptions.push(owned);
    return owned;
  };
  const log = own(new ChannelLog());
  own(
    onUnexpectedError(async (error) => {
      const { Notify } = await import("./platform/editor/notify");
      new Notify(log).failure(error);
    }),
  );
  const core = lazy(async () => {
    const { buildCore } = await import("./core");
    return buildCore(context, log, own);
  });
  const lastEditor = own(new LastEditor());
  const expertsTree = own(new ExpertsTree(async () => (await core()).expertRows));
  own(new AskCodeAction(core));
  const features = lazy(async () => {
    const { Features } = await import("./compose");
    const built = own(
      new Features({
        core: await core(),
        context,
        log,
        lastEditor,
        expertsTree,
        conversationsTree,
      }),
    );
    await built.ready;
    return built;
  });
  const conversationsTree: ConversationsTree = own(
    new ConversationsTree(async () => {
      // VS Code requests the rows of both trees at once: those of the experts need only the core.
      await core();
      await yieldToIpc();
      return (await features()).conversationRows;
    }),
  );
  own(registerEntrances(context.extensionUri, features));
  const agents = async () => (await features()).agents;
  fireAndForget(() => closeLeftReviews(context.workspaceState));
  own(new ModelEntrances({ core, agents }));
  own(registerParticipant(context.extensionUri, agents));
}
