import assert from "node:assert/strict";
import { searchFolders } from "../../../../../src/builtInHub/tools/workspace/searchFiles";
import { termsOf } from "../../../../../src/builtInHub/tools/workspace/terms";
import { temporaryFolder } from "../temporaryFolder";

describe("a search in the files of the workspace", () => {
  it("X5 masks secrets in what is found, and finds none of them", async () => {
    await using folder = await temporaryFolder({
      "db.ini": "user = shopUser\npassword = s3cr3t-canary\n",
    });
    const search = (words: string) =>
      searchFolders(
        {
          folders: [{ name: "shop", path: folder.path }],
          isExcluded: () => false,
          signal: new AbortController().signal,
        },
        termsOf(words),
      );
    const { matches, secrets } = await search("shopUser");
    assert.match(JSON.stringify(matches), /shopUser.*\[masked/);
    assert.doesNotMatch(JSON.stringify(matches), /canary/);
    assert.deepEqual([...secrets.keys()], ["db.ini"]);
    assert.deepEqual((await search('"s3cr3t-canary"')).matches, []);
  });
});
