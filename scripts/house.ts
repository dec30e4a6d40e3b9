// Counts what tells how much there is to read in `src`, and prints it: `npm run house`.
import { globSync, readFileSync } from "node:fs";
import { from, root } from "./root.ts";

/** A file shorter than this is rather a part of another one. */
const minLines = 25;
const maxLines = 250;
/** A name on the top level of more files than this says too little. */
const maxFilesWithName = 2;

const declaration =
  /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type) ([\w$]+)/gm;

export interface House {
  readonly files: number;
  readonly lines: number;
  readonly scriptLines: number;
  readonly short: readonly string[];
  readonly long: readonly string[];
  /** Names on the top level of too many files, with these files. */
  readonly repeated: ReadonlyMap<string, readonly string[]>;
}

/** The sources with their texts, by path from the root. */
function textsOf(pattern: string): Map<string, string> {
  const files = globSync(pattern, { cwd: root, exclude: ["**/node_modules/**"] });
  return new Map(
    files.toSorted().map((file) => [file.replaceAll("\\", "/"), readFileSync(from(file), "utf8")]),
  );
}

const linesOf = (text: string): number => text.split("\n").length - 1;

function totalLines(texts: Map<string, string>): number {
  return [...texts.values()].reduce((sum, text) => sum + linesOf(text), 0);
}

export function namesIn(text: string): string[] {
  return [...text.matchAll(declaration)].map(([, name = ""]) => name);
}

export function measure(): House {
  const sources = textsOf("src/**/*.ts");
  const byName = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const name of new Set(namesIn(text)))
      byName.set(name, [...(byName.get(name) ?? []), file]);
  const counts = [...sources].map(([file, text]) => ({ file, lines: linesOf(text) }));
  return {
    files: sources.size,
    lines: totalLines(sources),
    scriptLines: totalLines(textsOf("scripts/**/*.{js,ts,cjs}")),
    short: counts.filter(({ lines }) => lines < minLines).map(({ file }) => file),
    long: counts.filter(({ lines }) => lines > maxLines).map(({ file }) => file),
    repeated: new Map([...byName].filter(([, files]) => files.length > maxFilesWithName)),
  };
}

function print({ files, lines, scriptLines, short, long, repeated }: House): void {
  console.log(`src: ${lines} lines in ${files} files; scripts: ${scriptLines} lines`);
  console.log(`${short.length} files of fewer than ${minLines} lines`);
  console.log(`${long.length} files of more than ${maxLines} lines`);
  console.log(`${repeated.size} names on the top level of more than ${maxFilesWithName} files`);
  for (const [name, places] of repeated) console.log(`  ${name}: ${places.join(", ")}`);
}

if (import.meta.main) print(measure());
