import * as vscode from "vscode";
import type { EditorTool } from "../../../contract/builtInHubApi";
import { originOf } from "../../../contract/namedTools";
import type { OnSent } from "../../../contract/purpose";
import { isRecord } from "../../../contract/record";
import { t } from "../../../kit/l10n";
import type { PolicySource } from "../../../policy/policy";
import { editorTools } from "../../../platform/editor/optionalApi";
import { isTrusted } from "../../../platform/editor/restricted";
import type { OfferedTool } from "../core/editorTools";

/** A tool in the manifest of an extension. */
interface ContributedTool {
  readonly name?: unknown;
  readonly displayName?: unknown;
  readonly userDescription?: unknown;
  readonly toolReferenceName?: unknown;
}

/** The tools of other extensions and of MCP servers. VS Code's own need one of its chats. */
export function offeredTools(): OfferedTool[] {
  const contributed = new Map(vscode.extensions.all.flatMap(toolsOf));
  return editorTools().flatMap((tool) => {
    const { name, description, fullReferenceName: reference } = tool;
    if (isOurs(name)) return [];
    const known = contributed.get(name);
    if (known) return [{ ...known, name, reference: reference ?? known.reference }];
    if (!name.startsWith(mcpPrefix)) return [];
    const origin = originOf(reference);
    const label = reference && origin ? reference.slice(origin.length + 1) : undefined;
    return [
      {
        name,
        reference,
        label: label ?? name.slice(mcpPrefix.length),
        description,
        origin: origin ?? t("MCP servers"),
      },
    ];
  });
}

const mcpPrefix = "mcp_";

/** Experts are not asked by experts, neither directly nor through our MCP server. */
const isOurs = (name: string): boolean => /(?:^|_)expertHub_/.test(name);

function toolsOf({ id, packageJSON }: vscode.Extension<unknown>) {
  const manifest = packageJSON as {
    displayName?: unknown;
    name?: unknown;
    contributes?: { languageModelTools?: unknown };
  };
  const tools = manifest.contributes?.languageModelTools;
  const origin = textOf(manifest.displayName) ?? textOf(manifest.name) ?? id;
  return (Array.isArray(tools) ? tools.filter(isRecord) : []).flatMap((tool: ContributedTool) => {
    const name = textOf(tool.name);
    if (name === undefined) return [];
    const ownName = textOf(tool.toolReferenceName);
    const known = {
      reference: ownName && `${id.toLowerCase()}/${ownName}`,
      label: textOf(tool.displayName) ?? name,
      description: textOf(tool.userDescription) ?? "",
      origin,
    };
    return [[name, known] as const];
  });
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

interface CallableParts {
  readonly policy: PolicySource;
  readonly activity: { readonly sent: OnSent };
}

/** These tools as the built-in hub calls them: none in Restricted Mode, or where the policy forbids them. */
export function callableTools({ policy, activity }: CallableParts): EditorTool[] {
  if (!isTrusted() || policy.current.editorToolsRefusal !== undefined) return [];
  const known = new Map(editorTools().map((tool) => [tool.name, tool]));
  return offeredTools().map(({ name, reference, label, origin }) => ({
    name,
    reference,
    // That of an MCP tool is not written for people.
    label: name.startsWith(mcpPrefix) ? undefined : label,
    description: known.get(name)?.description ?? "",
    parameters: known.get(name)?.inputSchema ?? { type: "object", properties: {} },
    call: async (given, purpose, signal) => {
      const { callEditorTool } = await import("./editorToolCall");
      return callEditorTool({ name, given, origin, purpose, onSent: activity.sent }, signal);
    },
  }));
}
