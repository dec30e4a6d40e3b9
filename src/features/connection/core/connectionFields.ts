import { schema, type Schema } from "../../../contract/conformity";
import { isRecord } from "../../../contract/record";

/** The endpoints that are looked at, with the schemas of their answers (service 2.1, 2.2 and 4.3). */
const schemas = {
  "GET /api/v1/get_user": "UserEntry",
  "GET /api/v1/get_expert/:id": "Expert",
  "POST /api/v1/invoke_agent": "AgentAnswer",
} as const;
export type Endpoint = keyof typeof schemas;

/** Maximum number of names in one list. */
const maxFields = 50;

export interface Fields {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** The fields that the service describes and the answer lacks, and vice versa; no values. */
export function fieldsOf(endpoint: Endpoint, json: unknown): Fields {
  const missing = new Set<string>();
  const extra = new Set<string>();
  compare(json, schema(schemas[endpoint]), "", { missing, extra });
  return { missing: [...missing].slice(0, maxFields), extra: [...extra].slice(0, maxFields) };
}

function compare(
  value: unknown,
  described: Schema,
  at: string,
  found: { missing: Set<string>; extra: Set<string> },
): void {
  const { $ref, items, properties: fields } = described;
  const inner = $ref === undefined ? items : schema($ref);
  if (inner) return compare(value, inner, at, found);
  // Without fields, it may contain anything.
  if (!fields) return;
  // Steps arrive as arrays of arrays.
  for (const record of Array.isArray(value) ? value.flat() : [value]) {
    if (!isRecord(record)) continue;
    for (const name of Object.keys(record)) {
      if (!Object.hasOwn(fields, name)) found.extra.add(at + name);
    }
    for (const [name, field] of Object.entries(fields)) {
      if (record[name] === undefined) found.missing.add(at + name);
      else compare(record[name], field, `${at}${name}.`, found);
    }
  }
}
