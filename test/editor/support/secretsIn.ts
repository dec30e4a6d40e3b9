import type * as vscode from "vscode";

/** The keyring of VS Code, in memory. */
export function secretsIn(held: Map<string, string>): vscode.SecretStorage {
  return {
    keys: async () => [...held.keys()],
    get: async (name) => held.get(name),
    store: async (name, value) => void held.set(name, value),
    delete: async (name) => void held.delete(name),
    onDidChange: () => ({ dispose: () => {} }),
  };
}
