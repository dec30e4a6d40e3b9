import { open, realpath } from "node:fs/promises";
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { sizeOf } from "../../../contract/sizes";
import { textOfBytes } from "../../../contract/text";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import type { EditorSettings } from "../../../platform/editor/settings";
import { Throttled } from "../../../platform/editor/throttled";
import type { Attachment } from "../../conversation/core/attachment";
import { isExcluded, isGitIgnored } from "./excluded";
import { wholeOf } from "./selection";

/** The nearest one of the first name counts, then of the second, then of the third. */
const names = ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md"];
const maxBytes = 32 * 1024;
const intervalMs = 250;

interface InstructionFilesParts {
  readonly selectedEditor: Pick<SelectedEditor, "current">;
  readonly settings: Pick<EditorSettings, "exclude" | "instructions" | "onDidChange">;
}

interface Composed {
  readonly attachments: readonly Attachment[];
  /** The user has taken them off. */
  readonly withoutInstructions: boolean;
}

/** What a folder tells those who are asked about its files. */
export class InstructionFiles extends Owner {
  readonly #parts: InstructionFilesParts;
  readonly #changed = this.register(new Emitter<void>());
  readonly #looking = this.register(new Throttled(() => this.#lookAgain(), intervalMs));
  /** By the folder of the file that they are for: what was found, as far as that is known. */
  readonly #found = new Map<string, Attachment | undefined>();

  /** Others were found, or none are left. */
  readonly onDidChange = this.#changed.event;

  #isListening = false;

  constructor(parts: InstructionFilesParts) {
    super();
    this.#parts = parts;
  }

  /** From the first question on that may have instructions. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    const look = (): void => this.#looking.run();
    const { workspace, window } = vscode;
    for (const name of names) {
      const watcher = this.register(workspace.createFileSystemWatcher(`**/${name}`));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
        event(look);
    }
    let found = this.#above([]);
    this.register(
      window.onDidChangeActiveTextEditor(() => {
        const before = found;
        found = this.#above([]);
        if (found !== before) this.#changed.fire();
      }),
    );
    this.register(workspace.onDidChangeWorkspaceFolders(look));
    this.register(workspace.onDidGrantWorkspaceTrust(look));
    this.register(this.#parts.settings.onDidChange(look));
  }

  /** False in Restricted Mode, and where the user has turned them off. */
  get areOn(): boolean {
    return vscode.workspace.isTrusted && this.#parts.settings.instructions;
  }

  /** Those above what is attached, or else above the file that is open; looked for if not known yet. */
  of({ attachments, withoutInstructions }: Composed): Attachment | undefined {
    if (!this.areOn || withoutInstructions) return undefined;
    this.#listen();
    return this.#above(attachments);
  }

  #above(attachments: readonly Attachment[]): Attachment | undefined {
    const about = this.#about(attachments);
    if (!about) return undefined;
    const key = about.toString();
    if (!this.#found.has(key)) {
      this.#found.set(key, undefined);
      this.#looking.run();
    }
    return this.#found.get(key);
  }

  /** The folder of a file. */
  #about(attachments: readonly Attachment[]): vscode.Uri | undefined {
    const { current } = this.#parts.selectedEditor;
    const files = [
      ...attachments.flatMap(({ origin }) => (origin ? [vscode.Uri.parse(origin.uri)] : [])),
      ...(current ? [current.document.uri] : []),
    ];
    const file = files.find((uri) => uri.scheme === "file" && folderOf(uri));
    return file && vscode.Uri.joinPath(file, "..");
  }

  async #lookAgain(): Promise<void> {
    let isOther = false;
    for (const [key, before] of this.#found) {
      const now = this.areOn ? await this.#find(vscode.Uri.parse(key)) : undefined;
      if (now?.text === before?.text && now?.path === before?.path) continue;
      this.#found.set(key, now);
      isOther = true;
    }
    if (isOther && !this.disposed) this.#changed.fire();
  }

  async #find(from: vscode.Uri): Promise<Attachment | undefined> {
    const top = folderOf(from)?.fsPath;
    if (top === undefined) return undefined;
    for (const name of names)
      for (const folder of upwards(from.fsPath, top)) {
        const found = await this.#read(path.join(folder, name), top);
        if (found) return found;
      }
    return undefined;
  }

  /** `undefined` for one that leads out of the folder, or that would not be attached without asking. */
  async #read(file: string, top: string): Promise<Attachment | undefined> {
    try {
      const real = await realpath(file);
      const uris = [vscode.Uri.file(file), vscode.Uri.file(real)];
      const isInside = real.startsWith((await realpath(top)) + path.sep);
      if (!isInside || uris.some((uri) => isExcluded(uri, this.#parts.settings.exclude)))
        return undefined;
      if (await isGitIgnored(uris[0]!)) return undefined;
      const { bytes, size } = await beginningOf(real);
      const text = withoutCutEnd(bytes);
      return text?.trim() ? attachmentOf(uris[0]!, text, size) : undefined;
    } catch {
      return undefined;
    }
  }
}

const folderOf = (uri: vscode.Uri): vscode.Uri | undefined =>
  vscode.workspace.getWorkspaceFolder(uri)?.uri;

/** From a folder up to the one that is open. */
function* upwards(from: string, top: string): Generator<string> {
  for (let at = from; ; at = path.dirname(at)) {
    yield at;
    if (at === top || at === path.dirname(at)) return;
  }
}

/** As much of a file as is sent; rejects for what is none, such as a pipe. */
async function beginningOf(file: string) {
  const opened = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await opened.stat();
    if (!found.isFile()) throw new Error("not a file");
    const { bytesRead, buffer } = await opened.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return { bytes: buffer.subarray(0, bytesRead), size: found.size };
  } finally {
    await opened.close();
  }
}

/** A character that is cut in two has at most three bytes there. */
function withoutCutEnd(bytes: Uint8Array): string | undefined {
  if (bytes.length < maxBytes) return textOfBytes(bytes);
  const ends = [0, 1, 2, 3].map((count) => bytes.subarray(0, bytes.length - count));
  const whole = ends.find((one) => isUtf8(one)) ?? bytes;
  return textOfBytes(whole);
}

function attachmentOf(uri: vscode.Uri, text: string, size: number): Attachment {
  const { label, detail, path: sent = label } = wholeOf(uri, text, "markdown");
  const cut = size > maxBytes ? [t("the first {0} of {1}", sizeOf(maxBytes), sizeOf(size))] : [];
  return {
    id: crypto.randomUUID(),
    text,
    languageId: "markdown",
    label,
    detail: [t("Instructions"), detail, ...cut].join(" · "),
    path: sent,
    source: { kind: "instructions" },
  };
}
