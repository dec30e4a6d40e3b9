import type { BuiltInHubOptions, EditorTool, EditorToolResult } from "../../contract/builtInHubApi";
import { inFile, type NamedTools } from "../../contract/namedTools";
import type { Cause } from "../../contract/purpose";
import { isRecord } from "../../contract/record";
import { toolNames } from "../../contract/vocabulary";
import { asData, cut, oneLine, wholeEnd } from "./dataBlock";
import { CallProblem, withErrorText, type Tool } from "./tool";

/** Characters of a result. */
const maxResult = 50_000;
/** Characters of what a tool says about itself. */
const maxDescription = 4000;
const maxTools = 128;

export interface EditorToolSources extends Pick<BuiltInHubOptions, "editorTools"> {
  /** What the answer is for. */
  readonly cause: Cause;
  /** The tools that the file of the expert names. */
  readonly named?: NamedTools | undefined;
}

/** The tools of the editor that a request names, as far as the editor has them and the file of the expert allows them. */
export function editorTools(
  chosen: readonly string[],
  { editorTools: offered = () => [], named, cause }: EditorToolSources,
): Tool[] {
  if (chosen.length === 0) return [];
  const isCallable = (tool: EditorTool) =>
    chosen.includes(tool.name) && (!named || inFile(named, tool) !== "excluded");
  const find = (name: string) => offered().find((tool) => tool.name === name && isCallable(tool));
  const taken = new Set<string>(toolNames);
  return offered()
    .filter(isCallable)
    .slice(0, maxTools)
    .map(({ name, reference, label = reference ?? name, description, parameters }) => {
      return withErrorText({
        name: callableName(name, taken),
        label,
        description: cut(description, maxDescription),
        parameters,
        run: async (given, signal) => {
          if (!isRecord(given)) throw new CallProblem("The arguments must be an object.");
          // It may have been removed, or be no longer allowed.
          const tool = find(name);
          if (!tool) throw new CallProblem(`The tool ${label} is no longer available.`);
          const purpose = { ...cause, kind: "tool", tool: label } as const;
          return result(label, await tool.call(given, purpose, signal));
        },
      });
    });
}

/** Servers of models take no other characters than these, and 64 at most. */
function callableName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^\w-]/g, "_").slice(0, 64);
  let free = plain;
  for (let count = 2; taken.has(free); count++) free = `${plain.slice(0, 60)}_${count}`;
  taken.add(free);
  return free;
}

/** What a tool says is data, its errors as well. */
function result(label: string, { kind, text }: EditorToolResult): string {
  if (kind === "refused") return `Error: ${text}`;
  const source = `the tool ${JSON.stringify(label)}`;
  if (kind === "failed") return `Error: the tool failed.\n${asData(source, oneLine(text, 200))}`;
  const end = wholeEnd(text, Math.min(text.length, maxResult));
  const note =
    end < text.length ? `\n[The rest was cut off: ${text.length} characters are too many.]` : "";
  return asData(source, text.slice(0, end)) + note;
}
