import document from "./openapi.json" with { type: "json" };
import { KeyMask } from "./secrets/keyMask";

/** The subset of JSON Schema that the description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

const schemas = document.components.schemas as Readonly<Record<string, Schema>>;

/** The OpenAPI description of the service: the only definition of what a request may contain. */
export const description: object = document;

/** A schema of the description by its name, or by the `$ref` that points at it. */
export function schema(name: string): Schema {
  const found = schemas[name.slice(name.lastIndexOf("/") + 1)];
  if (!found) throw new Error(`The description has no schema ${name}.`);
  return found;
}

/** The first place where a value deviates from a schema, in words; `undefined` if it conforms. */
export function schemaError(value: unknown, wanted: Schema, path = ""): string | undefined {
  if (wanted.$ref !== undefined) return schemaError(value, schema(wanted.$ref), path);
  if (wanted.type !== undefined && !isOfType(value, wanted.type)) {
    return `${path === "" ? "The body" : path} must be ${withArticle(wanted.type)}.`;
  }
  if (wanted.enum && !wanted.enum.includes(String(value)))
    return `${path} must be one of ${wanted.enum.join(", ")}.`;
  if (Array.isArray(value)) return itemError(value, wanted.items, path);
  if (typeof value === "object" && value !== null) return fieldError(value, wanted, path);
  return undefined;
}

function itemError(items: unknown[], wanted: Schema | undefined, path: string) {
  if (!wanted) return undefined;
  for (const [index, item] of items.entries()) {
    const found = schemaError(item, wanted, `${path}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldError(value: object, wanted: Schema, path: string) {
  const fields = wanted.properties ?? {};
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const name of wanted.required ?? []) {
    if (!Object.hasOwn(value, name)) return `${at(name)} is required.`;
  }
  for (const [name, held] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) {
      const found = schemaError(held, field, at(name));
      if (found !== undefined) return found;
    } else if (wanted.additionalProperties === false) {
      return `${at(new KeyMask().line(name, 80))} is not a field of this request.`;
    }
  }
  return undefined;
}

function isOfType(value: unknown, type: NonNullable<Schema["type"]>): boolean {
  switch (type) {
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
