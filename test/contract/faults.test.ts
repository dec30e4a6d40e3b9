import assert from "node:assert/strict";
import { HubError, type ErrorKind } from "../../src/hub/errors";
import { key, startStage, type Stage } from "./stage";

type Outcome = ErrorKind | "good";

/** What get_expert and invoke_agent come to for each id of the fault catalogue. */
const catalogue: [id: number, expert: Outcome, agent: Outcome][] = [
  [400, "invalid-request", "invalid-request"],
  [401, "bad-key", "bad-key"],
  [402, "payment", "payment"],
  [403, "forbidden", "forbidden"],
  [404, "not-found", "not-found"],
  [409, "conflict", "conflict"],
  [413, "too-large", "too-large"],
  [422, "invalid-request", "invalid-request"],
  [429, "rate-limited", "rate-limited"],
  [500, "server", "server"],
  [503, "server", "server"],
  [2001, "server", "server"],
  [2002, "network", "network"],
  [2003, "bad-response", "bad-response"],
  [2004, "redirect", "redirect"],
  [2006, "good", "good"],
  [2007, "bad-response", "bad-response"],
  [2008, "good", "good"],
  [2009, "not-found", "bad-response"],
  [2010, "good", "good"],
  [2011, "good", "good"],
  [2012, "network", "network"],
  [2013, "bad-response", "bad-response"],
  [2014, "good", "good"],
  [2015, "server", "server"],
  [2016, "good", "good"],
  [2017, "good", "good"],
  [2018, "bad-response", "good"],
];

async function outcomeOf(run: Promise<unknown>): Promise<Outcome> {
  try {
    await run;
    return "good";
  } catch (error) {
    assert.ok(error instanceof HubError, String(error));
    assert.match(error.message, /^[A-Z].*\.$/s, "a sentence");
    assert.equal(JSON.stringify(error).includes(key), false);
    return error.kind;
  }
}

describe("the fault catalogue through the client", function () {
  this.timeout(40_000);
  let stage: Stage;
  let hub: Stage["hub"];
  let client: Stage["client"];

  beforeEach(async () => {
    stage = await startStage();
    ({ hub, client } = stage);
  });
  afterEach(() => stage.close());

  /** A good call after the fault: nothing is left broken behind it. */
  const stillWorks = () => client.getExpert(1);

  for (const [id, expert, agent] of catalogue) {
    it(`${id}: reading the expert ends in ${expert}`, async () => {
      assert.equal(await outcomeOf(client.getExpert(id)), expert);
      await stillWorks();
    });

    it(`${id}: asking ends in ${agent}`, async () => {
      assert.equal(
        await outcomeOf(client.invokeAgent({ expert_id: id, input_data: "1 + 1" })),
        agent,
      );
      await stillWorks();
      assert.equal(hub.redirectTarget?.connections, 0);
    });
  }

  it("2005: silence ends with the deadline, and at once when stopped", async () => {
    const impatient = stage.clientWith(0.3);
    assert.equal(
      await outcomeOf(impatient.invokeAgent({ expert_id: 2005, input_data: "x" })),
      "timeout",
    );
    const stop = new AbortController();
    const reading = outcomeOf(client.getExpert(2005, stop.signal));
    setTimeout(() => stop.abort(), 50);
    assert.equal(await reading, "cancelled");
    await stillWorks();
  });

  it("M16 no question is sent twice, whatever the hub answers, but where it says to come back", async () => {
    const once = catalogue
      .map(([id]) => id)
      .filter((id) => ![429, 2006, 2010, 2013, 2016].includes(id));
    for (const id of once)
      await outcomeOf(client.invokeAgent({ expert_id: id, input_data: "1 + 1" }));
    const posts = hub.journal().filter(({ method }) => method === "POST");
    assert.deepEqual(
      posts.map(({ body }) => (JSON.parse(body ?? "{}") as { expert_id?: number }).expert_id),
      once,
    );
  });
});
