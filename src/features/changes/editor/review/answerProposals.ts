import * as vscode from "vscode";
import type { FileChange, Reason } from "../../core/fileChange";
import { fileText, type TextChange } from "../../core/fileText";
import { fitsFile } from "../../../../kit/languageFit";
import { t } from "../../../../kit/l10n";
import { Limiter } from "../../../../kit/limiter";
import type { Target } from "../../../attachments/editor/attachmentOrigins";
import { documentOf } from "../../../attachments/editor/openEditors";
import { isGitIgnored } from "../../../attachments/editor/gitignore";
import {
  withoutReturns,
  type ChangeRefusal,
  type ProposedFile,
  type Proposals,
} from "./proposedFile";
import { textForTarget } from "./targetText";
import { candidatesFor, isNamed, workspaceFile, type FoundFile } from "./workspaceFile";

export interface ProposalContext {
  /** What the question of this answer was about. */
  readonly asked: readonly Target[];
  /** Where the other questions of the conversation came from. */
  readonly others: readonly Target[];
  isExcluded(uri: vscode.Uri): boolean;
  /** Lets the user pick one of several files of a name, or a new one; `undefined` for none. */
  pick(
    path: string,
    candidates: readonly vscode.Uri[],
    mayCreate: boolean,
  ): Promise<vscode.Uri | "new" | undefined>;
}

/** What the changes of an answer make of the files that they name, however they spell them. */
export async function answerProposals(
  changes: readonly FileChange[],
  context: ProposalContext,
): Promise<Proposals> {
  return new AnswerProposals(changes, context).made();
}

/** A file with the changes that are meant for it. */
interface Meant {
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly document?: vscode.TextDocument;
  readonly target?: Target;
  readonly changes: TextChange[];
}

/** Several files of a name. */
interface FileChoice {
  readonly candidates: readonly vscode.Uri[];
  readonly mayCreate: boolean;
}

/** Files that are looked for at once. */
const maxConcurrent = 8;
const maxOffered = 20;

class AnswerProposals {
  readonly #changes: readonly FileChange[];
  readonly #context: ProposalContext;
  readonly #refusals: ChangeRefusal[] = [];
  /** By resolved address. */
  readonly #meant = new Map<string, Meant>();
  /** By path as the answer spells it. */
  readonly #found = new Map<string, Meant | ChangeRefusal | FileChoice>();

  constructor(changes: readonly FileChange[], context: ProposalContext) {
    this.#changes = changes;
    this.#context = context;
  }

  async made(): Promise<Proposals> {
    await this.#findAll();
    for (const change of this.#changes) await this.#add(change);
    const files = [...this.#meant.values()].flatMap((one) => this.#proposed(one));
    return { files, refusals: this.#refusals };
  }

  /** All at once, as VS Code takes a while for each. The user is asked one by one afterwards. */
  async #findAll(): Promise<void> {
    const named = this.#changes.filter((one) => one.kind !== "refused" && one.kind !== "asked");
    const first = new Map(named.toReversed().map((change) => [change.path, change]));
    const limiter = new Limiter(maxConcurrent);
    const find = async (change: TextChange) =>
      void this.#found.set(change.path, await this.#find(change));
    await Promise.all([...first.values()].map((change) => limiter.run(() => find(change))));
  }

  async #add(change: FileChange): Promise<void> {
    if (change.kind === "refused") return void this.#refusals.push(change);
    if (change.kind === "asked") return this.#addAsked(change);
    const { path } = change;
    const found = this.#found.get(path)!;
    const meant = "candidates" in found ? await this.#pick(change, found) : found;
    this.#found.set(path, meant);
    if ("why" in meant) this.#refusals.push(meant);
    else this.#addTo(meant, change);
  }

  #addTo(meant: Meant, change: TextChange): void {
    const key = meant.uri.toString();
    const known = this.#meant.get(key) ?? meant;
    this.#meant.set(key, known);
    const { document, target } = known;
    if (change.kind !== "text" || !document || !target) return void known.changes.push(change);
    const text = textForTarget(document, target, change.text);
    if ("why" in text) this.#refusals.push({ path: known.path, why: text.why });
    else known.changes.push({ ...change, text: text.text });
  }

  /** A block without a name is for the only place that was asked about. */
  async #addAsked({ text, language }: Extract<FileChange, { kind: "asked" }>): Promise<void> {
    const [target, ...others] = this.#context.asked;
    if (!target || others.length > 0 || !fitsFile(language, target.label)) return;
    const document = await documentOf(target);
    if (!document) return;
    const { uri } = document;
    this.#addTo(
      { path: target.label, uri, document, target, changes: [] },
      { kind: "text", path: target.label, text },
    );
  }

  async #find(change: TextChange): Promise<Meant | ChangeRefusal | FileChoice> {
    const { path, kind } = change;
    const target = this.#targetOf(path);
    const asked = target && (await documentOf(target));
    if (asked) return { path, uri: asked.uri, document: asked, target, changes: [] };
    const found = await workspaceFile(path);
    if ("exists" in found ? found.exists || kind === "create" : !found.candidates)
      return this.#meantBy(change, found);
    const all = ("candidates" in found && found.candidates) || (await candidatesFor(path));
    const [first] = all;
    if (!first) return this.#meantBy(change, found);
    const candidates = await this.#changeable(all);
    const [only = first, ...others] = candidates;
    if (others.length === 0 && kind === "hunks")
      return this.#meantBy(change, { uri: only, exists: true });
    if (candidates.length === 0) return this.#meantBy(change, found);
    return { candidates, mayCreate: kind !== "hunks" && !("why" in found) };
  }

  async #pick(change: TextChange, choice: FileChoice): Promise<Meant | ChangeRefusal> {
    const { path } = change;
    const uri = await this.#context.pick(path, choice.candidates, choice.mayCreate);
    if (uri === "new") return this.#meantBy(change, await workspaceFile(path));
    if (!uri) return { path, why: (name) => t("{0} was left out.", name) };
    return this.#meantBy(change, { uri, exists: true });
  }

  async #meantBy({ path, kind }: TextChange, found: FoundFile): Promise<Meant | ChangeRefusal> {
    if ("why" in found) return { path, why: found.why };
    const { uri, exists } = found;
    const why = await this.#exclusionOf(uri);
    if (why) return { path, why };
    if (!exists) {
      return kind === "hunks"
        ? { path, why: (name) => t("{0} does not exist.", name) }
        : { path, uri, changes: [] };
    }
    try {
      return { path, uri, document: await vscode.workspace.openTextDocument(uri), changes: [] };
    } catch {
      return { path, why: (name) => t("{0} cannot be opened as text.", name) };
    }
  }

  /** What was asked about comes first, unless the answer names it by a longer path as well. */
  #targetOf(path: string): Target | undefined {
    const { asked, others } = this.#context;
    return [...asked, ...others].find(
      ({ uri }) =>
        isNamed(path, uri) &&
        !this.#changes.some(({ path: other }) => other.length > path.length && isNamed(other, uri)),
    );
  }

  /** Those that may be offered. */
  async #changeable(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    const reasons = await Promise.all(uris.map((uri) => this.#exclusionOf(uri)));
    return uris.filter((_, at) => reasons[at] === undefined).slice(0, maxOffered);
  }

  async #exclusionOf(uri: vscode.Uri): Promise<Reason | undefined> {
    if (this.#context.isExcluded(uri))
      return (name) => t("{0} is excluded by the setting {1}.", name, "expertHub.exclude");
    return (await isGitIgnored(uri)) ? (name) => t("{0} is ignored by Git.", name) : undefined;
  }

  #proposed({ path, uri, document, changes }: Meant): ProposedFile[] {
    const refuse = (why: Reason) => this.#refusals.push({ path, why });
    if (!document) {
      const [first, ...others] = changes;
      if (!first || first.kind === "hunks") return [];
      if (others.some((one) => one.kind === "hunks" || one.text !== first.text))
        refuse((name) => t("{0} is changed by the answer more than once.", name));
      return [{ path, uri, original: "", proposed: withFinalNewline(first) }];
    }
    const original = withoutReturns(document.getText());
    const { text, refusals } = fileText(original, changes);
    for (const why of refusals) refuse(why);
    return text === original ? [] : [{ path, uri, document, original, proposed: text }];
  }
}

function withFinalNewline({ kind, text }: Exclude<TextChange, { kind: "hunks" }>): string {
  return kind === "create" || text.endsWith("\n") ? text : `${text}\n`;
}
