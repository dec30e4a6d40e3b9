import { parseAllDocuments, visit, type Document } from "yaml";

/** Why a text is not YAML, as the parser says it, with its line. */
export class YamlProblem extends Error {}

const maxAliases = 100;

/** JSON as YAML; numbers keep all their digits. */
export function yamlFromJson(json: string): string {
  const [document] = documentsIn(json);
  if (!document) return "";
  visit(document, {
    Collection: (_, node) => void (node.flow = false),
    Scalar: (_, node) => void delete node.type,
  });
  return document.toString({ lineWidth: 0 });
}

/** YAML as JSON on one line; several documents become an array. Comments are lost. */
export function jsonFromYaml(yaml: string): { readonly json: string; readonly documents: number } {
  const documents = documentsIn(yaml);
  const values = documents.map((each) => jsonOf(each.toJS({ maxAliasCount: maxAliases })));
  const json = values.length === 1 ? (values[0] ?? "null") : `[${values.join()}]`;
  return { json, documents: values.length };
}

function documentsIn(text: string): Document[] {
  const options = { intAsBigInt: true, uniqueKeys: !/^\s*[[{]/.test(text), prettyErrors: true };
  const documents = parseAllDocuments(text, options) as Document[];
  for (const { errors } of documents) {
    const [first] = errors;
    if (first) throw new YamlProblem(first.message);
  }
  return documents;
}

function jsonOf(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(
    ([name, held]) => `${JSON.stringify(name)}:${jsonOf(held)}`,
  );
  return `{${members.join()}}`;
}
