import document from "./openapi.json" with { type: "json" };

/** The subset of JSON Schema that the description uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
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
