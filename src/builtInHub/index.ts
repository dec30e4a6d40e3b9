import type { OfferedModel } from "../contract/chatModel";
import type { Progress } from "../contract/progress";
import type { SendOne } from "../contract/send";
import { useMessages, type Messages } from "../kit/l10n";
import { ExpertFiles } from "./expertFiles/expertFiles";
import { experts } from "./experts/catalog";
import { ExpertList, type ExpertFilesReport } from "./experts/expertList";
import type { JournalEntry } from "./faults/journal";
import { OfferedModels } from "./models/offeredModels";
import { HubServer } from "./server";
import { Account } from "./service/account";
import { hostCheck } from "./service/hostNames";
import { ProgressListeners } from "./service/progressListeners";
import { RateLimit } from "./service/rateLimit";
import type { RequestRecord } from "./service/requestRecord";
import { Service } from "./service/service";
import { toolsFor, type ToolSources } from "./tools/toolsFor";
import type { Folder } from "./tools/workspace/roots";

export type { JournalEntry } from "./faults/journal";
export { askOnce } from "./models/askOnce";
export { listModels } from "./models/listModels";
export { modelAddress } from "./models/modelAddress";
export type { RequestRecord } from "./service/requestRecord";

/** Expert Hub itself sends nothing larger. */
export const defaultMaxBodyBytes = 10 * 1024 * 1024;

export interface Options {
  /** The key it accepts. */
  key: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** Name or address of this computer to listen on; 127.0.0.1 if absent. */
  host?: string;
  /** Further names that clients may call it by in the Host header, such as that of a proxy. */
  hostNames?: readonly string[];
  /** A larger body is refused with 413; `defaultMaxBodyBytes` if absent. */
  maxBodyBytes?: number;
  /** For each client, beyond which it is refused with 429; unlimited if absent. */
  maxRequestsPerMinute?: number;
  /**
   * The folders that `workspace_connector` may search, and whose expert files are read; nothing is
   * written. A function is called for each request.
   */
  folders?: readonly Folder[] | (() => readonly Folder[]);
  /** Globs of files that `workspace_connector` never reads; called for each question. */
  exclude?: () => readonly string[];
  /** Base address of a search service that answers like SearXNG; empty or absent: no `web_search`. */
  searchAddress?: () => string;
  /** The way to documents and to the search service; without it neither is reached. */
  send?: SendOne;
  /** Whether `document_retriever` may fetch from private networks; no if absent. */
  allowPrivateDocuments?: boolean;
  /** The language models that its experts may use; called for each request. */
  models?: () => readonly OfferedModel[];
  /** The first model answers questions that name none; else tools and rules alone do. */
  modelByDefault?: boolean;
  /** Milliseconds that a model may take for one answer, tools included. */
  deadlineMs?: () => number;
  /** Called once for each request, when its answer has ended. */
  onRequest?: (record: RequestRecord) => void;
  /** Translations of its experts and fixed sentences; English if absent. */
  messages?: Messages;
  /** Answers the fault catalogue's expert ids with their faults; for tests. */
  faults?: boolean;
}

export interface RunningHub {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  /** Its own experts, in display order. */
  readonly expertIds: readonly number[];
  /** The experts that the folders keep in files, as they are now. */
  expertFiles(): Promise<ExpertFilesReport>;
  /** The requests so far, oldest first; empty unless faults are enabled. */
  journal(): readonly JournalEntry[];
  /** Where fault 2004 redirects to, and what arrived there; only if faults are enabled. */
  readonly redirectTarget?: {
    readonly baseUrl: string;
    readonly connections: number;
    readonly requests: number;
  };
  /** The secrets in get_user, which no client may pass on; only if faults are enabled. */
  readonly canaries?: Readonly<Record<"accessToken" | "apiKey" | "lastIp" | "email", string>>;
  /**
   * Hears how a model gets on with the question whose request carries this id in the header
   * `expert-hub-progress`, until disposed.
   */
  onProgress(id: string, listener: (progress: Progress) => void): { dispose(): void };
  /** Aborts every question and closes every connection. */
  close(): Promise<void>;
}

/** Starts the built-in hub; rejects if it cannot listen where it should. */
export async function startBuiltInHub(options: Options): Promise<RunningHub> {
  const { key, folders = [], host = "127.0.0.1", maxRequestsPerMinute } = options;
  if (key === "") throw new Error("The built-in hub needs a key.");
  if (options.messages) useMessages(options.messages);
  const faults = options.faults
    ? await (await import("./faults/faults")).Faults.start()
    : undefined;
  const openFolders = typeof folders === "function" ? folders : () => folders;
  const { exclude = () => [], searchAddress, send, allowPrivateDocuments } = options;
  const sources: ToolSources = {
    folders: openFolders,
    exclude,
    searchAddress,
    send,
    allowPrivateDocuments,
  };
  const list = new ExpertList(new ExpertFiles(openFolders));
  const service = new Service({
    account: new Account(faults?.canaries),
    experts: list,
    folders: openFolders,
    exclude,
    models: new OfferedModels(options.models ?? (() => []), options.modelByDefault ?? false),
    tools: (request) => toolsFor(request, sources),
    deadlineMs: options.deadlineMs,
  });
  faults?.attach(service);
  const progress = new ProgressListeners();
  const server = new HubServer({
    key,
    service,
    faults,
    progress,
    isKnownHost: hostCheck(host, options.hostNames),
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    rateLimit: maxRequestsPerMinute === undefined ? undefined : new RateLimit(maxRequestsPerMinute),
    onRequest: options.onRequest,
  });
  const close = async () => {
    await Promise.all([server.close(), faults?.target.close()]);
  };
  try {
    return {
      baseUrl: await server.listen(options.port ?? 0, host),
      expertIds: experts().map(({ record }) => record.id),
      onProgress: (id, listener) => progress.add(id, listener),
      expertFiles: () => list.report(),
      journal: () => faults?.journal.entries ?? [],
      ...(faults && { redirectTarget: faults.target, canaries: faults.canaries }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
