import { t } from "../../../../kit/l10n";

/** The environment variable that configurations of other clients refer to. */
export const tokenVariable = "EXPERT_HUB_MCP_TOKEN";

const serverName = "expert-hub";
const json = (value: object): string => JSON.stringify(value, null, 2);

/** Configurations for clients. None contains the token. */
export const configurations = {
  /** `mcp.json` of VS Code, which asks for the token and keeps it in its secret storage. */
  vscode: (url: string) =>
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
        [serverName]: {
          type: "http",
          url,
          headers: { Authorization: "Bearer ${input:expert-hub-token}" },
        },
      },
    }),
  mcpServers: (url: string) =>
    json({
      mcpServers: {
        [serverName]: {
          type: "http",
          url,
          headers: { Authorization: `Bearer \${${tokenVariable}}` },
        },
      },
    }),
  claude: (url: string) =>
    `claude mcp add --transport http ${serverName} ${url} --header 'Authorization: Bearer \${${tokenVariable}}'`,
  codex: (url: string) =>
    `codex mcp add ${serverName} --url ${url} --bearer-token-env-var ${tokenVariable}`,
} as const;

export type ConfigurationFormat = keyof typeof configurations;
