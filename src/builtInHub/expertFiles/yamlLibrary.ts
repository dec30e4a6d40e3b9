/** The YAML library in a file of its own, which is loaded with the first front matter. */
export { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
