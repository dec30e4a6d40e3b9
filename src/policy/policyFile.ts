import { type FSWatcher, lstatSync, readFileSync, realpathSync, statSync, watch } from "node:fs";
import path from "node:path";
import { Owner } from "../kit/disposable";
import { Emitter } from "../kit/event";
import { t } from "../kit/l10n";
import { parsePolicy, PolicyProblem } from "./parsePolicy";
import { noPolicy, Policy, type PolicySource } from "./policy";
import { writablePlace, writablePlaceOnWindows } from "./writablePlace";

interface PolicyFileParts {
  readonly path: string;
  /** Where others than the administrator may write; `undefined` if nowhere. */
  writablePlace(file: string): string | undefined;
  readonly log: { info(line: string): void; warn(line: string): void };
}

const maxPolicyBytes = 256 * 1024;
const missing = "missing";

/** The policy of the organisation: a file of this computer, read again whenever it has changed. */
export class PolicyFile extends Owner implements PolicySource {
  readonly #parts: PolicyFileParts;
  readonly #changed = this.register(new Emitter<void>());
  #stamp = missing;
  #policy = noPolicy.current;

  #watcher: FSWatcher | undefined;

  /** Reported as soon as the system tells of it, or `current` finds it. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: PolicyFileParts) {
    super();
    this.#parts = parts;
    void this.current;
    this.#watch();
    this.register({ dispose: () => this.#watcher?.close() });
  }

  /** One look at the disk, and no more as long as nothing has changed. */
  get current(): Policy {
    const stamp = stampOf(this.#parts.path);
    if (stamp === this.#stamp) return this.#policy;
    this.#stamp = stamp;
    this.#policy = stamp === missing ? this.#none("is no longer there") : this.#read();
    this.#watch();
    // Whoever has asked does not expect to be told in the midst of it.
    queueMicrotask(() => this.#changed.fire());
    return this.#policy;
  }

  /** Its folder, as soon as it is there; where nothing can be watched, looks have to do. */
  #watch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    if (this.disposed) return;
    try {
      const look = () => void this.current;
      this.#watcher = watch(path.dirname(this.#parts.path), { persistent: false }, look);
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {}
  }

  #read(): Policy {
    const { path: file, log } = this.#parts;
    try {
      const place = this.#parts.writablePlace(file);
      if (place !== undefined)
        return this.#none(`is ignored: others than the administrator may write to ${place}`);
      const rules = parsePolicy(policyText(file));
      log.info(`policy ${file} narrows ${Object.keys(rules).join(", ") || "nothing"}`);
      return new Policy(rules);
    } catch (error) {
      const { message, line } =
        error instanceof PolicyProblem ? error : new PolicyProblem(t("the file cannot be read"));
      const place = line === undefined ? file : t("{0}, line {1}", file, line);
      const problem = t(
        "Nothing is sent, because the policy of your organisation cannot be used. {0}: {1}.",
        place,
        message,
      );
      log.warn(problem);
      return new Policy({}, problem);
    }
  }

  #none(why: string): Policy {
    this.#parts.log.warn(`policy ${this.#parts.path} ${why}`);
    return noPolicy.current;
  }
}

/** Differs whenever the file, or who may write it, may have changed. */
function stampOf(file: string): string {
  try {
    const own = lstatSync(file, { throwIfNoEntry: false });
    if (!own) return missing;
    const target = own.isSymbolicLink() ? statSync(file) : own;
    const folder = statSync(path.dirname(file));
    const ofFiles = [own, target].flatMap((stats) => {
      const { ino, ctimeMs, mtimeMs, size, uid, mode } = stats;
      return [ino, ctimeMs, mtimeMs, size, uid, mode];
    });
    return [...ofFiles, folder.ino, folder.uid, folder.mode].join(" ");
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function policyText(file: string): string {
  const stats = statSync(file);
  // Reading what is no file might never end.
  if (!stats.isFile()) throw new PolicyProblem(t("this is not a file"));
  if (stats.size > maxPolicyBytes) throw new PolicyProblem(t("the file is too large"));
  const bytes = readFileSync(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new PolicyProblem(t("the file is not UTF-8 text"));
  }
}

export function computerPolicy(log: PolicyFileParts["log"]): PolicyFile {
  const isWindows = process.platform === "win32";
  return new PolicyFile({
    path: policyPath(process.platform),
    writablePlace: isWindows ? writablePlaceOnWindows : (file) => writablePlace(file),
    log,
  });
}

/** No part of it comes from the environment, which a user may set. */
export function policyPath(platform: NodeJS.Platform): string {
  if (platform === "win32")
    return path.win32.join(systemDrive(), "ProgramData", "ExpertHub", "policy.json");
  return platform === "darwin"
    ? "/Library/Application Support/ExpertHub/policy.json"
    : "/etc/expert-hub/policy.json";
}

function systemDrive(): string {
  try {
    const { root } = path.win32.parse(realpathSync.native(String.raw`\\?\GLOBALROOT\SystemRoot`));
    return /^[a-z]:\\$/i.test(root) ? root : "C:\\";
  } catch {
    return "C:\\";
  }
}
