import assert from "node:assert/strict";
import {
  type Configuration,
  configurations,
  otherConfiguration,
  programs,
  tokenVariable,
} from "../../../../../../src/features/agents/editor/mcp/configurations";
import { documentedFormats } from "./documentedFormats";

const url = "http://127.0.0.1:40123/mcp";
const token = "TOKEN-CANARY-5b1e";
const textOf = (one: Configuration): string => one.text(url, token);

/** What stands for a token in the text, whatever it is called. */
const asPattern = (text: string): string =>
  text
    .replaceAll(/https?:[^\s"]+/g, "URL")
    .replaceAll(/\$\{(env:|input:)?[\w-]+\}/g, "${$1NAME}")
    .replaceAll(/Bearer (?:<token>|your-token|TOKEN-CANARY-\w+)/g, "Bearer TOKEN")
    .replaceAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, "VARIABLE");

/** The members of a configuration in their order, without the name of the server and what people read. */
function shapeOf(value: unknown, path = ""): unknown {
  if (typeof value === "string")
    return /\/description$|\/id$/.test(path) ? "TEXT" : asPattern(value);
  if (Array.isArray(value)) return value.map((one) => shapeOf(one, path));
  if (typeof value !== "object" || value === null) return value;
  const isOfServers = /^\/(?:servers|mcpServers|context_servers)$/.test(path);
  return Object.entries(value).map(([name, member]) => {
    // Any header can carry a token.
    if (path.endsWith("/headers")) return ["HEADER", "VALUE"];
    return [isOfServers ? "SERVER" : name, shapeOf(member, `${path}/${name}`)];
  });
}

/** The name of the server stands by itself, and the documentation quotes for one shell. */
const plain = (line: string): string =>
  asPattern(line)
    .replaceAll("'", '"')
    .replace(/(?<=add (?:--transport http )?|mcp_servers\.)(?!--)[\w-]+/, "SERVER")
    .replace(/Bearer (?:\$\{NAME\}|\$\{VARIABLE\}|TOKEN)/, "Bearer TOKEN");

const headerValue = (text: string): string | undefined =>
  /"Authorization": "([^"]*)"/.exec(text)?.[1];

describe("the configurations for other programs", () => {
  for (const { program, place, source, example } of documentedFormats)
    it(`Y7 are for ${program} (${place}) as ${new URL(source).host} documents them`, () => {
      const own = configurations.filter((one) => one.name === program && one.place === place);
      assert.equal(own.length, 1);
      const text = textOf(own[0]!);
      if (example.startsWith("{")) {
        assert.deepEqual(shapeOf(JSON.parse(text)), shapeOf(JSON.parse(example)));
        const documented = headerValue(example);
        if (documented) assert.equal(asPattern(headerValue(text) ?? ""), asPattern(documented));
        return;
      }
      assert.equal(plain(text), plain(example));
    });

  it("Y7 are one for each documented format, and each program has its own variable", () => {
    assert.equal(configurations.length, documentedFormats.length);
    const variables = [...programs, otherConfiguration("My Agent!"), otherConfiguration("特工")];
    assert.deepEqual(variables.map(tokenVariable), [
      "EXPERT_HUB_MCP_TOKEN_VSCODE",
      "EXPERT_HUB_MCP_TOKEN_COPILOT",
      "EXPERT_HUB_MCP_TOKEN_CURSOR",
      "EXPERT_HUB_MCP_TOKEN_CLAUDE",
      "EXPERT_HUB_MCP_TOKEN_CODEX",
      "EXPERT_HUB_MCP_TOKEN_ZED",
      "EXPERT_HUB_MCP_TOKEN_OTHER_MY_AGENT",
      "EXPERT_HUB_MCP_TOKEN_OTHER",
    ]);
    for (const one of [...configurations, otherConfiguration("My Agent!")])
      if (one.token === "variable") assert.ok(textOf(one).includes(tokenVariable(one)), one.place);
  });

  it("Y7 contain the token in no file that is shared, and name the address in all", () => {
    // Zed reads no variable and asks for nothing; its own settings are nobody else's.
    const containing = [...configurations, otherConfiguration("Any")].filter((one) =>
      textOf(one).includes(token),
    );
    assert.deepEqual(
      containing.map(({ name, place, token: how }) => [name, place, how]),
      [["Zed", "settings.json", "contained"]],
    );
    for (const one of configurations) assert.ok(textOf(one).includes(url), one.place);
  });

  it("Y7 for VS Code ask for the token that they refer to, and do not show it", () => {
    const { inputs, servers } = JSON.parse(textOf(configurations[0]!)) as {
      inputs: { id: string; password: boolean }[];
      servers: Record<string, { headers: object }>;
    };
    assert.equal(inputs[0]?.password, true);
    assert.deepEqual(servers["expert-hub"]?.headers, {
      Authorization: `Bearer \${input:${inputs[0]?.id}}`,
    });
  });
});
