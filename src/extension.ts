import "./platform/editor/language";
import * as vscode from "vscode";
import {
  ModelEntrances,
  registerMcp,
  registerParticipant,
  registerTools,
} from "./features/agents/editor/entrances";
import { registerCodeActions } from "./features/asking/editor/registerCodeActions";
import { registerChat } from "./features/chat/editor/chatEntrance";
import { registerComparisons } from "./features/compare/editor/comparisonEntrance";
import { ExpertsTree } from "./features/experts/editor/expertsTree";
import { ConversationsTree } from "./features/history/editor/conversationsTree";
import type { Disposable } from "./kit/disposable";
import { lazy } from "./kit/lazy";
import { fireAndForget, onUnexpectedError } from "./kit/unexpectedErrors";
import { LastEditor } from "./platform/editor/lastEditor";
import { closeLeftReviews } from "./platform/editor/leftReviews";
import { showChatView } from "./platform/editor/chatView";
import { ChannelLog } from "./platform/editor/log";
import { optionIn } from "./platform/editor/commandArguments";
import type { CommandId } from "./platform/editor/manifest";
import { yieldToIpc } from "./platform/editor/yieldToIpc";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

let settle = async (): Promise<void> => {};

/** VS Code waits a few seconds for this before it ends the process: what is being saved reaches the disk. */
export const deactivate = (): Promise<void> => settle();

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
  const hub = lazy(async () => {
    const { buildHubAndExperts } = await import("./hubAndExperts");
    return buildHubAndExperts(context, log, own);
  });
  const lastEditor = own(new LastEditor());
  const expertsTree = own(new ExpertsTree(async () => (await hub()).expertRows));
  own(registerCodeActions(hub));
  const features = lazy(async () => {
    const { Features } = await import("./compose");
    const built = own(
      new Features({ hub: await hub(), context, log, lastEditor, expertsTree, conversationsTree }),
    );
    settle = built.settle;
    await built.ready;
    return built;
  });
  const conversationsTree: ConversationsTree = own(
    new ConversationsTree(async () => {
      // VS Code requests the rows of both trees at once: those of the experts need only the hub.
      await hub();
      await yieldToIpc();
      return (await features()).conversationRows;
    }),
  );
  own(
    registerCommands(context, async (id, args) =>
      (await features()).commands.run(id as CommandId, args),
    ),
  );
  own(registerChat(context.extensionUri, async () => (await features()).panels));
  own(registerComparisons(context.extensionUri, async () => (await features()).comparisons));
  const agents = async () => (await features()).agents;
  own(registerTools(log, agents));
  own(registerMcp(log, agents));
  fireAndForget(() => closeLeftReviews(context.workspaceState));
  own(new ModelEntrances({ log, hub, agents }));
  own(registerParticipant(log, context.extensionUri, agents));
}

/** Registers the commands of package.json, and those that it only lists as events. */
function registerCommands(
  { extension }: vscode.ExtensionContext,
  run: (id: string, args: readonly unknown[]) => Promise<unknown>,
): Disposable {
  const { activationEvents, contributes } = extension.packageJSON as Manifest;
  // VS Code may have added events for the commands of its menus.
  const ids = new Set([
    ...contributes.commands.map(({ command }) => command),
    ...activationEvents.flatMap((event) => /^onCommand:(.+)/.exec(event)?.[1] ?? []),
  ]);
  return vscode.Disposable.from(
    ...[...ids].map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        if (id === "expertHub.openChat" && optionIn(args, "toggle") !== true) {
          fireAndForget(() => showChatView());
          await yieldToIpc();
        }
        return run(id, args);
      }),
    ),
  );
}
