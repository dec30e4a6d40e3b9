import assert from "node:assert/strict";
import { OfferedModels } from "../../../../src/builtInHub/models/offeredModels";
import type { ChatModel } from "../../../../src/contract/chatModel";
import { modelId } from "../../../../src/client/modelId";

const model = (name: string, provider: string, identifier = name.toLowerCase()): ChatModel => ({
  key: `${provider} ${identifier}`,
  name,
  identifier,
  provider,
  complete: () => Promise.reject(new Error("Nobody asks.")),
});

const large = model("GPT Large 2", "Copilot");
const first = model("GPT Large", "Copilot");
const local = model("llama3.2:3b", "localhost:11434");

describe("the language models of the built-in hub", () => {
  const all = [large, first, local];
  const offered = new OfferedModels(() => all, true);
  const found = (id?: number, preferred?: string[]) => offered.find(id, preferred)?.key;

  it("keep their ids from one version to the next", () => {
    assert.equal(modelId("vscode-lm copilot/gpt-4o"), 243_706_243_093_515);
  });

  it("are found by their id alone where it is named", () => {
    assert.equal(found(modelId(local.key), ["GPT Large"]), local.key);
    assert.equal(found(999, ["GPT Large"]), undefined);
  });

  it("are chosen as the expert prefers, by their whole name in any case", () => {
    assert.equal(found(undefined, ["gpt large"]), first.key);
    assert.equal(found(undefined, ["GPT Large (Copilot)"]), first.key);
    assert.equal(found(undefined, ["unknown", "llama3.2:3b", "GPT Large"]), local.key);
  });

  it("are the first one where none is preferred or none of those is there", () => {
    assert.equal(found(), large.key);
    assert.equal(found(undefined, ["unknown", "GPT"]), large.key);
  });

  it("G1 answer only if they are named, unless they answer by default", () => {
    const named = new OfferedModels(() => all, false);
    assert.equal(named.find(undefined), undefined);
    assert.equal(named.find(undefined, ["GPT Large"]), undefined);
    assert.equal(named.find(modelId(first.key))?.key, first.key);
  });
});
