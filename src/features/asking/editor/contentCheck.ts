import * as vscode from "vscode";
import { pathsInDiff } from "../../attachments/core/changedFiles";
import { isExcluded } from "../../attachments/editor/excluded";
import { assertAllowed, neverSentRefusal } from "../../../policy/policy";
import type { Attachment } from "../../conversation/core/attachment";
import { lengthOf } from "../../conversation/core/sentPictures";
import type { ConfirmationReason } from "../../../platform/core/confirmer";
import type { RequiredConfirmation, PreparedQuestion } from "../core/preparedQuestion";
import type { Connection } from "../../connection/core/connection";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { Keys } from "../../../platform/core/ports";
import { findKey, findSecrets } from "../core/secretsInQuestion";
import { HubError } from "../../../contract/errors";
import { isPlaceholder } from "../../../contract/secrets/keyMask";
import { maxRequestBytes, maxUnaskedBytes, sizeOf } from "../../../contract/sizes";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";

interface SearchedText {
  readonly name: string;
  readonly text: string;
  /** Shows this line of it; 1 for the first. */
  show?(line: number): unknown;
}

export interface ContentCheckParts {
  readonly keys: Keys;
  readonly connection: Connection;
  readonly extras: Pick<StoredExtras, "headerValues">;
  /** Shows where an attachment comes from, at one of its lines; 1 for the first. */
  reveal(attachment: Attachment, line: number): unknown;
}

/** The last check of a question before any of it is sent. */
export class ContentCheck {
  readonly #keys: Keys;
  readonly #connection: Connection;
  readonly #extras: ContentCheckParts["extras"];
  readonly #reveal: ContentCheckParts["reveal"];

  constructor({ keys, connection, extras, reveal }: ContentCheckParts) {
    this.#keys = keys;
    this.#connection = connection;
    this.#extras = extras;
    this.#reveal = reveal;
  }

  /**
   * What is warned of in questions that are sent together. Rejects with `too-large` above 10 MiB,
   * with `invalid-request` for what the policy does not allow, and with `storage` if the key cannot
   * be read.
   */
  async confirmations(questions: readonly PreparedQuestion[]): Promise<RequiredConfirmation[]> {
    const policy = this.#connection.policy.current;
    for (const { path, label } of questions.flatMap(excludedBy(policy.exclude)))
      assertAllowed(neverSentRefusal(plainText(path ?? label, 60)));
    const texts = questions.map(({ sent }) => Buffer.byteLength(JSON.stringify(sent.body)));
    const bytes = Math.max(...texts.map((size, at) => size + lengthOf(questions[at]!.pictures)));
    if (bytes > maxRequestBytes) {
      throw new HubError(
        "too-large",
        t("The request of {0} is over the limit of {1}.", sizeOf(bytes), sizeOf(maxRequestBytes)),
      );
    }
    assertAllowed(policy.sizeRefusal(bytes));
    const found = await Promise.all(questions.map((question) => this.#secretsIn(question)));
    const reasons = [...new Map(found.flat().map((one) => [one.text, one])).values()];
    const secrets = {
      sentence: t("This question contains what looks like a secret. Send it?"),
      reasons,
      isWarning: true,
    };
    const leftOut = Math.max(...questions.map((question) => question.leftOut));
    const size = sizeConfirmation(Math.max(...texts), leftOut);
    return [...(reasons.length > 0 ? [secrets] : []), ...(size ? [size] : [])];
  }

  async #secretsIn({
    question: { typed, attachments = [], earlier = [] },
    sent: { body },
    destination,
  }: PreparedQuestion): Promise<ConfirmationReason[]> {
    const addresses = "document_urls" in body ? (body.document_urls ?? []) : [];
    const places: SearchedText[] = [
      { name: t("what you typed"), text: typed },
      ...attachments.map((attachment) => ({
        name: attachment.path ?? attachment.label,
        text: attachment.text,
        show: (line: number) => this.#reveal(attachment, line),
      })),
      ...earlier.map(({ content }) => ({ name: t("the earlier messages"), text: content })),
      { name: t("the document addresses"), text: addresses.join("\n") },
    ];
    const keys = await this.#ownKeys(destination.at.hub.scope);
    const headers = await this.#headerValues();
    const found = places.flatMap(({ name: place, text, show }) =>
      [
        ...keys.map((key) => findKey(text, key)),
        ...headers.map((value) => findKey(text, value, t("a header of an address"))),
        ...findSecrets(text),
      ]
        .filter((secret) => secret !== undefined)
        .map(({ name, line }) => ({
          text: plainText(t("{0}: {1}, line {2}", name, place, line), 200),
          ...(show && { show: () => show(line) }),
        })),
    );
    const elsewhere = stringsOf(body).some((text) => keys.some((key) => text.includes(key)));
    return found.length === 0 && elsewhere
      ? [{ text: t("your API key: the conversation so far") }]
      : found;
  }

  /** Words are no secrets. */
  async #headerValues(): Promise<string[]> {
    const values = await this.#extras.headerValues().catch(() => []);
    return values.filter((value) => !isPlaceholder(value));
  }

  /** The keys of all hubs, whichever is asked. Only the key that is needed has to be readable. */
  async #ownKeys(asked: string): Promise<string[]> {
    const { hubs } = this.#connection;
    const read = hubs.list.map(({ scope }) => {
      const key = this.#keys.get(scope);
      return scope === asked ? key : key.catch(() => undefined);
    });
    return (await Promise.all(read)).filter((key) => key !== undefined);
  }
}

/** What was attached before the policy, or comes from elsewhere, is found by its address or its path. */
function excludedBy(globs: readonly string[]) {
  return ({ question: { attachments = [] } }: PreparedQuestion): Attachment[] =>
    attachments.filter(({ origin, path = "", source, text }) => {
      if (source && "repository" in source) {
        const root = vscode.Uri.parse(source.repository);
        return pathsInDiff(text).some((one) => isExcluded(vscode.Uri.joinPath(root, one), globs));
      }
      const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
      const below = [vscode.Uri.file("/"), ...folders].map((one) => vscode.Uri.joinPath(one, path));
      const places = origin ? [vscode.Uri.parse(origin.uri)] : path === "" ? [] : below;
      return places.some((uri) => isExcluded(uri, globs));
    });
}

function sizeConfirmation(bytes: number, leftOut: number): RequiredConfirmation | undefined {
  const size = sizeOf(bytes);
  const text =
    leftOut === 1
      ? t("The request is {0}. The oldest answer is left out.", size)
      : t("The request is {0}. The {1} oldest answers are left out.", size, leftOut);
  if (leftOut > 0)
    return {
      sentence: t("Not all of this conversation fits into one request. Send it?"),
      reasons: [{ text }],
      isWarning: true,
    };
  if (bytes <= maxUnaskedBytes) return undefined;
  return {
    sentence: t("This question is large: {0}. Send it?", size),
    reasons: [{ text: t("The hub may take a long time, or refuse it.") }],
    isWarning: true,
  };
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
