import type * as vscode from "vscode";
import { HubError } from "../../contract/errors";
import { Owner } from "../../kit/disposable";
import { t } from "../../kit/l10n";

/** Milliseconds for which a key that was read is shared by all callers; it is then discarded. */
const sharedFor = 1_000;

interface Secret {
  readonly origin: string;
  readonly key: string;
}

/** One API key in SecretStorage as `{ origin, key }`, returned for that origin only. */
export class StoredKey extends Owner {
  readonly #secrets: vscode.SecretStorage;
  readonly #patience: number;
  readonly #name: string;
  /** Each request and each state of the page ask for the key, always a round trip through the editor. */
  #shared: Promise<Secret | undefined> | undefined;
  #sharing: NodeJS.Timeout | undefined;

  /** A keyring that does not answer within `patience` milliseconds is reported as such. */
  constructor(secrets: vscode.SecretStorage, name: string, patience = 9_000) {
    super();
    this.#secrets = secrets;
    this.#patience = patience;
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
    await this.#changing(
      () => this.#secrets.store(this.#name, secret),
      t("The API key could not be saved: this computer's secret storage does not respond."),
    );
  }

  async forget(): Promise<void> {
    await this.#changing(
      () => this.#secrets.delete(this.#name),
      t("The API key could not be deleted: this computer's secret storage does not respond."),
    );
  }

  #read(): Promise<Secret | undefined> {
    const reading = this.#answered(
      () => this.#secrets.get(this.#name),
      t("The API key could not be read: this computer's secret storage does not respond."),
    ).then(parse);
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
  async #changing(ask: () => Thenable<void>, sentence: string): Promise<void> {
    this.discard();
    try {
      await this.#answered(ask, sentence);
    } finally {
      this.discard();
    }
  }

  override dispose(): void {
    super.dispose();
    this.discard();
  }

  async #answered<T>(ask: () => Thenable<T>, sentence: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await Promise.race([
        ask(),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error("silent")), this.#patience);
        }),
      ]);
    } catch {
      throw new HubError("storage", sentence);
    } finally {
      clearTimeout(timer);
    }
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
