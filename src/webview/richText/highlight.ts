import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";
import type { visibleText } from "../visible";

const lowlight = createLowlight({
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});
lowlight.registerAlias({ bash: ["shell", "console"], cpp: ["c", "h"], json: ["json5"] });

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

type Tree = ReturnType<typeof lowlight.highlight>;

/** Code as coloured nodes, or nothing where the language is not known. */
export function highlighted(
  text: string,
  language: string,
  toText: typeof visibleText,
): DocumentFragment | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return undefined;
  const fragment = document.createDocumentFragment();
  append(fragment, lowlight.highlight(name, text).children, toText);
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
