import assert from "node:assert/strict";
import { search } from "../../../../../src/builtInHub/tools/workspace/searchFiles";
import { temporaryFolder } from "../temporaryFolder";

describe("a search in the files of the workspace", () => {
  it("X5 masks secrets in what is found, and finds none of them", async () => {
    await using folder = await temporaryFolder({
      "db.ini": "user = shopUser\npassword = s3cr3t-canary\n",
    });
    const found = (words: string) =>
      search(
        {
          folders: [{ name: "shop", path: folder.path }],
          isExcluded: () => false,
          signal: new AbortController().signal,
        },
        words,
      );
    const { matches, secrets } = (await found("shopUser"))!;
    assert.match(JSON.stringify(matches), /shopUser.*\[masked/);
    assert.doesNotMatch(JSON.stringify(matches), /canary/);
    assert.deepEqual([...secrets.keys()], ["db.ini"]);
    assert.deepEqual((await found('"s3cr3t-canary"'))?.matches, []);
  });
});
