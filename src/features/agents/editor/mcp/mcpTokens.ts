import { randomBytes } from "node:crypto";
import type * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { t } from "../../../../kit/l10n";
import { Limiter } from "../../../../kit/limiter";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import { PatientSecrets } from "../../../../platform/editor/patientSecrets";
import { type McpClient, type Program, storedClients, withoutAllowed } from "../../core/mcpClients";
import type { Token } from "../../mcp/access";
import type { Permission } from "../../../../platform/core/ports";

/** What the user allowed other programs: to ask, and to ask an expert without a question. */
export async function clientPermissions(tokens: McpTokens): Promise<Permission[]> {
  await tokens.read();
  return tokens.clients.flatMap(({ id, name, allowed }) => [
    {
      label: name,
      description: t("may ask your experts through MCP"),
      revoke: () => tokens.revoke(id),
    },
    ...allowed.map((expert) => ({
      label: expert.name,
      description: t("questions of {0} through MCP, without asking you", name),
      revoke: () => tokens.change(id, (client) => withoutAllowed(client, expert)),
    })),
  ]);
}

const clientsSecret = "expertHub.mcpClients";

const created = (): string => randomBytes(32).toString("base64url");

/**
 * VS Code gets a token that is new with each start, and which is written nowhere. Each program has
 * one of its own, which is stored, with what it was allowed, until the user revokes it.
 */
export class McpTokens extends Owner {
  readonly #secrets: PatientSecrets;
  readonly #oneAtATime = new Limiter(1);
  #editor = created();
  #clients: readonly McpClient[] = [];

  /** A keyring that does not answer within `patience` milliseconds is reported as such. */
  constructor(secrets: vscode.SecretStorage, patience?: number) {
    super();
    const read = t(
      "The tokens of MCP clients could not be read: this computer's secret storage does not respond.",
    );
    const save = t(
      "The tokens of MCP clients could not be saved: this computer's secret storage does not respond.",
    );
    this.#secrets = new PatientSecrets(secrets, { read, save, remove: save }, patience);
    this.register(
      secrets.onDidChange(({ key }) => {
        if (key === clientsSecret) fireAndForget(() => this.read());
      }),
    );
  }

  get all(): readonly Token[] {
    return [
      { value: this.#editor, holder: "editor" },
      ...this.#clients.map(({ id, name, token }) => ({ value: token, holder: { id, name } })),
    ];
  }

  /** The token of this start. */
  get editor(): string {
    return this.#editor;
  }

  /** As last read. */
  get clients(): readonly McpClient[] {
    return this.#clients;
  }

  /** To be called before each start of the server. */
  async renew(): Promise<void> {
    this.#editor = created();
    await this.read();
  }

  /** The token of a program, which the first call brings about. */
  async tokenOf(program: Program): Promise<string> {
    let token = created();
    await this.#change((clients) => {
      const known = clients.find(({ id }) => id === program.id);
      token = known?.token ?? token;
      return known ? clients : [...clients, { ...program, token, allowed: [] }];
    });
    return token;
  }

  /** Changes what a program is allowed. */
  change(id: string, change: (client: McpClient) => McpClient): Promise<void> {
    return this.#change((clients) => clients.map((one) => (one.id === id ? change(one) : one)));
  }

  /** Locks the program out. */
  revoke(id: string): Promise<void> {
    return this.#change((clients) => clients.filter((one) => one.id !== id));
  }

  /** Locks every program out. */
  revokeAll(): Promise<void> {
    return this.#change(() => []);
  }

  async read(): Promise<void> {
    this.#clients = storedClients(await this.#secrets.get(clientsSecret));
  }

  /** Of what is stored now: another window may have changed it. */
  #change(change: (clients: readonly McpClient[]) => readonly McpClient[]): Promise<void> {
    return this.#secrets.change((late) =>
      this.#oneAtATime.run(async () => {
        const stored = storedClients(await this.#secrets.get(clientsSecret));
        late.throwIfAborted();
        const clients = change(stored);
        if (clients !== stored) await this.#secrets.store(clientsSecret, JSON.stringify(clients));
        this.#clients = clients;
      }, late),
    );
  }
}
