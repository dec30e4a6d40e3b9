import type { Permission } from "../../../../platform/core/ports";
import { t } from "../../../../kit/l10n";
import { withoutAllowed } from "../../core/mcpClients";
import type { McpTokens } from "./mcpTokens";

/** What the user allowed other programs: to ask, and to ask an expert without a question. */
export async function clientPermissions(tokens: McpTokens): Promise<Permission[]> {
  await tokens.read();
  return tokens.clients.flatMap(({ id, name, allowed }) => [
    {
      label: name,
      description: t("may ask your experts through MCP"),
      revoke: () => tokens.revoke(id),
    },
    ...allowed.map((expert) => ({
      label: expert.name,
      description: t("questions of {0} through MCP, without asking you", name),
      revoke: () => tokens.change(id, (client) => withoutAllowed(client, expert)),
    })),
  ]);
}
