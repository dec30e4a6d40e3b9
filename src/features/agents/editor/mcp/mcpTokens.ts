import { randomBytes } from "node:crypto";
import type * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import type { Token } from "../../mcp/access";

const secret = "expertHub.mcpToken";

const created = (): string => randomBytes(32).toString("base64url");

/**
 * Two tokens: VS Code gets one that is new with each start, and which is written nowhere. Other
 * clients have theirs in a configuration, so it is stored, and stays until the user replaces it.
 */
export class McpTokens extends Owner {
  readonly #secrets: vscode.SecretStorage;
  #editor = created();
  #client: string | undefined;

  constructor(secrets: vscode.SecretStorage) {
    super();
    this.#secrets = secrets;
    this.register(
      secrets.onDidChange(({ key }) => {
        if (key === secret) fireAndForget(() => this.#read());
      }),
    );
  }

  get all(): readonly Token[] {
    const client = this.#client;
    return [
      { value: this.#editor, holder: "editor" },
      ...(client === undefined ? [] : [{ value: client, holder: "client" } as const]),
    ];
  }

  /** The token of this start. */
  get editor(): string {
    return this.#editor;
  }

  /** To be called before each start of the server. */
  async renew(): Promise<void> {
    this.#editor = created();
    await this.#read();
  }

  /** The token of other clients, which the first of them brings about. */
  async client(): Promise<string> {
    await this.#read();
    return this.#client ?? this.replaceClient();
  }

  /** Locks out every client that has the present one. */
  async replaceClient(): Promise<string> {
    const token = created();
    await this.#secrets.store(secret, token);
    this.#client = token;
    return token;
  }

  async #read(): Promise<void> {
    this.#client = await this.#secrets.get(secret);
  }
}
