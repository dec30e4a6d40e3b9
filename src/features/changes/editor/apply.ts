import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fitsFile } from "../../../kit/languageFit";
import { isDiffLanguage } from "../../../kit/namedFile";
import { notFound } from "../../../platform/core/localError";
import { announce } from "../../../platform/editor/confirm";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import {
  presentTarget,
  rangeOf,
  type AttachmentOrigins,
  type Target,
} from "../../attachments/editor/attachmentOrigins";
import { documentOf, isShown } from "../../attachments/editor/openEditors";
import { fileNameOfUri } from "../../attachments/editor/selection";
import { changesIn, changesOfBlock } from "../core/answerChanges";
import { answerBlocks, type AnswerBlock } from "../../../kit/answerBlocks";
import type { FileChange } from "../core/fileChange";
import { splitLines } from "../core/hunk";
import { isMostOf } from "../core/questionText";
import { questionsUpTo } from "../core/questionsUpTo";
import type { AnswerFiles } from "./answerFiles";
import { declarationPlaces, type DeclarationPlace } from "./declarationPlaces";
import type { AppliedAnswer } from "./output";
import { withoutReturns } from "./review/proposedFile";
import { existingFile, isNamed } from "./review/workspaceFile";
import { showQuickPick } from "../../../platform/editor/inputs";

export interface ApplyParts {
  readonly answerFiles: Pick<AnswerFiles, "reviewChanges" | "reviewText">;
  readonly origins: Pick<AttachmentOrigins, "placesOf">;
  readonly lastEditor: Pick<LastEditor, "used">;
  readonly snapshots: Snapshots;
  /** What answers have put in place of what was asked about. */
  readonly replaced: WeakMap<Target, string>;
}

/** Finds the place of an answer, or of one of its code blocks, and takes it there. */
export class Apply {
  readonly #parts: ApplyParts;
  readonly #answer: AppliedAnswer;
  readonly #blocks: readonly AnswerBlock[];

  constructor(parts: ApplyParts, answer: AppliedAnswer) {
    this.#parts = parts;
    this.#answer = answer;
    this.#blocks = answerBlocks(answer.output);
  }

  /** False if nothing was changed, which the user already knows. */
  async run(blockIndex: number | undefined): Promise<boolean> {
    const before = await this.#present();
    const isApplied = await (blockIndex === undefined ? this.#all() : this.#block(blockIndex));
    if (isApplied) await this.#follow(before);
    return isApplied;
  }

  async #all(): Promise<boolean> {
    const { output } = this.#answer;
    const changes = changesIn(output).filter(isNamedChange);
    if (changes.length > 0) return this.#review(changes);
    const [block, ...others] = this.#blocks;
    if (!block) return this.#refuseProse(output, true);
    if (others.length === 0) return this.#block(0);
    const together = { ...block, text: this.#blocks.map(({ text }) => text).join("\n\n") };
    const documents = await this.#knownDocuments(block);
    const isApplied = await this.#atDeclaration(
      together,
      documents.filter(({ uri }) => others.every((one) => fits(one, uri))),
    );
    if (isApplied !== undefined) return isApplied;
    const blockIndex = await pickBlock(this.#blocks);
    return blockIndex !== undefined && this.#block(blockIndex);
  }

  async #block(blockIndex: number): Promise<boolean> {
    const { output, insertion, chat } = this.#answer;
    const block = this.#blocks[blockIndex];
    if (!block) throw notFound(t("This code block does not exist."));
    const changes = changesOfBlock(output, blockIndex);
    const named = changes.filter(isNamedChange);
    if (named.length > 0) return this.#review(named);
    const [change] = changes;
    if (isDiff(block, change))
      return change ? this.#unnamedDiff(block, change) : this.#refuseProse(block.text, false);
    return (
      (await this.#atAskedPlace(block, blockIndex)) ??
      (await this.#atDeclaration(block, await this.#knownDocuments(block))) ??
      insertion.atCursor(block.text, undefined, chat)
    );
  }

  /** With the whole text of a file where a block shows only declarations of it. */
  async #review(changes: readonly FileChange[], asked?: readonly Target[]): Promise<boolean> {
    const { conversation, turn } = this.#answer;
    let whole = changes;
    for (const path of new Set(changes.map((change) => change.path))) {
      const texts = changes.flatMap((one) =>
        one.kind === "text" && one.path === path ? [one.text] : [],
      );
      const file = texts.length > 0 ? await this.#namedDocument(path) : undefined;
      const place = file && (await pickPlace(await this.#declared(file, texts.join("\n\n"))));
      if (place === "declined") return false;
      if (!place) continue;
      const change = { kind: "text", path, text: place.text } as const;
      whole = [...whole.filter((one) => one.kind !== "text" || one.path !== path), change];
    }
    return this.#parts.answerFiles.reviewChanges(conversation, turn.id, whole, asked);
  }

  /** A change without a name is for the file that was asked about last. */
  async #unnamedDiff(block: AnswerBlock, change: FileChange): Promise<boolean> {
    for (const targets of this.#questions()) {
      const files = [...new Map(targets.map((one) => [one.uri.toString(), one])).values()];
      const target = files.length > 1 ? await pickTarget(files) : files[0];
      return target !== undefined && this.#review([change], [target]);
    }
    return this.#refuse(t("This change does not say which file it is for."), block.text, false);
  }

  /** Where the newest question with a place for the block was asked about; `undefined` if there is none. */
  async #atAskedPlace(block: AnswerBlock, blockIndex: number): Promise<boolean | undefined> {
    for (const targets of this.#questions()) {
      const fitting = targets.filter(({ uri }) => fits(block, uri));
      if (fitting.length === 0) continue;
      const selections = fitting.filter(({ single }) => single);
      const used =
        selections.length > 0
          ? this.#inSelection(block, selections, blockIndex)
          : this.#inFiles(block, fitting);
      const isApplied = await used;
      if (isApplied !== undefined) return isApplied;
    }
    return undefined;
  }

  async #inSelection(
    block: AnswerBlock,
    selections: readonly Target[],
    blockIndex: number,
  ): Promise<boolean> {
    const { conversation, turn, insertion, chat } = this.#answer;
    const present = await Promise.all(selections.map((one) => this.#presentTarget(one)));
    const unchanged = present.filter((one) => one !== undefined);
    // Of a text that has changed, `replace` says so.
    const places = unchanged.length > 0 ? unchanged : selections;
    const target = places.length > 1 ? await pickTarget(places) : places[0];
    if (!target) return false;
    const document = unchanged.length > 0 ? await documentOf(target) : undefined;
    const [around, ...others] = document ? await this.#around(document, block.text, target) : [];
    if (around && others.length === 0) return this.#reviewPlace(around);
    return insertion.replace(block.text, target, {
      title: `${target.label} ↔ ${turn.asked.expertName}`,
      key: `${conversation.id} ${turn.id} ${blockIndex}`,
      isBlock: true,
      chat,
    });
  }

  /** Declarations of them, else the whole of one. */
  async #inFiles(block: AnswerBlock, targets: readonly Target[]): Promise<boolean | undefined> {
    const documents = await documentsOf(targets);
    const isApplied = await this.#atDeclaration(block, documents);
    if (isApplied !== undefined) return isApplied;
    const whole = documents.filter((document) => isWhole(block.text, document));
    const document = whole.length > 1 ? await pickDocument(whole) : whole[0];
    if (!document) return whole.length > 1 ? false : undefined;
    const target = targets.find(({ uri }) => uri.toString() === document.uri.toString());
    const { text, language } = block;
    return this.#review([{ kind: "asked", path: "", text, language }], target && [target]);
  }

  /** In place of declarations of one of these documents; `undefined` if they have none of the names. */
  async #atDeclaration(
    block: AnswerBlock,
    documents: readonly vscode.TextDocument[],
  ): Promise<boolean | undefined> {
    const { snapshots } = this.#parts;
    const found = await Promise.all(
      documents.map((one) => declarationPlaces(one, block.text, snapshots)),
    );
    const place = await pickPlace(found.flatMap((places) => places ?? []));
    if (place === "declined") return false;
    if (place) return this.#reviewPlace(place);
    const silent = documents.find((_, at) => !found[at]);
    if (!silent) return undefined;
    const name = plainText(fileNameOfUri(silent.uri), 60);
    const sentence = t(
      "VS Code does not know yet what {0} declares, so the place of this code is not clear.",
      name,
    );
    return this.#refuse(sentence, block.text, true);
  }

  #reviewPlace(place: DeclarationPlace): Promise<boolean> {
    const { conversation, turn } = this.#answer;
    return this.#parts.answerFiles.reviewText(conversation, turn.id, place);
  }

  /** The declarations of a document that a text shows, unless it is the whole of the document. */
  async #declared(document: vscode.TextDocument, text: string): Promise<DeclarationPlace[]> {
    const places = await declarationPlaces(document, text, this.#parts.snapshots);
    return (places ?? []).filter((place) => !isWhole(text, document, place));
  }

  /** Those of them that reach into a selection. */
  async #around(
    document: vscode.TextDocument,
    text: string,
    target: Target,
  ): Promise<DeclarationPlace[]> {
    const selected = rangeOf(document, target);
    return (await this.#declared(document, text)).filter(({ ranges }) =>
      ranges.some(({ start, end }) => start <= selected.end.line && end > selected.start.line),
    );
  }

  async #namedDocument(path: string): Promise<vscode.TextDocument | undefined> {
    const targets = [...this.#questions()].flat();
    const target = targets.find(({ uri }) => isNamed(path, uri));
    if (target) return documentOf(target);
    const uri = await existingFile(path);
    return uri && openText(uri);
  }

  /** Those that were asked about, and the one that the user was in last. */
  async #knownDocuments(block: AnswerBlock): Promise<vscode.TextDocument[]> {
    const targets = [...this.#questions()].flat();
    const last = this.#parts.lastEditor.used.find(({ document }) => isShown(document))?.document;
    const all = [...(last ? [last] : []), ...(await documentsOf(targets))];
    const fitting = all.filter(({ uri }) => fits(block, uri));
    return [...new Map(fitting.map((one) => [one.uri.toString(), one])).values()];
  }

  /** What each question up to this one was about, the newest first. */
  *#questions(): Generator<Target[]> {
    const { conversation, turn } = this.#answer;
    for (const { question } of questionsUpTo(turn, conversation.turns)) {
      const places = this.#parts.origins.placesOf(question.attachments);
      if (places.length > 0) yield places.map(({ target }) => target);
    }
  }

  /** The same place with the text that is there, if that was sent or comes from an answer. */
  async #presentTarget(target: Target): Promise<Target | undefined> {
    const document = await documentOf(target);
    if (!document) return undefined;
    const now = presentTarget(document, target);
    return now === target || now?.original === this.#parts.replaced.get(target) ? now : undefined;
  }

  async #present(): Promise<Target[]> {
    const targets = [...this.#questions()]
      .flat()
      .filter(({ document, single }) => single && document?.isClosed === false);
    const present = await Promise.all(targets.map((one) => this.#presentTarget(one)));
    return targets.filter((_, at) => present[at]);
  }

  /** A later answer may replace what this one has put there. */
  async #follow(targets: readonly Target[]): Promise<void> {
    for (const target of targets) {
      const document = await documentOf(target);
      const now = document && presentTarget(document, target);
      if (now && now !== target) this.#parts.replaced.set(target, now.original);
    }
  }

  #refuseProse(text: string, mayInsert: boolean): Promise<boolean> {
    return this.#refuse(t("This answer has no code to apply."), text, mayInsert);
  }

  async #refuse(sentence: string, text: string, mayInsert: boolean): Promise<boolean> {
    const { insertion, chat } = this.#answer;
    const [copy, insert] = [t("Copy"), t("Insert at Cursor")];
    const choices = mayInsert && insertion.hasCursor ? [insert, copy] : [copy];
    const chosen = await announce(sentence, choices, { chat, severity: "warning" });
    if (chosen === copy) await insertion.copy(text, chat);
    return chosen === insert && insertion.atCursor(text, undefined, chat);
  }
}

function isNamedChange({ kind }: FileChange): boolean {
  return kind !== "asked";
}

function isDiff({ language }: AnswerBlock, change: FileChange | undefined): boolean {
  return isDiffLanguage(language) || (change?.kind === "asked" && "hunks" in change);
}

function fits({ file, language }: AnswerBlock, uri: vscode.Uri): boolean {
  return fitsFile(language, uri.path) && (!file || isNamed(file.path, uri));
}

async function documentsOf(targets: readonly Target[]): Promise<vscode.TextDocument[]> {
  const documents = await Promise.all(targets.map((one) => documentOf(one)));
  const found = documents.filter((one) => one !== undefined);
  return [...new Map(found.map((one) => [one.uri.toString(), one])).values()];
}

async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** True if a text has at least half of what a document says, besides what it replaces. */
function isWhole(text: string, document: vscode.TextDocument, place?: DeclarationPlace): boolean {
  const [block, file] = [text, document.getText()].map((one) => splitLines(withoutReturns(one)));
  return isMostOf(block!, file!, place?.ranges);
}

const maxRowLength = 120;

/** The first lines that say something. */
function beginningOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const significant = lines.filter((line) => /[\p{L}\p{N}]/u.test(line)).slice(0, 2);
  return plainText(significant.join(" "), maxRowLength);
}

/** Lets the user pick a code block. */
export async function pickBlock(blocks: readonly AnswerBlock[]): Promise<number | undefined> {
  const rows = blocks.map((block, blockIndex) => ({
    label: beginningOf(block.text) || t("(empty)"),
    description: plainText(block.language, 40),
    blockIndex,
  }));
  const picked = await showQuickPick(rows, {
    title: t("Select the code block to apply"),
    placeHolder: t("The answer has {0} code blocks, and names no file", blocks.length),
  });
  return picked?.blockIndex;
}

/** Lets the user pick one of several places that were asked about. */
async function pickTarget(targets: readonly Target[]): Promise<Target | undefined> {
  const rows = targets.map((target) => ({
    label: plainText(target.label),
    description: plainText(vscode.workspace.asRelativePath(target.uri)),
    detail: beginningOf(target.original),
    target,
  }));
  const picked = await showQuickPick(rows, {
    title: t("Select the text to replace"),
    placeHolder: t("The question was asked about more than one place"),
    matchOnDetail: true,
  });
  return picked?.target;
}

async function pickDocument(
  documents: readonly vscode.TextDocument[],
): Promise<vscode.TextDocument | undefined> {
  const rows = documents.map((document) => ({
    label: plainText(fileNameOfUri(document.uri)),
    description: plainText(vscode.workspace.asRelativePath(document.uri)),
    document,
  }));
  const picked = await showQuickPick(rows, {
    title: t("Select the file to replace"),
    placeHolder: t("The question was asked about more than one file"),
  });
  return picked?.document;
}

async function pickPlace(
  places: readonly DeclarationPlace[],
): Promise<DeclarationPlace | "declined" | undefined> {
  if (places.length < 2) return places[0];
  const rows = places.map((place) => {
    const { document, ranges, container } = place;
    const path = vscode.workspace.asRelativePath(document.uri);
    const line = Math.min(...ranges.map(({ start }) => start));
    return {
      label: plainText(`${fileNameOfUri(document.uri)}:${line + 1}`),
      description: plainText(container === "" ? path : `${container} · ${path}`),
      detail: plainText(document.lineAt(line).text.trim(), maxRowLength),
      place,
    };
  });
  const picked = await showQuickPick(rows, {
    title: t("Select the declaration to replace"),
    placeHolder: t("More than one declaration has this name"),
    matchOnDetail: true,
  });
  return picked?.place ?? "declined";
}
