import assert from "node:assert/strict";
import { McpTokens } from "../../../../../../src/features/agents/editor/mcp/mcpTokens";
import { until } from "../../../../../support/until";
import { TestSecrets } from "../../../../platform/editor/secretStorage";

const valuesOf = (tokens: McpTokens) => tokens.all.map(({ value }) => value);

describe("the tokens of the MCP server", () => {
  it("N4 lock out the old token in every window once one replaced it", async () => {
    const secrets = new TestSecrets();
    const [here, elsewhere] = [new McpTokens(secrets), new McpTokens(secrets)];
    const old = await here.client();
    assert.equal(await elsewhere.client(), old);
    const replaced = await elsewhere.replaceClient();
    await until("it is read again", () => valuesOf(here).includes(replaced));
    assert.deepEqual(valuesOf(here), [here.editor, replaced]);
    assert.notEqual(replaced, old);
    for (const tokens of [here, elsewhere]) tokens.dispose();
  });
});
