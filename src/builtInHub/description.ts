import document from "./openapi.json" with { type: "json" };

/** The part of JSON Schema that the description is written in. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
}

const schemas = document.components.schemas as Readonly<Record<string, Schema>>;

/** The OpenAPI description of the service: the one source of what a request may hold. */
export const description: object = document;

/** A schema of the description by its name, or by the `$ref` that points at it. */
export function schema(name: string): Schema {
  const found = schemas[name.slice(name.lastIndexOf("/") + 1)];
  if (!found) throw new Error(`The description has no schema ${name}.`);
  return found;
}
