import type { BuiltInHubOptions, RunningHub } from "../contract/builtInHubApi";
import { useMessages } from "../kit/l10n";
import { ExpertFiles } from "./expertFiles/expertFiles";
import { experts, ExpertList } from "./experts/catalog";
import { OfferedModels } from "./models/offeredModels";
import { HubServer, type RequestListener } from "./server";
import { Account } from "./service/account";
import { hostCheck } from "./service/guard";
import { RateLimit } from "./service/rateLimit";
import type { RequestRecord } from "./service/requestRecord";
import { Service } from "./service/service";
import { toolsFor, type ToolSources } from "./tools/toolsFor";
import { SearchIndex } from "./tools/workspace/searchIndex";

export type { RunningHub } from "../contract/builtInHubApi";
export { listModels } from "./models/listModels";
export { modelAddress } from "./models/modelServer";
export type { RequestRecord } from "./service/requestRecord";

/** Expert Hub itself sends nothing larger. */
const defaultMaxBodyBytes = 10 * 1024 * 1024;

export interface Options extends BuiltInHubOptions {
  /** Name or address of this computer to listen on; 127.0.0.1 if absent. */
  host?: string;
  /** Further names that clients may call it by in the Host header, such as that of a proxy. */
  hostNames?: readonly string[];
  /** A larger body is refused with 413; `defaultMaxBodyBytes` if absent. */
  maxBodyBytes?: number;
  /** For each client, beyond which it is refused with 429; unlimited if absent. */
  maxRequestsPerMinute?: number;
  /** Whether `document_retriever` may fetch from private networks; no if absent. */
  allowPrivateDocuments?: boolean;
  /** The first model answers questions that name none; else the folder is searched. */
  modelByDefault?: boolean;
  /** Called once for each request, when its answer has ended. */
  onRequest?: (record: RequestRecord) => void;
  /** Answers what it likes in place of the hub. */
  listener?: RequestListener;
}

export async function startBuiltInHub(options: Options): Promise<RunningHub> {
  const { key, folders = [], host = "127.0.0.1", maxRequestsPerMinute } = options;
  if (key === "") throw new Error("The built-in hub needs a key.");
  if (options.messages) useMessages(options.messages);
  const openFolders = typeof folders === "function" ? folders : () => folders;
  const index = new SearchIndex(openFolders, options.exclude, undefined, options.git);
  const sources: Omit<ToolSources, "cause" | "named"> = { ...options, index };
  const list = new ExpertList(new ExpertFiles(openFolders));
  const service = new Service({
    account: new Account(),
    experts: list,
    index,
    models: new OfferedModels(options.models ?? (() => []), options.modelByDefault ?? false),
    tools: (request, refusals, cause, named) =>
      toolsFor(request, refusals, { ...sources, cause, named }),
    toolRefusal: options.toolRefusal,
    deadlineMs: options.deadlineMs,
  });
  const server = new HubServer({
    key,
    service,
    isKnownHost: hostCheck(host, options.hostNames),
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    rateLimit: maxRequestsPerMinute === undefined ? undefined : new RateLimit(maxRequestsPerMinute),
    onRequest: options.onRequest,
    listener: options.listener,
  });
  return {
    baseUrl: await server.listen(options.port ?? 0, host),
    expertIds: experts().map(({ record }) => record.id),
    expertFiles: () => list.report(),
    close: () => server.close(),
  };
}
