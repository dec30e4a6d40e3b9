import Module from "node:module";
import path from "node:path";
import { format, inspect } from "node:util";
import * as vscode from "vscode";
import { canariesIn, canariesUnder, type CanaryKind } from "../../../scripts/canaries";
import { extension } from "./hub";

type Anything = (...args: unknown[]) => unknown;
type Members = Record<string, unknown>;

/** A page shows the selection that was sent, and what is attached to a draft is kept. */
const shown: readonly CanaryKind[] = ["key", "secret"];

/**
 * Looks for canaries in everything that leaves the extension: messages, the page, command errors,
 * state, output, files. Loaded before the extension is activated.
 */
class CanaryWatch {
  readonly #found = new Set<string>();
  readonly #told = new Set<string>();
  /** The files that were looked at, as they were then. */
  readonly #files = new Map<string, string>();
  #context: vscode.ExtensionContext | undefined;

  constructor() {
    this.#watchActivation();
    this.#watchMessages();
    this.#watchPages();
    this.#watchCommands();
    this.#watchChannels();
    this.#watchConsole();
  }

  /** The context that the extension was activated with. */
  get context(): vscode.ExtensionContext {
    if (!this.#context) throw new Error("the extension is not active yet");
    return this.#context;
  }

  /** The places where a canary was found, each reported once. */
  async sweep(): Promise<string[]> {
    const context = this.#context;
    if (context) {
      this.#lookAtState("globalState", context.globalState);
      this.#lookAtState("workspaceState", context.workspaceState);
      // The folder with the logs of the host and of every extension.
      const logs = path.dirname(context.logUri.fsPath);
      for (const folder of [logs, context.globalStorageUri.fsPath, context.storageUri?.fsPath]) {
        const places =
          folder === undefined ? [] : await canariesUnder(folder, undefined, this.#files);
        for (const place of places) this.#found.add(place);
      }
    }
    const places = [...this.#found].filter((place) => !this.#told.has(place));
    for (const place of places) this.#told.add(place);
    return places;
  }

  /** What a page is sent; it gets JSON. */
  lookAtPage(message: unknown): void {
    this.#look("a page", JSON.stringify(message), shown);
  }

  #look(place: string, text: string, kinds?: readonly CanaryKind[]): void {
    for (const canary of canariesIn(text, kinds)) this.#found.add(`${place}: ${canary}`);
  }

  #lookAtState(place: string, state: vscode.Memento): void {
    for (const key of state.keys()) this.#lookAtValue(place, key, state.get(key));
  }

  #lookAtValue(place: string, key: string, value: unknown): void {
    const kinds = /^(?:attached|queue):/.test(key) ? shown : undefined;
    this.#look(`${place} ${key}`, textOf([key, value]), kinds);
  }

  /** Only `activate` receives the context. */
  #watchActivation(): void {
    const { extensionPath, packageJSON } = extension();
    const main = path.join(extensionPath, (packageJSON as { main: string }).main);
    const load = Reflect.get(Module, "_load") as Anything;
    const watched: Anything = (...args) => {
      const loaded = load.apply(Module, args) as { activate: Anything };
      if (args[0] !== main) return loaded;
      const activate: Anything = (context) => {
        this.#context = context as vscode.ExtensionContext;
        this.#watchUpdates("globalState", this.#context.globalState);
        this.#watchUpdates("workspaceState", this.#context.workspaceState);
        return loaded.activate(context);
      };
      return { ...loaded, activate };
    };
    Reflect.set(Module, "_load", watched);
  }

  #watchUpdates(place: string, state: vscode.Memento): void {
    const update = state.update.bind(state);
    state.update = (key, value) => {
      this.#lookAtValue(place, key, value);
      return update(key, value);
    };
  }

  /** Also where a test replaces a function with its own. */
  #watchMessages(): void {
    for (const name of [
      "showErrorMessage",
      "showWarningMessage",
      "showInformationMessage",
      "setStatusBarMessage",
      "withProgress",
    ]) {
      const window = vscode.window as unknown as Members;
      const watched = new WeakSet<Anything>();
      const watching = (inner: Anything): Anything => {
        if (watched.has(inner)) return inner;
        const outer: Anything = (...args) => {
          this.#look(name, textOf(args));
          return inner(...args);
        };
        watched.add(outer);
        return outer;
      };
      let current = watching(window[name] as Anything);
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => current,
        set: (next: Anything) => {
          current = watching(next);
        },
      });
    }
  }

  #watchPages(): void {
    const { createWebviewPanel, registerWebviewViewProvider } = vscode.window;
    const watch = (webview: vscode.Webview): void => {
      const post = webview.postMessage.bind(webview);
      webview.postMessage = (message) => {
        this.lookAtPage(message);
        return post(message);
      };
    };
    Object.assign(vscode.window, {
      createWebviewPanel: (...args: Parameters<typeof createWebviewPanel>) => {
        const panel = createWebviewPanel(...args);
        watch(panel.webview);
        return panel;
      },
      registerWebviewViewProvider: (
        id: string,
        provider: vscode.WebviewViewProvider,
        options?: Parameters<typeof registerWebviewViewProvider>[2],
      ) =>
        registerWebviewViewProvider(
          id,
          {
            resolveWebviewView: (view, ...rest) => {
              watch(view.webview);
              return provider.resolveWebviewView(view, ...rest);
            },
          },
          options,
        ),
    });
  }

  #watchCommands(): void {
    const { registerCommand } = vscode.commands;
    const watched: typeof registerCommand = (id, run: Anything, thisArg) =>
      registerCommand(id, async (...args: unknown[]) => {
        try {
          return await run.apply(thisArg, args);
        } catch (error) {
          this.#look(`the error of ${id}`, textOf(error));
          throw error;
        }
      });
    Object.assign(vscode.commands, { registerCommand: watched });
  }

  /** Their files are checked too, but not every server can write them. */
  #watchChannels(): void {
    const { createOutputChannel } = vscode.window;
    const watched = (name: string, ...rest: unknown[]): unknown => {
      const channel = (createOutputChannel as Anything)(name, ...rest) as Members;
      const write = ["append", "appendLine", "replace", "trace", "debug", "info", "warn", "error"];
      const writing = Object.fromEntries(
        write.map((how) => {
          const original = channel[how] as Anything | undefined;
          const look: Anything = (...args) => {
            this.#look(`the channel ${name}`, textOf(args));
            return original?.apply(channel, args);
          };
          return [how, look];
        }),
      );
      return new Proxy(channel, {
        get: (target, member) => writing[member as string] ?? Reflect.get(target, member, target),
      });
    };
    Object.assign(vscode.window, { createOutputChannel: watched });
  }

  /** VS Code protects `console` from plain assignment. */
  #watchConsole(): void {
    for (const name of ["debug", "log", "info", "warn", "error"]) {
      const print = Reflect.get(console, name) as Anything;
      const watched: Anything = (...args) => {
        this.#look(`console.${name}`, format(...args));
        return print.apply(console, args);
      };
      Object.defineProperty(console, name, { get: () => watched });
    }
  }
}

export const canaries = new CanaryWatch();

/** Everything that a value reveals; of an error also non-enumerable properties. */
function textOf(value: unknown): string {
  const all = inspect(value, {
    depth: 10,
    showHidden: true,
    maxArrayLength: null,
    maxStringLength: null,
  });
  return value instanceof Error ? `${all}\n${value.stack}\n${value.message}` : all;
}
