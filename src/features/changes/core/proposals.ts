import { fitsFile } from "../../../kit/languageFit";
import { t } from "../../../kit/l10n";
import { Limiter } from "../../../kit/limiter";
import {
  textsAtPath,
  textForQuestion,
  type QuestionTexts,
  type QuestionTextsOf,
  type QuestionRange,
  type QuestionText,
} from "./questionText";
import { isInLanguage, namesNoFile, type FileChange, type Reason } from "./fileChange";
import { pathEnds, type FileAddress, type FoundFile } from "./filePath";
import type { TextChange } from "./fileText";
import { partOfFile } from "./partOfFile";
import { newFileText, proposedText } from "./proposedText";

/** A file with its text. All ends of lines are `\n`. */
interface OpenedFile<File> {
  readonly file: File;
  readonly text: string;
}

/** The files that an answer may be about, and the user who knows which one is meant. */
export interface AnswerFolder<File extends FileAddress, Text extends QuestionText> {
  readonly asked: QuestionTexts<Text>;
  /** The file at this path in an open folder, or the place of a new one. */
  find(path: string): Promise<FoundFile<File>>;
  /** The files in open folders whose paths end like this. */
  endingWith(path: string): Promise<readonly File[]>;
  /** Those that may be changed. */
  changeable(files: readonly File[]): Promise<readonly File[]>;
  exclusionOf(file: File): Promise<Reason | undefined>;
  open(file: File): Promise<OpenedFile<File> | { readonly why: Reason }>;
  /** The file of a text that was asked about; `undefined` if it is gone. */
  openAsked(text: Text): Promise<OpenedFile<File> | undefined>;
  /** Where the text is now; `undefined` if it has changed. */
  rangeOf(text: Text, opened: OpenedFile<File>): QuestionRange | undefined;
  /** Lets the user pick one of several files, or a new one; `undefined` for none. */
  pick(path: string, files: readonly File[], mayCreate: boolean): Promise<File | "new" | undefined>;
}

/** A file as an answer would have it. */
export interface Proposal<File> {
  /** As the answer names it. */
  readonly path: string;
  readonly file: File;
  /** Only the answer names it: nobody has chosen what lies behind a link. */
  readonly isFound: boolean;
  readonly exists: boolean;
  readonly original: string;
  readonly proposed: string;
}

/** What is not proposed, and why. */
export interface ChangeRefusal {
  readonly path: string;
  readonly why: Reason;
  /** It would be a new file, had the answer called it one. */
  readonly mayBeNew?: true;
}

export interface Proposals<File> {
  readonly files: readonly Proposal<File>[];
  readonly refusals: readonly ChangeRefusal[];
}

/** What the changes of an answer make of the files that they name, however they spell them. */
export async function proposals<File extends FileAddress, Text extends QuestionText>(
  changes: readonly FileChange[],
  folder: AnswerFolder<File, Text>,
): Promise<Proposals<File>> {
  return new Proposer(changes, folder).made();
}

interface Meant<File, Text extends QuestionText> {
  readonly path: string;
  readonly file: File;
  readonly opened?: OpenedFile<File>;
  readonly asked?: QuestionTextsOf<Text>;
  readonly isFound?: boolean;
  readonly changes: TextChange[];
}

/** Several files of a name. */
interface FileChoice<File, Text extends QuestionText> {
  readonly files: readonly File[];
  readonly mayCreate: boolean;
  /** They were asked about. */
  readonly asked?: QuestionTextsOf<Text>;
}

/** Files that are looked for at once. */
const maxConcurrent = 8;
const maxOffered = 20;

class Proposer<File extends FileAddress, Text extends QuestionText> {
  readonly #changes: readonly FileChange[];
  readonly #folder: AnswerFolder<File, Text>;
  readonly #paths: readonly string[];
  readonly #refusals: ChangeRefusal[] = [];
  readonly #meant = new Map<string, Meant<File, Text>>();
  /** By path as the answer spells it. */
  readonly #found = new Map<string, Meant<File, Text> | ChangeRefusal | FileChoice<File, Text>>();

  constructor(changes: readonly FileChange[], folder: AnswerFolder<File, Text>) {
    this.#changes = changes;
    this.#folder = folder;
    this.#paths = changes.map(({ path }) => path);
  }

  async made(): Promise<Proposals<File>> {
    await this.#findAll();
    for (const change of this.#changes) await this.#add(change);
    const files = [...this.#meant.values()].flatMap((one) => this.#proposed(one));
    return { files, refusals: this.#refusals };
  }

  /** All at once, as an editor takes a while for each. The user is asked one by one afterwards. */
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
    const meant = "files" in found ? await this.#pick(change, found) : found;
    this.#found.set(path, meant);
    if ("why" in meant) this.#refusals.push(meant);
    else this.#addTo(meant, change);
  }

  #addTo(meant: Meant<File, Text>, change: TextChange): void {
    const { address } = meant.file;
    const known = this.#meant.get(address) ?? meant;
    this.#meant.set(address, known);
    const { opened, asked } = known;
    if (change.kind !== "text" || !opened || !asked) return void known.changes.push(change);
    const rangeOf = (text: Text) => this.#folder.rangeOf(text, opened);
    const text = textForQuestion(opened.text, change.text, { ...asked, rangeOf });
    if ("why" in text) this.#refusals.push({ path: known.path, why: text.why });
    else known.changes.push({ ...change, text: text.text });
  }

  /** A block without a name is for the only place that was asked about. */
  async #addAsked(change: Extract<FileChange, { kind: "asked" }>): Promise<void> {
    const refuse = (why: Reason, path = "") => void this.#refusals.push({ path, why });
    const [text, ...others] = this.#folder.asked.now;
    if (!text) return refuse("hunks" in change ? namesNoFile : isForNothing);
    if (others.length > 0) return refuse(isForSeveral);
    const { label: path } = text;
    if ("language" in change && !fitsFile(change.language, path))
      return refuse(isInLanguage(change.language), path);
    const opened = await this.#folder.openAsked(text);
    if (!opened) return refuse((name) => t("{0} no longer exists.", name), path);
    const asked = { texts: [text], isEarlier: false };
    this.#addTo(
      { path, file: opened.file, opened, asked, changes: [] },
      "hunks" in change
        ? { kind: "hunks", path, hunks: change.hunks }
        : { kind: "text", path, text: change.text },
    );
  }

  async #find(
    change: TextChange,
  ): Promise<Meant<File, Text> | ChangeRefusal | FileChoice<File, Text>> {
    const { path, kind } = change;
    const asked = await this.#askedAt(path);
    const addresses = new Map(asked.texts.map((text) => [text.address, text]));
    if (addresses.size > 1) {
      const opened = [];
      for (const text of addresses.values()) opened.push(await this.#folder.openAsked(text));
      const files = opened.flatMap((one) => (one ? [one.file] : []));
      if (files.length > 1) return { files, mayCreate: false, asked };
    }
    const meant = await this.#meantByAsked(path, asked);
    if (meant) return meant;
    const found = await this.#folder.find(path);
    if ("file" in found && (found.exists || kind === "create")) return this.#meantBy(change, found);
    if ("isOutside" in found) {
      const inside = await this.#insideOf(change);
      return inside ? this.#meantBy(change, inside) : { path, why: found.why };
    }
    if ("why" in found && !("candidates" in found)) return { path, why: found.why };
    const all =
      "candidates" in found && found.candidates
        ? found.candidates
        : await this.#folder.endingWith(path);
    if (all.length === 0) {
      const inside = kind === "hunks" ? await this.#insideOf(change) : undefined;
      return this.#meantBy(change, inside ?? found);
    }
    const [only, ...others] = await this.#changeable(all);
    if (
      others.length === 0 &&
      (kind === "hunks" || (only && (await this.#isVersion(change, only))))
    )
      return this.#meantBy(change, { file: only ?? all[0]!, exists: true });
    if (!only) return this.#meantBy(change, found);
    return { files: [only, ...others], mayCreate: kind !== "hunks" && "file" in found };
  }

  /**
   * The file that the end of a path means, where the whole path leads out of the folders or nowhere.
   * A name alone is enough for a diff, which only fits the file that it was made from.
   */
  async #insideOf({ path, kind }: TextChange): Promise<FoundFile<File> | undefined> {
    const isFromRoot = path.startsWith("/");
    for (const [at, end] of pathEnds(path).entries()) {
      if (at > 0 && kind !== "hunks" && !end.includes("/")) break;
      const found = await this.#folder.find(end);
      if (!("file" in found)) continue;
      if (found.exists || (at === 0 && isFromRoot && found.hasFolder)) return found;
    }
    return undefined;
  }

  /** Whether a text is one of this file, so that the end of its path is enough. */
  async #isVersion(change: TextChange, file: File): Promise<boolean> {
    if (change.kind !== "text") return false;
    const opened = await this.#folder.open(file);
    return "text" in opened && !partOfFile(change.text, opened.text, change);
  }

  /** The texts that a path means, also under the name that their file had then. */
  async #askedAt(path: string): Promise<QuestionTextsOf<Text>> {
    const { asked } = this.#folder;
    const paths = this.#paths;
    const named = textsAtPath(path, asked, { paths });
    if (named.texts.length > 0) return named;
    const renamed = textsAtPath(path, asked, { paths, isFormer: true });
    if (renamed.texts.length === 0) return named;
    const found = await this.#folder.find(path);
    const isPresent = "why" in found || found.exists;
    return isPresent ? named : renamed;
  }

  async #meantByAsked(
    path: string,
    { texts, isEarlier }: QuestionTextsOf<Text>,
    address = texts[0]?.address,
  ): Promise<Meant<File, Text> | undefined> {
    const own = texts.filter((text) => text.address === address);
    const opened = own[0] && (await this.#folder.openAsked(own[0]));
    const asked = { texts: own, isEarlier };
    return opened && { path, file: opened.file, opened, asked, changes: [] };
  }

  async #pick(
    change: TextChange,
    choice: FileChoice<File, Text>,
  ): Promise<Meant<File, Text> | ChangeRefusal> {
    const { path } = change;
    const picked = await this.#folder.pick(path, choice.files, choice.mayCreate);
    if (picked === "new") return this.#meantBy(change, await this.#folder.find(path));
    if (!picked) return { path, why: (name) => t("{0} was left out.", name) };
    const meant = choice.asked && (await this.#meantByAsked(path, choice.asked, picked.address));
    return meant ?? this.#meantBy(change, { file: picked, exists: true });
  }

  async #meantBy(
    change: TextChange,
    found: FoundFile<File>,
  ): Promise<Meant<File, Text> | ChangeRefusal> {
    const { path, kind } = change;
    if (!("file" in found)) return { path, why: found.why };
    const { file, exists } = found;
    const why = await this.#folder.exclusionOf(file);
    if (why) return { path, why };
    if (!exists && kind === "hunks") return { path, why: (name) => t("{0} does not exist.", name) };
    if (!exists && kind === "text" && change.isCutOff) return { path, why: isCutOff };
    if (!exists && kind === "text" && change.mayCreate === false)
      return { path, why: isNoFile, mayBeNew: true };
    if (!exists) return { path, file, changes: [] };
    const opened = await this.#folder.open(file);
    if ("why" in opened) return { path, why: opened.why };
    return { path, file: opened.file, opened, isFound: true, changes: [] };
  }

  /** Those that may be offered. */
  async #changeable(files: readonly File[]): Promise<readonly File[]> {
    return (await this.#folder.changeable(files)).slice(0, maxOffered);
  }

  #proposed({ path, file, opened, isFound = false, changes }: Meant<File, Text>): Proposal<File>[] {
    const refuse = (why: Reason) => this.#refusals.push({ path, why });
    if (!opened) {
      const { text: created, refusals } = newFileText(changes, path);
      for (const why of refusals) refuse(why);
      if (created === undefined) return [];
      return [{ path, file, isFound, exists: false, original: "", proposed: created }];
    }
    const { text: original } = opened;
    const { text, refusals } = proposedText(original, changes, path);
    for (const why of refusals) refuse(why);
    if (text === original) return [];
    return [{ path, file, isFound, exists: true, original, proposed: text }];
  }
}

const isNoFile: Reason = (name) =>
  t("{0} does not exist, and the answer does not call it new.", name);
const isCutOff: Reason = (name) =>
  t("{0} does not exist, and the answer ends in the middle of it.", name);
const isForNothing: Reason = () =>
  t("A code block names no file, and the question was not asked about one.");
const isForSeveral: Reason = () =>
  t(
    "The question was asked about several places, and the code block does not say which one it is for.",
  );
