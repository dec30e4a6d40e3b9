import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { Settings, SharedStore } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";
import { ownHub, type HubDefinition, type OwnHub } from "./hub";
import * as v from "valibot";

const hubsName = "hubs";
const chosenName = "hubInUse";

/**
 * The user's own hubs. The settings define the first one; the others, and the choice among them, are
 * stored on this computer, for all windows. Nothing in a workspace can contribute to them.
 */
export class HubProfiles extends Owner {
  readonly #settings: Settings;
  readonly #store: SharedStore;
  readonly #changed = this.register(new Emitter<void>());
  #known: { stored: unknown; baseUrl: string; hubUrl: string; hubs: readonly OwnHub[] } | undefined;

  /** The hubs of the store, or the choice, changed in this window. */
  readonly onDidChange = this.#changed.event;

  constructor(settings: Settings, store: SharedStore) {
    super();
    this.#settings = settings;
    this.#store = store;
  }

  /** The hub of the settings first. */
  get list(): readonly OwnHub[] {
    const stored = this.#store.get(hubsName);
    const { baseUrl, hubUrl } = this.#settings;
    const known = this.#known;
    if (known?.stored === stored && known?.baseUrl === baseUrl && known.hubUrl === hubUrl)
      return known.hubs;
    const { name, added } = hubsIn(stored);
    const hubs = [{ id: "", name, baseUrl, hubUrl }, ...added]
      .map(ownHub)
      .filter((hub) => hub !== undefined);
    this.#known = { stored, baseUrl, hubUrl, hubs };
    return hubs;
  }

  /** The chosen one, else the first. */
  get chosen(): OwnHub | undefined {
    const { list } = this;
    const id = this.#store.get(chosenName) ?? "";
    return list.find((hub) => hub.id === id) ?? list[0];
  }

  async choose({ id }: OwnHub): Promise<void> {
    if (this.#store.get(chosenName) !== id) await this.#save(chosenName, () => id);
  }

  /** Adds a hub; the settings define it if they define none yet. */
  async add({ baseUrl, name }: { baseUrl: string; name?: string }): Promise<OwnHub> {
    const isFirst = this.#settings.baseUrl === "";
    const id = isFirst ? "" : crypto.randomUUID();
    const added = { id, name, baseUrl, hubUrl: "" };
    if (isFirst) await this.#settings.setBaseUrl(baseUrl);
    await this.#change((hubs) =>
      isFirst ? { ...hubs, name } : { ...hubs, added: [...hubs.added, added] },
    );
    return ownHub(added)!;
  }

  rename({ id }: OwnHub, name: string): Promise<void> {
    if (id === "") return this.#change((hubs) => ({ ...hubs, name }));
    return this.#redefine(id, { name });
  }

  /** Where nothing is set up yet, this defines the hub of the settings. */
  async setBaseUrl(hub: OwnHub | undefined, baseUrl: string): Promise<void> {
    if (hub && hub.id !== "") return this.#redefine(hub.id, { baseUrl });
    await this.#settings.setBaseUrl(baseUrl);
  }

  async setHubUrl({ id }: OwnHub, hubUrl: string): Promise<void> {
    if (id !== "") return this.#redefine(id, { hubUrl });
    await this.#settings.setHubUrl(hubUrl);
  }

  async remove({ id }: OwnHub): Promise<void> {
    if (id === "") {
      await this.#settings.setBaseUrl("");
      await this.#settings.setHubUrl("");
    }
    await this.#change(({ name, added }) => ({
      name: id === "" ? undefined : name,
      added: added.filter((hub) => hub.id !== id),
    }));
  }

  #redefine(id: string, change: Partial<HubDefinition>): Promise<void> {
    return this.#change(({ added, ...rest }) => ({
      ...rest,
      added: added.map((hub) => (hub.id === id ? { ...hub, ...change } : hub)),
    }));
  }

  #change(change: (hubs: StoredHubs) => StoredHubs): Promise<void> {
    return this.#save(hubsName, (stored) => change(hubsIn(stored)));
  }

  async #save(name: string, change: (stored: unknown) => unknown): Promise<void> {
    await orStorageError(t("The list of hubs could not be saved"), () =>
      this.#store.update(name, change),
    );
    this.#changed.fire();
  }
}

/** What is stored about the user's own hubs, beside the settings. */
interface StoredHubs {
  /** The user's name for the hub of the settings. */
  readonly name?: string | undefined;
  readonly added: readonly HubDefinition[];
}

const storedHub = v.object({
  id: v.pipe(v.string(), v.regex(/^[\da-f-]{36}$/)),
  name: v.optional(v.string()),
  baseUrl: v.string(),
  hubUrl: v.string(),
});

const hubs = v.object({ name: v.optional(v.string()), added: v.array(v.unknown()) });

/** What was stored, without what is malformed. */
function hubsIn(stored: unknown): StoredHubs {
  const { success, output } = v.safeParse(hubs, stored);
  if (!success) return { added: [] };
  const added = output.added.flatMap((each) => {
    const read = v.safeParse(storedHub, each);
    return read.success ? [read.output] : [];
  });
  return { name: output.name, added };
}
