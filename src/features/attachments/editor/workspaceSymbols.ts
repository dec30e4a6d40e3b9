import * as vscode from "vscode";
import { ranked } from "../../../kit/ranking";
import type { Found } from "./attachable";
import { ignoredAmong } from "./gitignore";

/** Characters that are searched for at least. */
const minTyped = 2;
const maxSymbols = 20;
/** Milliseconds after which the same is searched for anew. */
const freshForMs = 5_000;

type Symbols = readonly vscode.SymbolInformation[];

/** Searches the symbols of the workspace. A language server may take long: who asks again waits on. */
export class WorkspaceSymbols {
  #typed: string | undefined;
  #asked: Promise<void> = Promise.resolve();
  #found: Symbols | undefined;
  #foundAt = 0;

  async find(typed: string, waitMs: number): Promise<Found<vscode.SymbolInformation>> {
    if (typed.length < minTyped) return { found: [], isIncomplete: false };
    const isOld = this.#found && performance.now() - this.#foundAt > freshForMs;
    if (this.#typed !== typed || isOld) this.#search(typed);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)));
    await Promise.race([this.#asked, enough]);
    clearTimeout(timer);
    if (this.#typed !== typed) return { found: [], isIncomplete: false };
    return { found: this.#found ?? [], isIncomplete: this.#found === undefined };
  }

  #search(typed: string): void {
    this.#typed = typed;
    this.#found = undefined;
    this.#asked = symbolsNamed(typed).then((found) => {
      if (this.#typed !== typed) return;
      this.#found = found;
      this.#foundAt = performance.now();
    });
  }
}

async function symbolsNamed(typed: string): Promise<Symbols> {
  const symbols = await Promise.resolve(
    vscode.commands.executeCommand<Symbols | undefined>(
      "vscode.executeWorkspaceSymbolProvider",
      typed,
    ),
  ).catch(() => undefined);
  // Language servers find some in their own libraries, too.
  const own = (symbols ?? []).filter(({ location }) =>
    vscode.workspace.getWorkspaceFolder(location.uri),
  );
  const best = ranked(own, typed, { max: maxSymbols, textsOf: ({ name }) => [name] });
  const ignored = await ignoredAmong(best.map(({ location }) => location.uri));
  return best.filter(({ location }) => !ignored.has(location.uri.toString()));
}

/** As which of three kinds a list shows it. */
export function symbolKind(kind: vscode.SymbolKind): "class" | "method" | "variable" {
  const { SymbolKind } = vscode;
  switch (kind) {
    case SymbolKind.Class:
    case SymbolKind.Enum:
    case SymbolKind.Interface:
    case SymbolKind.Module:
    case SymbolKind.Namespace:
    case SymbolKind.Struct:
      return "class";
    case SymbolKind.Constructor:
    case SymbolKind.Function:
    case SymbolKind.Method:
      return "method";
    default:
      return "variable";
  }
}
