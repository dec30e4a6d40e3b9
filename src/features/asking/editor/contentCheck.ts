import type { OutgoingQuestion } from "../core/confirmation";
import type { Connection } from "../../connection/core/connection";
import type { Keys } from "../../../platform/core/ports";
import { findKey, findSecrets } from "../core/secretsInQuestion";
import { HubError } from "../../../contract/errors";
import { maxRequestBytes, sizeOf } from "../../../contract/sizes";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { confirm } from "../../../platform/editor/confirm";

/** Bytes of a request above which the user is asked. */
const largeBytes = 256 * 1024;

/** The last check of a question before any of it is sent. */
export class ContentCheck {
  readonly #keys: Keys;
  readonly #connection: Connection;

  constructor(keys: Keys, connection: Connection) {
    this.#keys = keys;
    this.#connection = connection;
  }

  /**
   * False if the user declined: nothing may be sent then. Rejects with `too-large` above 10 MiB,
   * and with `storage` if the key cannot be read.
   */
  async allows(question: OutgoingQuestion): Promise<boolean> {
    const bytes = Buffer.byteLength(JSON.stringify(question.body));
    if (bytes > maxRequestBytes) {
      throw new HubError(
        "too-large",
        t("The request of {0} is over the limit of {1}.", sizeOf(bytes), sizeOf(maxRequestBytes)),
      );
    }
    const secrets = await this.#secretsIn(question);
    if (
      secrets.length > 0 &&
      !(await askWhetherToSend(
        t("This question contains what looks like a secret. Send it?"),
        secrets,
      ))
    )
      return false;
    const { leftOut = 0 } = question;
    if (leftOut > 0)
      return askWhetherToSend(t("Not all of this conversation fits into one request. Send it?"), [
        leftOut === 1
          ? t("The request is {0}. The oldest answer is left out.", sizeOf(bytes))
          : t("The request is {0}. The {1} oldest answers are left out.", sizeOf(bytes), leftOut),
      ]);
    return (
      bytes <= largeBytes ||
      askWhetherToSend(t("This question is large: {0}. Send it?", sizeOf(bytes)), [
        t("The hub may take a long time, or refuse it."),
      ])
    );
  }

  async #secretsIn({
    typed,
    attachments,
    earlier = [],
    body,
  }: OutgoingQuestion): Promise<string[]> {
    const texts: [place: string, text: string][] = [
      [t("what you typed"), typed],
      ...attachments.map(({ label, path, text }): [string, string] => [path ?? label, text]),
      ...earlier.map(({ content }): [string, string] => [t("the earlier messages"), content]),
      ...("document_urls" in body
        ? [[t("the document addresses"), body.document_urls?.join("\n") ?? ""] as [string, string]]
        : []),
    ];
    const keys = await this.#ownKeys();
    const found = texts.flatMap(([place, text]) =>
      [...keys.map((key) => findKey(text, key)), ...findSecrets(text)]
        .filter((secret) => secret !== undefined)
        .map(({ name, line }) => t("{0}: {1}, line {2}", name, place, line)),
    );
    const elsewhere = stringsOf(body).some((text) => keys.some((key) => text.includes(key)));
    return found.length === 0 && elsewhere ? [t("your API key: the conversation so far")] : found;
  }

  /** The keys of all hubs, whichever is asked. Only the key that is needed has to be readable. */
  async #ownKeys(): Promise<string[]> {
    const { hub: inUse, hubs } = this.#connection;
    const read = hubs.list.map(({ scope }) => {
      const key = this.#keys.get(scope);
      return scope === inUse?.scope ? key : key.catch(() => undefined);
    });
    return (await Promise.all(read)).filter((key) => key !== undefined);
  }
}

function askWhetherToSend(sentence: string, reasons: readonly string[]): Promise<boolean> {
  const detail = reasons.map((reason) => plainText(reason, 200)).join("\n");
  return confirm(sentence, { detail, yes: t("Send Anyway"), no: t("Do Not Send") });
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
