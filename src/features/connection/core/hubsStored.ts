import * as v from "valibot";
import type { HubDefinition } from "./hub";

/** What is stored about the user's own hubs, beside the settings. */
export interface StoredHubs {
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
export function hubsIn(stored: unknown): StoredHubs {
  const { success, output } = v.safeParse(hubs, stored);
  if (!success) return { added: [] };
  const added = output.added.flatMap((each) => {
    const read = v.safeParse(storedHub, each);
    return read.success ? [read.output] : [];
  });
  return { name: output.name, added };
}
