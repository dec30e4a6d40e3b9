import assert from "node:assert/strict";
import { checkHub, type Asked, type Result } from "../../scripts/contract/checkHub";
import { startBuiltInHub, type RunningHub } from "../../src/builtInHub/index";
import { withEchoModel } from "../support/echoModel";
import { key, startSpoiltHub } from "./spoiltHub";
import { unusualHubs, wrongHubs } from "./wrongHubs";

const asked: Omit<Asked, "baseUrl"> = {
  key,
  expertId: 5,
  mayAsk: true,
  question: "6 * 7",
  timeoutMs: 30_000,
};
const withVerdict = (results: readonly Result[], verdict: Result["verdict"]) =>
  results.filter((result) => result.verdict === verdict).map(({ promise }) => promise);

describe("the contract suite", () => {
  let hub: RunningHub;
  before(async () => void (hub = await startBuiltInHub({ key, ...withEchoModel })));
  after(() => hub.close());

  it("passes every expert of the built-in hub in everything, with nothing left to note", async () => {
    for (const expertId of hub.expertIds) {
      const results = await checkHub({ ...asked, baseUrl: hub.baseUrl, expertId });
      assert.ok(results.length > 20);
      assert.deepEqual(
        results.filter(({ verdict, details }) => verdict !== "passed" || details.length > 0),
        [],
      );
    }
  });

  it("asks no question without leave, and says what it left out", async () => {
    const paths: string[] = [];
    const watched = await startSpoiltHub(hub.baseUrl, (path) => void paths.push(path));
    const { expertId: _, ...unnamed } = { ...asked, baseUrl: watched.baseUrl, mayAsk: false };
    const results = await checkHub(unnamed);
    watched.close();
    assert.deepEqual(
      paths.filter((path) => path.startsWith("invoke")),
      [],
    );
    assert.deepEqual(withVerdict(results, "failed"), []);
    const reasons = new Set(
      results
        .filter(({ verdict }) => verdict === "not applicable")
        .flatMap(({ details }) => details),
    );
    assert.deepEqual([...reasons].toSorted(), ["needs --ask", "needs --expert"]);
  });

  it("reports only that a hub cannot be reached", async () => {
    const gone = await startSpoiltHub(hub.baseUrl, () => undefined);
    gone.close();
    const results = await checkHub({ ...asked, baseUrl: gone.baseUrl });
    assert.deepEqual(
      results.map(({ promise, verdict, details }) => [promise, verdict, ...details]),
      [["the hub can be reached", "failed", "no answer: ECONNREFUSED"]],
    );
  });

  for (const [name, spoil, promise, detail] of wrongHubs) {
    it(`names the place of ${name}, and nothing else`, async () => {
      const spoilt = await startSpoiltHub(hub.baseUrl, spoil);
      const results = await checkHub({ ...asked, baseUrl: spoilt.baseUrl });
      spoilt.close();
      const failed = results.filter(({ verdict }) => verdict === "failed");
      assert.deepEqual(
        failed.map((result) => result.promise),
        results.map((result) => result.promise).filter((title) => promise.test(title)),
      );
      assert.ok(failed.length > 0);
      for (const { details } of failed) {
        assert.ok(details.length > 0);
        for (const text of details) assert.match(text, detail);
      }
    });
  }

  for (const [name, spoil, verdict, detail] of unusualHubs) {
    it(`takes no offence at ${name}, and says so`, async () => {
      const spoilt = await startSpoiltHub(hub.baseUrl, spoil);
      const results = await checkHub({ ...asked, baseUrl: spoilt.baseUrl });
      spoilt.close();
      assert.deepEqual(withVerdict(results, "failed"), []);
      const noted = results.filter(({ details }) => details.length > 0);
      assert.ok(noted.length > 0);
      for (const { verdict: given, details } of noted) {
        assert.equal(given, verdict);
        for (const text of details) assert.match(text, detail);
      }
    });
  }
});
