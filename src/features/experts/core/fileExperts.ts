import type { ExpertFilesReport } from "../../../contract/builtInHubApi";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "./roster";
import type { NamedTools } from "../../../contract/namedTools";
import type { ReasoningEffort, ToolName } from "../../../contract/vocabulary";

interface FileExpertsParts {
  readonly connection: Connection;
  readonly builtInHub: Pick<BuiltInHub, "start">;
  readonly roster: Roster;
}

const none: ExpertFilesReport = { experts: [], problems: [], version: "" };

/**
 * Milliseconds between two looks at the files. Nothing is watched: watchers miss what is behind
 * links and do not work on every disk, and a look is a few system calls.
 */
const readIntervalMs = 1500;

/**
 * The experts that the open folders keep in files: in the roster while the built-in hub is in use,
 * each for as long as its file is there.
 */
export class FileExperts extends Owner {
  readonly #parts: FileExpertsParts;
  readonly #changed = this.register(new Emitter<void>());
  #report = none;
  #latest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Files or their problems have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: FileExpertsParts) {
    super();
    this.#parts = parts;
    this.register(parts.connection.onDidChange(() => fireAndForget(() => this.refresh())));
    fireAndForget(() => this.refresh());
  }

  /** What is wrong with files; empty unless the built-in hub is in use. */
  get problems(): ExpertFilesReport["problems"] {
    return this.#report.problems;
  }

  /** The path of an expert's file. */
  fileOf(id: number): string | undefined {
    return this.#report.experts.find((expert) => expert.id === id)?.file;
  }

  /** The tools that an expert's file allows; absent if there is no file, or it restricts none. */
  toolsOf(id: number): readonly ToolName[] | undefined {
    return this.#report.experts.find((expert) => expert.id === id)?.tools;
  }

  /** What an expert's file says about it, for a language model. */
  reasoningEffortOf(id: number): ReasoningEffort | undefined {
    return this.#report.experts.find((expert) => expert.id === id)?.reasoningEffort;
  }

  /** The names of tools in an expert's file; absent if there is no file, or it has no such field. */
  namedToolsOf(id: number): NamedTools | undefined {
    return this.#report.experts.find((expert) => expert.id === id)?.namedTools;
  }

  /** Looks at the files now, and from then on every one and a half seconds. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    const own = ++this.#latest;
    const report = await this.#read();
    if (this.disposed || own !== this.#latest) return;
    if (report !== none) {
      this.#timer = setTimeout(() => fireAndForget(() => this.refresh()), readIntervalMs);
    }
    if (report.version !== this.#report.version) await this.#show(report);
  }

  async #show(report: ExpertFilesReport): Promise<void> {
    this.#report = report;
    const { roster } = this.#parts;
    const ids = report.experts.map(({ id }) => id);
    roster.showFromFiles(new Set(ids));
    this.#changed.fire();
    const known = ids.filter((id) => roster.get(id));
    await Promise.all([
      roster.add(ids, { areFromFiles: true }),
      ...known.map((id) => roster.refresh(id)),
    ]);
  }

  /** A hub that does not start is reported where it is used, and not tried again from here. */
  async #read(): Promise<ExpertFilesReport> {
    const { connection, builtInHub } = this.#parts;
    if (!connection.hub?.builtIn) return none;
    const hub = await builtInHub.start().catch(() => undefined);
    if (!hub || !connection.hub?.builtIn) return none;
    return hub.expertFiles();
  }

  override dispose(): void {
    super.dispose();
    clearTimeout(this.#timer);
  }
}
