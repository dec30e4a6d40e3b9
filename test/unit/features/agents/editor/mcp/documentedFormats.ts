/** An example of a configuration from the documentation of a program. */
interface DocumentedFormat {
  readonly program: string;
  readonly place: string;
  readonly source: string;
  readonly example: string;
}

/** Read in November 2026, from the pages that `source` names. */
export const documentedFormats: readonly DocumentedFormat[] = [
  {
    program: "VS Code",
    place: ".vscode/mcp.json, mcp.json",
    // Two examples of the page in one, a server at an address and an input.
    source: "https://code.visualstudio.com/docs/agents/reference/mcp-configuration",
    example: `{
      "inputs": [
        { "type": "promptString", "id": "perplexity-key", "description": "Perplexity API Key", "password": true }
      ],
      "servers": {
        "context7": {
          "type": "http",
          "url": "https://mcp.context7.com/mcp",
          "headers": { "Authorization": "Bearer \${input:api-token}" }
        }
      }
    }`,
  },
  {
    program: "GitHub Copilot",
    place: ".mcp.json, ~/.copilot/mcp-config.json",
    source:
      "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers",
    example: `{
      "mcpServers": {
        "context7": {
          "type": "http",
          "url": "https://mcp.context7.com/mcp",
          "headers": { "CONTEXT7_API_KEY": "YOUR-API-KEY" },
          "tools": ["*"]
        }
      }
    }`,
  },
  {
    program: "Cursor",
    place: ".cursor/mcp.json, ~/.cursor/mcp.json",
    source: "https://cursor.com/docs/context/mcp",
    example: `{
      "mcpServers": {
        "remote-server": {
          "url": "https://api.example.com/mcp",
          "headers": { "Authorization": "Bearer \${env:MY_SERVICE_TOKEN}" }
        }
      }
    }`,
  },
  {
    program: "Claude Code",
    place: "claude mcp add",
    source: "https://code.claude.com/docs/en/mcp",
    example: `claude mcp add --transport http secure-api https://api.example.com/mcp --header "Authorization: Bearer your-token"`,
  },
  {
    program: "Claude Code",
    place: ".mcp.json",
    source: "https://code.claude.com/docs/en/mcp",
    example: `{
      "mcpServers": {
        "api-server": {
          "type": "http",
          "url": "https://api.example.com/mcp",
          "headers": { "Authorization": "Bearer \${API_KEY}" }
        }
      }
    }`,
  },
  {
    program: "Codex",
    place: "codex mcp add",
    source: "https://developers.openai.com/codex/mcp",
    example:
      "codex mcp add figma --url https://mcp.figma.com/mcp --bearer-token-env-var FIGMA_OAUTH_TOKEN",
  },
  {
    program: "Codex",
    place: "~/.codex/config.toml",
    source: "https://developers.openai.com/codex/mcp",
    example: `[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"
`,
  },
  {
    program: "Zed",
    place: "settings.json",
    source: "https://zed.dev/docs/ai/mcp",
    example: `{
      "context_servers": {
        "remote-mcp-server": {
          "url": "https://example.com/mcp",
          "headers": { "Authorization": "Bearer <token>" }
        }
      }
    }`,
  },
];
