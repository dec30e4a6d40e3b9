import * as v from "valibot";
import { t } from "../kit/l10n";
import { HubError } from "./errors";
import { isRecord, type JsonRecord } from "./record";

const absent = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);

/** Null and values of a wrong type count as absent. */
export function lenient<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.union([schema, absent]));
}

/** A record of known fields only, copied one by one; absent ones are omitted. */
export function recordOf<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.custom<JsonRecord>(isRecord), v.object(entries), v.transform(withoutAbsent));
}

/** A list without nulls and other invalid items; absent if it is not a list. */
export function lenientList<const Schema extends v.GenericSchema>(schema: Schema) {
  return lenient(
    v.pipe(
      v.array(v.union([schema, absent])),
      v.transform((items) => items.filter((item) => item !== undefined)),
    ),
  );
}

/** A list without its nulls; anything else becomes an empty list. */
export function listOf<const Schema extends v.GenericSchema>(schema: Schema) {
  const list = v.pipe(
    v.unknown(),
    v.transform((value): unknown[] => (Array.isArray(value) ? value : [])),
    v.array(v.nullable(schema)),
    v.transform((items) => items.filter((item) => item !== null)),
  );
  return v.optional(list, []);
}

/** Validates a value. Throws `bad-response` naming the path below `root`, never the value. */
export function checked<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  root: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const path = (result.issues[0].path ?? []).map(({ key }) =>
    typeof key === "number" ? `[${key}]` : `.${String(key)}`,
  );
  const where = `${root}${path.join("")}`.replace(/^\./, "");
  throw new HubError(
    "bad-response",
    where === ""
      ? t("The hub's answer cannot be used: it is missing or of a wrong type.")
      : t("The hub's answer cannot be used: {0} is missing or of a wrong type.", where),
  );
}

function withoutAbsent<T extends object>(fields: T): T {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) Reflect.deleteProperty(fields, name);
  }
  return fields;
}
