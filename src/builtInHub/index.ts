import { experts } from "./experts/catalog";
import type { JournalEntry } from "./faults/journal";
import { HubServer } from "./server";
import { Account } from "./service/account";
import type { Progress } from "../hub/progress";
import type { OfferedModel } from "../hub/chatModel";
import { OfferedModels } from "./models/offeredModels";
import { ProgressListeners } from "./service/progressListeners";
import { Service } from "./service/service";
import type { Folder } from "./tools/roots";

export type { JournalEntry } from "./faults/journal";
export { listModels } from "./models/openAiModel";
export { modelAddress } from "./models/modelAddress";

export interface Options {
  /** The key it accepts. */
  key: string;
  /** The folders that `workspace_connector` may search, read-only; a function is called for each question. */
  folders?: readonly Folder[] | (() => readonly Folder[]);
  /** 0 or absent: any free port of 127.0.0.1. */
  port?: number;
  /** The language models that its experts may use; called for each request. */
  models?: () => readonly OfferedModel[];
  /** The first model answers questions that name none; else tools and rules alone do. */
  modelByDefault?: boolean;
  /** Milliseconds that a model may take for one answer, tools included. */
  deadlineMs?: () => number;
  /** Answers the fault catalogue's expert ids with their faults; for tests. */
  faults?: boolean;
}

export interface RunningHub {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  /** Its experts, in display order. */
  readonly expertIds: readonly number[];
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

/** Starts the built-in hub on 127.0.0.1; rejects if the port is taken. */
export async function startBuiltInHub(options: Options): Promise<RunningHub> {
  const { key, folders = [], port = 0 } = options;
  if (key === "") throw new Error("The built-in hub needs a key.");
  const faults = options.faults
    ? await (await import("./faults/faults")).Faults.start()
    : undefined;
  const service = new Service({
    account: new Account(faults?.canaries),
    folders: typeof folders === "function" ? folders : () => folders,
    models: new OfferedModels(options.models ?? (() => []), options.modelByDefault ?? false),
    tools: () => [],
    deadlineMs: options.deadlineMs,
  });
  faults?.attach(service);
  const progress = new ProgressListeners();
  const server = new HubServer({ key, service, faults, progress });
  const close = async () => {
    await Promise.all([server.close(), faults?.target.close()]);
  };
  try {
    return {
      baseUrl: await server.listen(port),
      expertIds: experts.map(({ record }) => record.id),
      onProgress: (id, listener) => progress.add(id, listener),
      journal: () => faults?.journal.entries ?? [],
      ...(faults && { redirectTarget: faults.target, canaries: faults.canaries }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
