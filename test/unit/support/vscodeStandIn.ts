import { registerHooks } from "node:module";

/** The parts of VS Code that files of the layer `editor` use here; a test sets what it needs. */
class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  translate(lines: number): Position {
    return new Position(this.line + lines, this.character);
  }

  with({ character }: { character: number }): Position {
    return new Position(this.line, character);
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position | number, end: Position | number, line = 0, character = 0) {
    this.start = typeof start === "number" ? new Position(start, end as number) : start;
    this.end = typeof end === "number" ? new Position(line, character) : end;
  }

  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }
}

interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly query?: string;
  readonly fragment?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority = "";
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  constructor({ scheme, path, query = "", fragment = "" }: UriParts) {
    this.scheme = scheme;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static joinPath({ scheme, path }: Uri, ...names: string[]): Uri {
    return new Uri({ scheme, path: [path, ...names].join("/") });
  }

  toString(): string {
    const ends = [this.query && `?${this.query}`, this.fragment && `#${this.fragment}`];
    return `${this.scheme}:${this.path}${ends.join("")}`;
  }
}

export class Document {
  readonly uri: Uri;
  readonly languageId: string;
  text: string;
  isClosed = false;
  isDirty = false;

  constructor(uri: Uri, text: string, languageId = "typescript") {
    this.uri = uri;
    this.text = text;
    this.languageId = languageId;
  }

  get isUntitled(): boolean {
    return this.uri.scheme === "untitled";
  }

  offsetAt({ line, character }: Position): number {
    const before = this.text.split("\n").slice(0, line);
    return before.reduce((sum, one) => sum + one.length + 1, 0) + character;
  }

  positionAt(offset: number): Position {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1)!.length);
  }

  getText(range?: Range): string {
    if (!range) return this.text;
    return this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end));
  }

  lineAt(line: number): { text: string; isEmptyOrWhitespace: boolean } {
    const text = this.text.split("\n")[line]!;
    return { text, isEmptyOrWhitespace: text.trim() === "" };
  }
}

class TabInputText {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

class TabInputNotebook {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

class TabInputTextDiff {
  readonly original: Uri;
  readonly modified: Uri;

  constructor(original: Uri, modified: Uri) {
    this.original = original;
    this.modified = modified;
  }
}

class TabInputWebview {
  readonly viewType: string;

  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

const kinds = { Function: 11, Method: 5, Class: 4 };

export const standIn = {
  Position,
  Range,
  Selection: Range,
  Uri,
  TabInputText,
  TabInputTextDiff,
  TabInputNotebook,
  TabInputWebview,
  NotebookRange: Range,
  SymbolKind: kinds,
  FileType: { File: 1, Directory: 2, SymbolicLink: 64 },
  ConfigurationTarget: { Global: 1, Workspace: 2 },
  ViewColumn: { Beside: -2 },
  TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
  workspace: {} as Record<string, unknown>,
  window: {} as Record<string, unknown>,
  commands: {} as Record<string, unknown>,
  languages: {} as Record<string, unknown>,
};

/** `mutate` builds its own empty module, which looks here as well. */
Object.assign(globalThis, { vscodeStandIn: standIn });

const url = "stand-in:vscode";
const names = Object.keys(standIn).join(", ");

// Files that import `vscode` are to be imported later, by `await import()`.
registerHooks({
  resolve: (name, context, next) =>
    name === "vscode" ? { url, shortCircuit: true } : next(name, context),
  load: (address, context, next) =>
    address === url
      ? {
          format: "module",
          source: `export const { ${names} } = globalThis.vscodeStandIn;`,
          shortCircuit: true,
        }
      : next(address, context),
});

/** Sets these members, and nothing else, in these parts of VS Code. */
export function standInWith(
  given: Partial<Record<"workspace" | "window" | "commands" | "languages", object>>,
): void {
  for (const name of ["workspace", "window", "commands", "languages"] as const) {
    const part = standIn[name];
    for (const member of Object.keys(part)) delete part[member];
    Object.assign(part, given[name]);
  }
}

interface Symbols {
  readonly name: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children: Symbols[];
}

/** Functions, and classes with methods: each ends with a bracket that is indented as its head. */
export function symbolsIn({ text }: Document): Symbols[] {
  const lines = text.split("\n");
  const read = (from: number, to: number, indent: string): Symbols[] => {
    const found: Symbols[] = [];
    for (let line = from; line < to; line++) {
      const head = /^(\s*)(?:(class|function) )?(\w+)(?: ?\{|\()/.exec(lines[line]!);
      if (head?.[1] !== indent || (indent === "" && !head[2])) continue;
      const last = lines.indexOf(`${indent}}`, line);
      const [, , word, name] = head;
      const start = lines[line]!.indexOf(name!);
      found.push({
        name: name!,
        kind: kinds[word === "class" ? "Class" : word ? "Function" : "Method"],
        range: new Range(line, indent.length, last, indent.length + 1),
        selectionRange: new Range(line, start, line, start + name!.length),
        children: word === "class" ? read(line + 1, last, "  ") : [],
      });
      line = last;
    }
    return found;
  };
  return read(0, lines.length, "");
}
