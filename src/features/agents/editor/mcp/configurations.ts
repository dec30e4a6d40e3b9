import type { Program } from "../../core/mcpClients";
import { t } from "../../../../kit/l10n";

const serverName = "expert-hub";
const json = (value: object): string => JSON.stringify(value, null, 2);

/** Where a program expects the server, and in which form. */
export type Configuration = Program & {
  /** A file, or the command that writes it. */
  readonly place: string;
} & (
    | {
        /** Asked for by the program, or read from an environment variable: the text can be shared. */
        readonly token: "asked" | "variable";
        text(url: string): string;
      }
    | {
        /** The program has no other way, so the text must not be shared. */
        readonly token: "contained";
        text(url: string, token: string): string;
      }
  );

/** The environment variable that a program reads: each has a token of its own. */
export function tokenVariable({ id }: Pick<Program, "id">): string {
  const name = id.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  return `EXPERT_HUB_MCP_TOKEN_${name.replaceAll(/^_|_$/g, "") || "OTHER"}`;
}

const bearer = (reference: string) => ({ Authorization: `Bearer ${reference}` });

function mcpServers(url: string, reference: string, more: object = {}): string {
  const server = { type: "http", url, headers: bearer(reference), ...more };
  return json({ mcpServers: { [serverName]: server } });
}

const vscode = { id: "vscode", name: "VS Code" };
const copilot = { id: "copilot", name: "GitHub Copilot" };
const cursor = { id: "cursor", name: "Cursor" };
const claude = { id: "claude", name: "Claude Code" };
const codex = { id: "codex", name: "Codex" };
const zed = { id: "zed", name: "Zed" };

/** Programs that are known by name. */
export const programs: readonly Program[] = [vscode, copilot, cursor, claude, codex, zed];

const reference = (program: Program): string => `\${${tokenVariable(program)}}`;

/** `docs/agents.md` names the sources of these formats; a test holds each against them. */
export const configurations: readonly Configuration[] = [
  {
    ...vscode,
    place: ".vscode/mcp.json, mcp.json",
    token: "asked",
    text: (url) =>
      json({
        inputs: [
          {
            type: "promptString",
            id: "expert-hub-token",
            description: t("Token of the MCP server of Expert Hub"),
            password: true,
          },
        ],
        servers: {
          [serverName]: { type: "http", url, headers: bearer("${input:expert-hub-token}") },
        },
      }),
  },
  {
    ...copilot,
    place: ".mcp.json, ~/.copilot/mcp-config.json",
    token: "variable",
    text: (url) => mcpServers(url, reference(copilot), { tools: ["*"] }),
  },
  {
    ...cursor,
    place: ".cursor/mcp.json, ~/.cursor/mcp.json",
    token: "variable",
    text: (url) =>
      json({
        mcpServers: {
          [serverName]: { url, headers: bearer(`\${env:${tokenVariable(cursor)}}`) },
        },
      }),
  },
  {
    ...claude,
    place: "claude mcp add",
    token: "variable",
    text: (url) =>
      `claude mcp add --transport http ${serverName} ${url} --header 'Authorization: Bearer ${reference(claude)}'`,
  },
  {
    ...claude,
    place: ".mcp.json",
    token: "variable",
    text: (url) => mcpServers(url, reference(claude)),
  },
  {
    ...codex,
    place: "codex mcp add",
    token: "variable",
    text: (url) =>
      `codex mcp add ${serverName} --url ${url} --bearer-token-env-var ${tokenVariable(codex)}`,
  },
  {
    ...codex,
    place: "~/.codex/config.toml",
    token: "variable",
    text: (url) =>
      [
        `[mcp_servers.${serverName}]`,
        `url = ${JSON.stringify(url)}`,
        `bearer_token_env_var = "${tokenVariable(codex)}"`,
        "",
      ].join("\n"),
  },
  {
    ...zed,
    place: "settings.json",
    token: "contained",
    text: (url, token) =>
      json({ context_servers: { [serverName]: { url, headers: bearer(token) } } }),
  },
];

/** For a program that is not known by name. */
export function otherConfiguration(name: string): Configuration {
  const program = { id: `other ${name.toLowerCase()}`, name };
  return {
    ...program,
    place: "mcpServers",
    token: "variable",
    text: (url) => mcpServers(url, reference(program)),
  };
}
