import { DataProblem, type DataNode } from "./dataNode";

const maxName = 1000;
/** What every reader of YAML 1.1 and 1.2 takes as text without quotation marks. */
const plain =
  /^[\p{L}_/](?:[\p{L}\p{N}_./@+(),%&=~?!'"$*;-]|:(?=[^\s])|(?<=[^\s])#| (?=[^\s#]))*$/u;
const reserved = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|infinity|e\d+)$/i;
/** Lines that can stand as a block: nothing invisible, and text in the first of them. */
const lines =
  /^[^\s](?:[\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe]|[^\0-\uffff])*[^\s]\n?$/u;

/** YAML that readers of YAML 1.1 and 1.2 take for the same document. */
export function writeYaml(root: DataNode): string {
  const last = lastOf(root);
  return isNested(root) ? block(root, "", last) : scalar(root, "  ", last);
}

/** The value at the end, behind which copying a code block loses the line break. */
function lastOf(node: DataNode): DataNode {
  if (node.kind === "text" || node.kind === "literal") return node;
  const inner = node.kind === "list" ? node.items.at(-1) : node.members.at(-1)?.[1];
  return inner ? lastOf(inner) : node;
}

function isNested(node: DataNode): boolean {
  if (node.kind === "list") return node.items.length > 0;
  return node.kind === "record" && node.members.length > 0;
}

/** The lines of a list or record. */
function block(node: DataNode, indent: string, last: DataNode): string {
  const inner = `${indent}  `;
  if (node.kind === "list") {
    const items = node.items.map((item) =>
      isNested(item) ? block(item, inner, last).slice(inner.length) : scalar(item, inner, last),
    );
    return items.map((item) => `${indent}- ${item}`).join("\n");
  }
  if (node.kind !== "record") return "";
  const members = node.members.map(([name, value]) => {
    if (name.length > maxName) throw new DataProblem(value.at, "a name is too long for YAML.");
    const rest = isNested(value)
      ? `\n${block(value, inner, last)}`
      : ` ${scalar(value, inner, last)}`;
    return `${indent}${quoted(name)}:${rest}`;
  });
  return members.join("\n");
}

/** A value that begins on the line of its name or hyphen. */
function scalar(node: DataNode, indent: string, last: DataNode): string {
  if (node.kind === "list") return "[]";
  if (node.kind === "record") return "{}";
  const { text, kind } = node;
  if (kind === "literal") return text.replace(/^(-?\d+)(\.\d+)?[eE]([-+]?)/, exponent);
  if (node === last && text.endsWith("\n")) return quoted(text);
  if (!text.includes("\n") || !lines.test(text)) return quoted(text);
  const shifted = text.replace(/\n$/, "").replaceAll(/^(?=.)/gm, indent);
  return `|${text.endsWith("\n") ? "" : "-"}\n${shifted}`;
}

/** YAML 1.1 knows exponents only behind a fraction and with their sign. */
function exponent(_: string, whole: string, fraction = ".0", sign = ""): string {
  return `${whole}${fraction}e${sign || "+"}`;
}

function quoted(value: string): string {
  if (plain.test(value) && !reserved.test(value)) return value;
  const invisible = /[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g;
  return JSON.stringify(value).replace(
    invisible,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
