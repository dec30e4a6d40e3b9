import assert from "node:assert/strict";
import { maskedNote } from "../../../../../src/builtInHub/tools/workspace/textFiles";

describe("the note about masked secrets", () => {
  it("names up to ten of them", () => {
    const secrets = Array.from({ length: 12 }, (_, at) => ({
      kind: "a secret value" as const,
      from: at,
      to: at,
    }));
    assert.doesNotMatch(maskedNote(secrets.slice(0, 10)).join(""), /more/);
    assert.match(maskedNote(secrets).join(""), /a secret value \(line 9\) and 2 more\. The values/);
    assert.deepEqual(maskedNote([]), []);
  });
});
