/** A tool as clients list it. */
interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly openWorldHint?: boolean };
}

interface McpToolResult {
  readonly text: string;
  /** The text says why there is no result. */
  readonly isError?: boolean;
}

/** Whose token a request came with: this editor's, or that of one program. */
export type TokenHolder = "editor" | { readonly id: string; readonly name: string };

export interface McpCall {
  readonly holder: TokenHolder;
  /** The client cancelled the call, or the server stops. */
  readonly signal: AbortSignal;
  /** The client hung up, so that nobody waits for the result. */
  readonly gone: AbortSignal;
}

/** What the server offers. */
export interface McpTools {
  list(): readonly McpTool[];
  /** A failure is a result, too; `undefined` if there is no such tool. */
  call(name: string, input: unknown, call: McpCall): Promise<McpToolResult | undefined>;
}
