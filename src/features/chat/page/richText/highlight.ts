import type { visibleText } from "../../../../page/ui/visible";
import { syntaxOf, type Tree } from "./grammars";

export { highlightPieces } from "./grammars";

/** Every class that may reach the page; the style sheet has a colour for each. */
const scopes = new Set(
  [
    "addition attr attribute built_in bullet char code comment deletion doctag emphasis formula",
    "function keyword link literal meta name number operator params property punctuation quote",
    "regexp section selector-attr selector-class selector-id selector-pseudo selector-tag string",
    "strong subst symbol tag template-tag template-variable title type variable",
  ]
    .join(" ")
    .split(" ")
    .map((scope) => `hljs-${scope}`),
);

/** Code as highlighted nodes, or `undefined` if it stays in one colour. */
export function highlightCode(
  text: string,
  language: string,
  toText: typeof visibleText,
): DocumentFragment | undefined {
  const tree = syntaxOf(text, language);
  if (!tree) return undefined;
  const fragment = document.createDocumentFragment();
  append(fragment, tree.children, toText);
  return fragment;
}

function append(parent: Node, children: Tree["children"], toText: typeof visibleText): void {
  for (const child of children) {
    if (child.type === "text") {
      parent.appendChild(toText(child.value));
    } else if (child.type === "element") {
      const span = document.createElement("span");
      const names = child.properties["className"];
      const known = Array.isArray(names) ? names.filter((name) => scopes.has(name)) : [];
      if (known.length > 0) span.className = known.join(" ");
      append(span, child.children, toText);
      parent.appendChild(span);
    }
  }
}
