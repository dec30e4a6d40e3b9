import { isRecord, type JsonRecord } from "../../contract/record";

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
