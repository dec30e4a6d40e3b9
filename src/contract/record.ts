export type JsonRecord = { [name: string]: unknown };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON value as an object to look into; empty if it is something else. */
export function record(value: unknown): Readonly<JsonRecord> {
  return isRecord(value) ? value : {};
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textValue(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What a JSON text says; `undefined` if it is none. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
