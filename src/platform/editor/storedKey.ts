import { createHmac, randomBytes } from "node:crypto";
import type * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import { t } from "../../kit/l10n";
import { PatientSecrets } from "./patientSecrets";

/** Milliseconds for which a key that was read is shared by all callers; it is then discarded. */
const sharedFor = 1_000;

interface Secret {
  readonly origin: string;
  readonly key: string;
}

/** One API key in SecretStorage as `{ origin, key }`, returned for that origin only. */
export class StoredKey extends Owner {
  readonly #secrets: PatientSecrets;
  readonly #name: string;
  /** Each request and each state of the page ask for the key, always a round trip through the editor. */
  #shared: Promise<Secret | undefined> | undefined;
  #sharing: NodeJS.Timeout | undefined;
  readonly #salt = randomBytes(32);
  /** The digest of what this window has stored last. */
  #own: string | undefined;

  /** A keyring that does not answer within `patience` milliseconds is reported as such. */
  constructor(secrets: vscode.SecretStorage, name: string, patience?: number) {
    super();
    const sentences = {
      read: t("The API key could not be read: this computer's secret storage does not respond."),
      save: t("The API key could not be saved: this computer's secret storage does not respond."),
      remove: t(
        "The API key could not be deleted: this computer's secret storage does not respond.",
      ),
    };
    this.#secrets = new PatientSecrets(secrets, sentences, patience);
    this.#name = name;
    this.register(
      secrets.onDidChange(({ key }) => {
        if (key === name) this.discard();
      }),
    );
  }

  async get(origin: string): Promise<string | undefined> {
    const secret = await (this.#shared ?? this.#read());
    return secret?.origin === origin ? secret.key : undefined;
  }

  async store(origin: string, key: string): Promise<void> {
    const secret = JSON.stringify({ origin, key });
    await this.#changing(secret, () => this.#secrets.store(this.#name, secret));
  }

  async forget(): Promise<void> {
    await this.#changing(undefined, () => this.#secrets.delete(this.#name));
  }

  /** Whether this window has stored or forgotten it. */
  get wasChangedHere(): boolean {
    return this.#own !== undefined;
  }

  /** Whether it is still what this window has stored last. Rejects with `storage`. */
  async isAsStoredHere(): Promise<boolean> {
    return this.#own === this.#digest(await this.#secrets.get(this.#name));
  }

  #digest(secret: string | undefined): string {
    return createHmac("sha256", this.#salt)
      .update(secret ?? "")
      .digest("base64");
  }

  #read(): Promise<Secret | undefined> {
    const reading = this.#secrets.get(this.#name).then(parse);
    this.#shared = reading;
    const discard = () => {
      if (this.#shared === reading) this.discard();
    };
    void reading.then(() => {
      if (this.#shared === reading) this.#sharing = setTimeout(discard, sharedFor);
    }, discard);
    return reading;
  }

  /** A key that was read before is not returned again. */
  discard(): void {
    this.#shared = undefined;
    clearTimeout(this.#sharing);
  }

  /** A key that was read before or during the change is not returned afterwards. */
  async #changing(secret: string | undefined, change: () => Promise<void>): Promise<void> {
    this.discard();
    const before = this.#own;
    this.#own = this.#digest(secret);
    try {
      await change();
    } catch (error) {
      this.#own = before;
      throw error;
    } finally {
      this.discard();
    }
  }

  override dispose(): void {
    super.dispose();
    this.discard();
  }
}

/** A malformed secret counts as missing. */
function parse(secret: string | undefined): Secret | undefined {
  if (secret === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(secret);
    if (typeof value !== "object" || value === null) return undefined;
    const { origin, key } = value as Record<string, unknown>;
    return typeof origin === "string" && typeof key === "string" ? { origin, key } : undefined;
  } catch {
    return undefined;
  }
}
