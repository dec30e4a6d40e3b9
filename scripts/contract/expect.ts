// Judges answers by the description. What it says names places and types, never values.
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { readJson } from "../root.ts";
import type { Answer } from "./hub.ts";
import { Failed } from "./verdict.ts";

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: {
    "date-time": isTime,
    uri: URL.canParse,
    int32: { type: "number", validate: (value: number) => value === (value | 0) },
  },
});
ajv.addSchema(readJson("src/contract/openapi.json") as object, "service");

const words: Record<string, (params: Record<string, string>) => string> = {
  type: ({ type }) => `must be ${/^[aeio]/.test(type ?? "") ? "an" : "a"} ${type}`,
  format: ({ format }) => `is not a valid ${format}`,
  minItems: ({ limit }) => `must have at least ${limit} element`,
  maxItems: ({ limit }) => `must have at most ${limit} element`,
};
const maxProblems = 10;

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The JSON of a successful answer, which conforms to the description of its call, and what else to say of it. */
export function expectSuccess(
  answer: Answer,
  path: string,
  method = "get",
): { body: unknown; notes: string[] } {
  if (answer.status !== 200) throw new Failed([`the status is ${answer.status}, not 200`]);
  const body = expectJson(answer);
  const at = ["paths", path, method, "responses", "200", "content", "application/json", "schema"];
  const notes = expectConformity(body, at);
  return { body, notes };
}

/** Fails unless the answer is an Error (service 2.4) under a status of an error. */
export function expectError(answer: Answer): string[] {
  if (answer.status < 400) throw new Failed([`the status is ${answer.status}, not 400 or above`]);
  return expectConformity(expectJson(answer), ["components", "schemas", "Error"]);
}

export function expectJson({ type, text }: Answer): unknown {
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(type))
    throw new Failed(["the Content-Type is not application/json"]);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Failed(["the body is not JSON"]);
  }
}

/** Fails with every deviation; returns what is allowed but worth a note. */
function expectConformity(body: unknown, at: readonly string[]): string[] {
  const validate = ajv.getSchema(pointer(at))!;
  if (validate(body)) return [];
  const errors = validate.errors ?? [];
  const problems = errors.filter((error) => !isExtra(error)).map(problemOf);
  if (problems.length > 0) throw new Failed([...new Set(problems)].slice(0, maxProblems));
  return [...new Set(errors.map(extraOf))].slice(0, maxProblems);
}

type Described = ErrorObject<string, Record<string, string>>;

const isExtra = ({ keyword }: ErrorObject): boolean => keyword === "additionalProperties";

function problemOf({ instancePath, keyword, params }: Described): string {
  if (keyword === "required") return `${placeOf(instancePath, params.missingProperty)} is missing`;
  return `${placeOf(instancePath)} ${words[keyword]?.(params) ?? `breaks the rule ${keyword}`}`;
}

function extraOf({ instancePath, params: { additionalProperty: name = "" } }: Described): string {
  const shown = /^[\w.-]{1,40}$/.test(name) ? name : "a field";
  return `${placeOf(instancePath, shown)} is not described`;
}

/** `/0/user` and `name` as `[0].user.name`. */
function placeOf(instancePath: string, name?: string): string {
  const parts = [...instancePath.split("/").slice(1), ...(name === undefined ? [] : [name])];
  const place = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
  return place.replace(/^\./, "") || "the body";
}

function pointer(parts: readonly string[]): string {
  const escaped = parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `service#/${escaped.map(encodeURIComponent).join("/")}`;
}
