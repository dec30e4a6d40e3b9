import type { OfferedModel, ServedModel } from "./chatModel";
import type { SendOne } from "./send";
import type { Messages } from "../kit/l10n";
import type { NamedEditorTool, NamedTools } from "./namedTools";
import type { Purpose } from "./purpose";
import type { ReasoningEffort, ToolName } from "./vocabulary";

/** The id of the model of its experts that is none: they search. */
export const searchOnlyModelId = 1;

/** A workspace folder on the local disk. */
export interface LocalFolder {
  readonly name: string;
  readonly path: string;
}

/** A tool of the editor: of an extension, or of an MCP server. */
export interface EditorTool extends NamedEditorTool {
  /** As the editor shows it; its reference or name where that says more. */
  readonly label?: string | undefined;
  readonly description: string;
  /** JSON Schema of the arguments, an object. */
  readonly parameters: object;
  /**
   * Runs one call, after the editor has asked the user where the tool needs that. Rejects only when
   * the signal is aborted.
   */
  call(given: object, purpose: Purpose, signal: AbortSignal): Promise<EditorToolResult>;
}

export interface EditorToolResult {
  /** `failed`: the tool says so in the text. `refused`: it did not run, and the text is ours. */
  readonly kind: "done" | "failed" | "refused";
  readonly text: string;
}

/** Options for starting the built-in hub, whose code is a separate bundle that the caller loads. */
export interface BuiltInHubOptions {
  /** The key it accepts. */
  key: string;
  /**
   * The folders that `workspace_connector` may search, and whose expert files are read; nothing is
   * written. A function is called for each request.
   */
  folders?: readonly LocalFolder[] | (() => readonly LocalFolder[]);
  /** Globs of files that `workspace_connector` never reads; called for each question. */
  exclude?: () => readonly string[];
  /** Where the Git program is that says what a folder ignores; the one of `PATH` if absent. */
  git?: (folder: string) => Promise<string | undefined>;
  /** Why a tool must not run, whatever a question allows; called for each question and each call. */
  toolRefusal?: (tool: ToolName) => string | undefined;
  /** The tools of the editor, of which a question names those that its model may call; called for each question and each call. */
  editorTools?: () => readonly EditorTool[];
  /** Base address of a search service that answers like SearXNG; empty for none. */
  searchAddress?: () => string;
  /** The way to documents and to the search service; without it neither is reached. */
  send?: SendOne;
  /** The language models that its experts may use; called for each request. */
  models?: () => readonly OfferedModel[];
  /** Milliseconds that a model may take for one answer, tools included. */
  deadlineMs?: () => number;
  /** Translations of its experts and fixed sentences; English if absent. */
  messages?: Messages;
  /** 0 or absent: any free port of 127.0.0.1. */
  port?: number;
}

export interface RunningHub {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  /** Its experts, in the order to show them. */
  readonly expertIds: readonly number[];
  expertFiles(): Promise<ExpertFilesReport>;
  close(): Promise<void>;
}

interface ReportedExpert {
  readonly id: number;
  /** Absolute path. */
  readonly file: string;
  /** The tools that the file allows; absent if it restricts none. */
  readonly tools?: readonly ToolName[] | undefined;
  readonly namedTools?: NamedTools | undefined;
  /** What the file says about it. */
  readonly reasoningEffort?: ReasoningEffort | undefined;
}

export interface ExpertFilesReport {
  /** In the order to show them. */
  readonly experts: readonly ReportedExpert[];
  readonly problems: readonly FileProblem[];
  /** Differs from that of another report if anything in the files does. */
  readonly version: string;
}

/** The base address of a server with OpenAI-compatible models, and the origin its key belongs to. */
export interface ModelAddress {
  /** Without a slash at the end: `http://127.0.0.1:11434/v1`. */
  readonly base: string;
  readonly origin: string;
  /** As shown to the user: `127.0.0.1:11434`. */
  readonly host: string;
}

export interface ServerModel {
  /** Its identifier. */
  readonly name: string;
  /** Tokens that it takes; absent where the list does not say. */
  readonly contextTokens?: number;
  /** Absent where the list does not say. */
  readonly seesPictures?: boolean;
}

export interface BuiltInHubModule {
  startBuiltInHub(options: BuiltInHubOptions): Promise<RunningHub>;
  /** Reads an address as a user types it; throws an error whose message says what is wrong with it. */
  modelAddress(typed: string, reach?: { readonly localNetwork?: boolean }): ModelAddress;
  /** The models that a server offers. Rejects with `ModelProblem`. */
  listModels(
    server: Pick<ServedModel, "send" | "key"> & { readonly address: ModelAddress },
    signal: AbortSignal,
  ): Promise<ServerModel[]>;
}

/** What is wrong with a file of an expert or of a prompt, as a sentence. */
export interface FileProblem {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** After an error the file is not used, after a warning it is. */
  readonly severity: "error" | "warning";
}
