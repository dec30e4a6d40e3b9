import * as vscode from "vscode";
import { sizeOf } from "../../../contract/sizes";
import { contextActions, oneOf, previewActions } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import type { ArgsOf } from "../../../page/protocol/messages";
import type { PreviewView } from "../../../page/protocol/requestViews";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { Chat } from "../../asking/core/chat";
import type { QuestionSender } from "../../asking/core/questionSender";
import { historyIn } from "../../conversation/core/fittedRequest";
import { inputParts } from "../../conversation/core/inputData";
import { omittedInWords, sentQuestion } from "../../conversation/core/omitted";
import type { HubRequest } from "../../conversation/core/question";
import { malformed, textIn } from "./callArguments";
import type { ChatOf } from "./summary";

const summaryId = "expertHub.startWithSummary";
const turnsSetting = "@id:expertHub.historyTurns";

interface PreviewParts {
  readonly sender: Pick<QuestionSender, "preview">;
  readonly snapshots: Snapshots;
}

/** The calls about the request that Send would send. */
export function previewHandlers(
  page: { readonly chat: Chat },
  { sender, snapshots }: PreviewParts,
) {
  const preparedFor = (args: ArgsOf<"preview">) => sender.preview(page.chat, textIn(args, "text"));
  return {
    preview: (args: ArgsOf<"preview">): PreviewView => {
      const prepared = preparedFor(args);
      const { sent: request, question, omitted } = prepared;
      const history = historyIn(request);
      return {
        endpoint: request.endpoint,
        json: indented(request),
        size: sizeOfText(JSON.stringify(request.body)),
        parts: inputParts(sentQuestion(prepared)).map(({ name, text }) => ({
          ...(name !== undefined && { name }),
          length: text.length,
          size: sizeOfText(text),
        })),
        ...(omitted && { omitted: omittedInWords(omitted, question.attachments) }),
        ...(history.length > 0 && { historySize: sizeOfText(JSON.stringify(history)) }),
      };
    },
    useContext: async (args: ArgsOf<"useContext">): Promise<void> => {
      const action = oneOf(contextActions, args.action);
      if (!action) throw malformed();
      const conversationId = page.chat.conversation.id;
      // A summary takes as long as an answer does, and failures are told where they belong.
      if (action === "summary")
        void vscode.commands.executeCommand(summaryId, { conversationId } satisfies ChatOf);
      else await vscode.commands.executeCommand("workbench.action.openSettings", turnsSetting);
    },
    usePreview: async (args: ArgsOf<"usePreview">): Promise<void> => {
      const action = oneOf(previewActions, args.action);
      if (!action) throw malformed();
      const json = indented(preparedFor(args).sent);
      if (action === "copy") {
        await vscode.env.clipboard.writeText(json);
        return;
      }
      const uri = snapshots.add(`${t("Request")}.json`, `${json}\n`, page.chat.conversation.id);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: true });
    },
  };
}

const indented = ({ body }: HubRequest): string => JSON.stringify(body, undefined, 2);

const sizeOfText = (text: string): string => sizeOf(Buffer.byteLength(text));
