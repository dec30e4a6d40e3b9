import type { JsonNode } from "./jsonTree";

/** Writes a tree with its numbers and strings unchanged; an empty indent writes it on one line. */
export function writeJson(node: JsonNode, indent: string, before = ""): string {
  if (node.kind === "scalar") return node.raw;
  const [open, close] = node.kind === "array" ? ["[", "]"] : ["{", "}"];
  const inner = before + indent;
  const parts =
    node.kind === "array"
      ? node.items.map((item) => writeJson(item, indent, inner))
      : node.members.map(
          ([key, held]) => `${key}:${indent && " "}${writeJson(held, indent, inner)}`,
        );
  if (parts.length === 0) return open + close;
  if (indent === "") return `${open}${parts.join(",")}${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${before}${close}`;
}

/** The same tree with the members of every object sorted by name. */
export function sortKeys(node: JsonNode): JsonNode {
  if (node.kind === "array") return { kind: "array", items: node.items.map(sortKeys) };
  if (node.kind === "scalar") return node;
  const members = node.members
    .map(([key, held]) => [key, sortKeys(held)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { kind: "object", members };
}

/** Duplicate names in objects, as `path.name`. */
export function doubledKeys(node: JsonNode, path = ""): string[] {
  if (node.kind === "scalar") return [];
  if (node.kind === "array") {
    return node.items.flatMap((item, index) => doubledKeys(item, `${path}[${index}]`));
  }
  const seen = new Set<string>();
  return node.members.flatMap(([raw, held]) => {
    const key = JSON.parse(raw) as string;
    const at = path === "" ? key : `${path}.${key}`;
    const own = seen.has(key) ? [at] : [];
    seen.add(key);
    return [...own, ...doubledKeys(held, at)];
  });
}
