import assert from "node:assert/strict";
import type { AddressExtras } from "../../../../../src/contract/addressExtras";
import { extrasInWords } from "../../../../../src/features/chat/editor/extrasInWords";
import type { ModelChoice } from "../../../../../src/features/models/core/chosenModels";

const model: ModelChoice = {
  kind: "address",
  address: "https://models.example/v1",
  identifier: "m",
};
const parts = {
  extras: {
    get: async (origin: string): Promise<AddressExtras> => ({
      headers: origin.endsWith(".example") ? { "x-gateway-key": "secret" } : {},
      fields: { user: "ada" },
    }),
  },
  models: { find: (id: number | undefined) => (id === 5 ? model : undefined) },
};
const asked = { expertId: 1, expertName: "One", hubScope: "https://hub.example#1", builtIn: false };
const sent = { endpoint: "invoke_agent", body: { expert_id: 1, model_id: 5 } } as const;

describe("what will be sent beside the body of a request", () => {
  it("E5 names the headers for a hub, and no value of them", async () => {
    assert.equal(
      await extrasInWords({ sent, asked }, parts),
      "Headers and fields for https://hub.example go along: x-gateway-key: ••••.",
    );
  });

  it("E5 names what goes on to the model that the built-in hub asks, and nothing for this computer", async () => {
    const builtIn = { ...asked, hubScope: "built-in", builtIn: true };
    assert.equal(
      await extrasInWords({ sent, asked: builtIn }, parts),
      'Headers and fields for https://models.example go along: x-gateway-key: ••••, user = "ada".',
    );
    const alone = { endpoint: "invoke_agent", body: { expert_id: 1 } } as const;
    assert.equal(await extrasInWords({ sent: alone, asked: builtIn }, parts), undefined);
    const other = { ...asked, hubScope: "https://other.test" };
    assert.equal(await extrasInWords({ sent, asked: other }, parts), undefined);
  });
});
