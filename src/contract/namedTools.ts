/** A tool of the editor, by the names that requests and expert files use. */
export interface NamedEditorTool {
  /** Unique in the editor. */
  readonly name: string;
  /** The name after that of its server or extension, such as `github/list_issues`; absent if the editor does not say it. */
  readonly reference?: string | undefined;
}

/** The tools that the file of an expert names in `tools` and `disallowedTools`, as they are written there. */
export interface NamedTools {
  /** Absent if the file does not restrict its tools to some. */
  readonly wanted?: readonly string[] | undefined;
  readonly unwanted: readonly string[];
}

/** What a file says about a tool of the editor; `all` does not name one, as it names no tool in particular. */
export function inFile(
  { wanted, unwanted }: NamedTools,
  tool: NamedEditorTool,
): "named" | "allowed" | "excluded" {
  const isMeant = (pattern: string) => names(pattern, tool);
  if (unwanted.some((pattern) => pattern === all || isMeant(pattern))) return "excluded";
  if (wanted?.some(isMeant)) return "named";
  return wanted === undefined || wanted.includes(all) ? "allowed" : "excluded";
}

const all = "*";

/** `github/list_issues`, `github/*`, the same as Claude Code writes it (`mcp__github__list_issues`), or the name in the editor. */
function names(pattern: string, { name, reference }: NamedEditorTool): boolean {
  const [, server, tool = all] = /^mcp__(.+?)(?:__(.+))?$/.exec(pattern) ?? [];
  const meant = server === undefined ? pattern : `${server}/${tool}`;
  if (meant === name || meant === reference) return true;
  return meant.endsWith("/*") && meant.slice(0, -2) === originOf(reference);
}

/** The server or extension in the reference of a tool. */
export function originOf(reference = ""): string | undefined {
  const end = reference.lastIndexOf("/");
  return end > 0 ? reference.slice(0, end) : undefined;
}
