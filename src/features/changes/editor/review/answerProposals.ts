import * as vscode from "vscode";
import { namesNoFile, type FileChange, type Reason } from "../../core/fileChange";
import { fileText, type TextChange } from "../../core/fileText";
import { fitsFile } from "../../../../kit/languageFit";
import { t } from "../../../../kit/l10n";
import { Limiter } from "../../../../kit/limiter";
import { documentOf } from "../../../attachments/editor/openEditors";
import { ignoredAmong, isGitIgnored } from "../../../attachments/editor/gitignore";
import { documentIn, filesOf, placesNamed, type Asked } from "./askedFiles";
import {
  withoutReturns,
  type ChangeRefusal,
  type ProposedFile,
  type Proposals,
} from "./proposedFile";
import { textForTargets, type AskedPlaces } from "./targetText";
import { candidatesFor, workspaceFile, type FoundFile } from "./workspaceFile";

export interface ProposalContext extends Asked {
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
  readonly asked?: AskedPlaces;
  readonly isFound?: boolean;
  readonly changes: TextChange[];
}

/** Several files of a name. */
interface FileChoice {
  readonly candidates: readonly vscode.Uri[];
  readonly mayCreate: boolean;
  /** They were asked about. */
  readonly asked?: AskedPlaces;
}

/** Files that are looked for at once. */
const maxConcurrent = 8;
const maxOffered = 20;

class AnswerProposals {
  readonly #changes: readonly FileChange[];
  readonly #context: ProposalContext;
  readonly #paths: readonly string[];
  readonly #refusals: ChangeRefusal[] = [];
  /** By resolved address. */
  readonly #meant = new Map<string, Meant>();
  /** By path as the answer spells it. */
  readonly #found = new Map<string, Meant | ChangeRefusal | FileChoice>();

  constructor(changes: readonly FileChange[], context: ProposalContext) {
    this.#changes = changes;
    this.#context = context;
    this.#paths = changes.map(({ path }) => path);
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
    const { document, asked } = known;
    if (change.kind !== "text" || !document || !asked) return void known.changes.push(change);
    const text = textForTargets(document, asked, change.text);
    if ("why" in text) this.#refusals.push({ path: known.path, why: text.why });
    else known.changes.push({ ...change, text: text.text });
  }

  /** A block without a name is for the only place that was asked about. */
  async #addAsked(change: Extract<FileChange, { kind: "asked" }>): Promise<void> {
    const [target, ...others] = this.#context.asked;
    if (!target || others.length > 0) {
      // Code without a name may be meant for no file at all.
      if ("hunks" in change) this.#refusals.push({ path: "", why: namesNoFile });
      return;
    }
    const { label: path } = target;
    if ("language" in change && !fitsFile(change.language, path)) return;
    const document = await documentOf(target);
    if (!document) return;
    const asked = { targets: [target], isEarlier: false };
    this.#addTo(
      { path, uri: document.uri, document, asked, changes: [] },
      "hunks" in change
        ? { kind: "hunks", path, hunks: change.hunks }
        : { kind: "text", path, text: change.text },
    );
  }

  async #find(change: TextChange): Promise<Meant | ChangeRefusal | FileChoice> {
    const { path, kind } = change;
    const asked = await placesNamed(path, this.#context, this.#paths);
    const [uri, ...more] = filesOf(asked);
    if (more.length > 0) return { candidates: filesOf(asked), mayCreate: false, asked };
    const meant = await askedFile(path, asked, uri);
    if (meant) return meant;
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
    const meant = choice.asked && (await askedFile(path, choice.asked, uri));
    if (meant) return meant;
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
    if (isOpenNotebook(uri)) return { path, why: isNotebook };
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      // An editor may have opened it in other letters.
      return { path, uri: document.uri, document, isFound: true, changes: [] };
    } catch {
      return { path, why: (name) => t("{0} cannot be opened as text.", name) };
    }
  }

  /** Those that may be offered. */
  async #changeable(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    const ignored = await ignoredAmong(uris);
    const mayChange = (uri: vscode.Uri) =>
      !this.#context.isExcluded(uri) && !ignored.has(uri.toString());
    return uris.filter(mayChange).slice(0, maxOffered);
  }

  async #exclusionOf(uri: vscode.Uri): Promise<Reason | undefined> {
    if (this.#context.isExcluded(uri))
      return (name) => t("{0} is excluded by the setting {1}.", name, "expertHub.exclude");
    return (await isGitIgnored(uri)) ? (name) => t("{0} is ignored by Git.", name) : undefined;
  }

  #proposed({ path, uri, document, isFound = false, changes }: Meant): ProposedFile[] {
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
    return text === original ? [] : [{ path, uri, document, isFound, original, proposed: text }];
  }
}

async function askedFile(
  path: string,
  places: AskedPlaces,
  uri: vscode.Uri | undefined,
): Promise<Meant | undefined> {
  const found = await documentIn(places, uri);
  return found && { path, uri: found.document.uri, ...found, changes: [] };
}

const isNotebook: Reason = (name) => t("{0} is open as a notebook.", name);

/** Its text is in the cells then, and the file would be another version of them. */
function isOpenNotebook(uri: vscode.Uri): boolean {
  return vscode.workspace.notebookDocuments.some((one) => one.uri.toString() === uri.toString());
}

function withFinalNewline({ kind, text }: Exclude<TextChange, { kind: "hunks" }>): string {
  return kind === "create" || text.endsWith("\n") ? text : `${text}\n`;
}
