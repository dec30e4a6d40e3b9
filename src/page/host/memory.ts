import { isRecord } from "../../contract/record";

/** The part of the webview API that survives hiding the page or reloading the window. */
export interface StateStore {
  getState(): unknown;
  setState(state: unknown): unknown;
}

/** Where the reader is: the distance from the upper edge to a turn, or to a piece of its answer. */
export interface ReaderPlace {
  turnId: string;
  piece?: number;
  offset: number;
}

/** What the page remembers of one conversation. */
export interface Remembered {
  readonly id: string;
  /** Absent if the reader is at the end. */
  place?: ReaderPlace | undefined;
  /** Names of what is unfolded, by turn; the composer's under an empty id. */
  readonly folds: Map<string, Set<string>>;
  /** Questions that are being edited, by turn. */
  readonly edits: Map<string, string>;
}

export type PanelKind = "options" | "preview";

const maxConversations = 20;
const maxFoldedTurns = 100;
const maxFolds = 50;
const saveAfterMs = 100;

/** State that only the page has and that would be lost with its document: stored by the editor. */
export class Memory {
  /** Whether the lines of code are wrapped. */
  wrapLines: boolean;
  readonly #store: StateStore;
  /** Most recently shown first. */
  #conversations: Remembered[];
  #panel: PanelKind | undefined;
  #find: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: StateStore) {
    this.#store = store;
    const state = store.getState();
    const { panel, find, wrapLines, conversations } = isRecord(state) ? state : {};
    this.#panel = panel === "options" || panel === "preview" ? panel : undefined;
    this.wrapLines = wrapLines === true;
    this.#find = typeof find === "string" ? find : undefined;
    this.#conversations = Array.isArray(conversations) ? conversations.flatMap(remembered) : [];
  }

  /** The panel that is open above the composer's row. */
  get panel(): PanelKind | undefined {
    return this.#panel;
  }
  set panel(kind: PanelKind | undefined) {
    this.#panel = kind;
    this.changed();
  }

  /** The text in the find box, if it is open. */
  get find(): string | undefined {
    return this.#find;
  }
  set find(text: string | undefined) {
    this.#find = text;
    this.changed();
  }

  /** Makes this the conversation that is shown. */
  enter(id: string): Remembered {
    const known = this.#conversations.find((one) => one.id === id) ?? {
      id,
      folds: new Map(),
      edits: new Map(),
    };
    const others = this.#conversations.filter((one) => one !== known);
    this.#conversations = [known, ...others].slice(0, maxConversations);
    this.changed();
    return known;
  }

  /** Something in it has changed; it is saved a moment later. */
  changed(): void {
    this.#timer ??= setTimeout(() => this.saveNow(), saveAfterMs);
  }

  saveNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#store.setState({
      // Tells the host what a tab of the last session showed.
      conversationId: this.#conversations[0]?.id,
      panel: this.#panel,
      find: this.#find,
      wrapLines: this.wrapLines,
      conversations: this.#conversations.map(({ id, place, folds, edits }) => ({
        id,
        place,
        edits: edits.size === 0 ? undefined : [...edits],
        folds: [...folds]
          .slice(-maxFoldedTurns)
          .map(([turnId, names]) => [turnId, [...names].slice(0, maxFolds)]),
      })),
    });
  }
}

/** The stored state may come from another version. */
function remembered(value: unknown): Remembered[] {
  if (!isRecord(value) || typeof value["id"] !== "string") return [];
  const { id, place, folds, edits } = value;
  return [
    {
      id,
      ...(isPlace(place) && { place }),
      folds: new Map(Array.isArray(folds) ? folds.filter(isFold).map(foldOf) : []),
      edits: new Map(Array.isArray(edits) ? edits.filter(isEdit) : []),
    },
  ];
}

function isPlace(value: unknown): value is ReaderPlace {
  return (
    isRecord(value) &&
    typeof value["turnId"] === "string" &&
    Number.isFinite(value["offset"]) &&
    (value["piece"] === undefined || Number.isSafeInteger(value["piece"]))
  );
}

function isEdit(value: unknown): value is [string, string] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string")
  );
}

function isFold(value: unknown): value is [string, string[]] {
  return (
    Array.isArray(value) &&
    typeof value[0] === "string" &&
    Array.isArray(value[1]) &&
    value[1].every((name) => typeof name === "string")
  );
}

function foldOf([turnId, names]: [string, string[]]): [string, Set<string>] {
  return [turnId, new Set(names)];
}
