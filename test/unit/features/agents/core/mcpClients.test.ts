import assert from "node:assert/strict";
import {
  isAllowed,
  type McpClient,
  storedClients,
  withAllowed,
  withoutAllowed,
} from "../../../../../src/features/agents/core/mcpClients";

const client: McpClient = { id: "codex", name: "Codex", token: "t".repeat(43), allowed: [] };
const seven = { hubScope: "https://hub.example", expertId: 7, name: "Seven" };

describe("the programs that may ask through MCP", () => {
  it("are read as they were stored, and nobody is one where that is broken", () => {
    const clients = [withAllowed(client, seven)];
    assert.deepEqual(storedClients(JSON.stringify(clients)), clients);
    assert.deepEqual(storedClients(undefined), []);
    for (const broken of ["", "{", "{}", "[1]", JSON.stringify([{ ...client, token: "short" }])])
      assert.deepEqual(storedClients(broken), [], broken);
  });

  it("are allowed an expert of one hub, once, until that is taken back", () => {
    const renamed = { ...seven, name: "Number Seven" };
    const allowed = withAllowed(withAllowed(client, seven), renamed);
    assert.deepEqual(allowed.allowed, [renamed]);
    assert.equal(isAllowed(allowed, seven), true);
    assert.equal(isAllowed(allowed, { ...seven, expertId: 8 }), false);
    assert.equal(isAllowed(allowed, { ...seven, hubScope: "https://other.example" }), false);
    assert.deepEqual(withoutAllowed(allowed, seven), client);
    const eight = { ...seven, expertId: 8 };
    const both = withAllowed(allowed, eight);
    assert.deepEqual([isAllowed(both, seven), isAllowed(both, eight)], [true, true]);
    assert.deepEqual(withoutAllowed(both, seven).allowed, [eight]);
  });
});
