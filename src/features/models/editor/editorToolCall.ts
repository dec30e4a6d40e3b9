import * as vscode from "vscode";
import type { EditorToolResult } from "../../../contract/builtInHubApi";
import type { OnSent, Purpose } from "../../../contract/purpose";
import { isRecord } from "../../../contract/record";
import { sizeOf } from "../../../contract/sizes";
import { abortable } from "../../../kit/abort";
import { isDataPart, languageModels } from "../../../platform/editor/optionalApi";

interface ToolCall {
  readonly name: string;
  readonly given: object;
  /** The server or extension of the tool. */
  readonly origin: string;
  readonly purpose: Purpose;
  readonly onSent: OnSent;
}

/** Calls a tool through VS Code, which asks the user first where the tool needs that. Rejects only with the signal's reason. */
export async function callEditorTool(
  { name, given, origin, purpose, onSent }: ToolCall,
  signal: AbortSignal,
): Promise<EditorToolResult> {
  signal.throwIfAborted();
  const cancelling = new vscode.CancellationTokenSource();
  const cancel = () => cancelling.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const bytesOut = Buffer.byteLength(JSON.stringify(given));
  const end = onSent({ purpose, to: origin, at: Date.now(), bytesOut });
  try {
    const options = { input: given, toolInvocationToken: undefined };
    // A tool need not listen to the token.
    const result = await abortable(signal, async () =>
      languageModels().invokeTool?.(name, options, cancelling.token),
    );
    const text = (result?.content ?? []).map(textOf).join("\n");
    end?.({ bytesIn: Buffer.byteLength(text) });
    return { kind: "done", text: text.trim() === "" ? "(The tool gave no result.)" : text };
  } catch (error) {
    const isRefused = isCancellation(error);
    end?.({ bytesIn: 0, error: signal.aborted ? "cancelled" : isRefused ? "denied" : "server" });
    signal.throwIfAborted();
    if (isRefused) return { kind: "refused", text: "The user did not allow this call." };
    return { kind: "failed", text: error instanceof Error ? error.message : String(error) };
  } finally {
    signal.removeEventListener("abort", cancel);
    cancelling.dispose();
  }
}

/** VS Code's own kind of error, too, has this name. */
const isCancellation = (error: unknown): boolean =>
  error instanceof Error && error.name === "Canceled";

/** A part of a result as text: a model gets no pictures from tools. */
function textOf(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (isDataPart(part)) {
    const { data, mimeType } = part;
    if (/^text\/|[/+]json\b/i.test(mimeType)) return new TextDecoder().decode(data);
    const what = mimeType.startsWith("image/") ? "A picture" : "Data";
    return `[${what} (${mimeType}, ${sizeOf(data.byteLength)}), which cannot be shown here.]`;
  }
  if (part instanceof vscode.LanguageModelPromptTsxPart) return textsIn(part.value).join("");
  return JSON.stringify(part) ?? "";
}

/** The texts in a tree of prompt elements. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isRecord(node)) return [];
  const { text, ...others } = node;
  return typeof text === "string" ? [text] : Object.values(others).flatMap(textsIn);
}
