import assert from "node:assert/strict";
import { inspect } from "node:util";
import { HubError, type ErrorKind } from "../../src/contract/errors";
import { key, startFixture, type Fixture } from "./contractHub";

type Outcome = ErrorKind | "good";

/** For each id of the fault catalogue, the promise and the outcome of get_expert and invoke_agent. */
const catalogue: [id: number, row: string, expert: Outcome, agent: Outcome][] = [
  [400, "M1", "invalid-request", "invalid-request"],
  [401, "M2", "bad-key", "bad-key"],
  [402, "M3", "payment", "payment"],
  [403, "M4", "forbidden", "forbidden"],
  [404, "M5", "not-found", "not-found"],
  [409, "M7", "conflict", "conflict"],
  [413, "M8", "too-large", "too-large"],
  [422, "M9", "invalid-request", "invalid-request"],
  [429, "M10", "rate-limited", "rate-limited"],
  [500, "M11", "server", "server"],
  [503, "M11", "server", "server"],
  [2001, "S8", "server", "server"],
  [2002, "S7", "network", "network"],
  [2003, "S6", "bad-response", "bad-response"],
  [2004, "R1", "redirect", "redirect"],
  [2007, "S1", "bad-response", "bad-response"],
  [2008, "S3", "good", "good"],
  [2009, "S3", "not-found", "bad-response"],
  [2010, "S15", "good", "good"],
  [2011, "S8", "good", "good"],
  [2012, "S7", "network", "network"],
  [2013, "S14", "bad-response", "bad-response"],
  [2014, "S9", "good", "good"],
  [2015, "S5", "server", "server"],
  [2016, "M10", "good", "good"],
  [2017, "S2", "good", "good"],
  [2018, "S4", "bad-response", "good"],
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

async function errorOf(run: Promise<unknown>): Promise<HubError> {
  const error: unknown = await run.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof HubError, String(error));
  return error;
}

describe("the fault catalogue through the client", () => {
  let fixture: Fixture;
  let hub: Fixture["hub"];
  let client: Fixture["client"];

  beforeEach(async () => {
    fixture = await startFixture();
    ({ hub, client } = fixture);
  });
  afterEach(() => fixture.close());

  /** A question after the fault gets its own answer. It is never sent twice, so nothing is masked. */
  const stillWorks = async () => {
    const { value } = await client.invokeAgent({ expert_id: 2, input_data: "startFixture" });
    assert.match(value.output, /contractHub\.ts/);
  };

  for (const [id, row, expert, agent] of catalogue) {
    it(`${row} ${id}: reading the expert ends in ${expert}`, async () => {
      assert.equal(await outcomeOf(client.getExpert(id)), expert);
      await stillWorks();
      assert.equal(hub.redirectTarget.connections, 0);
    });

    it(`${row} ${id}: asking ends in ${agent}`, async () => {
      assert.equal(
        await outcomeOf(client.invokeAgent({ expert_id: id, input_data: "startFixture" })),
        agent,
      );
      await stillWorks();
      assert.equal(hub.redirectTarget.connections, 0);
    });
  }

  it("S1 2007: names the path of what is wrong, never the value", async () => {
    const reading = await errorOf(client.getExpert(2007));
    assert.match(reading.message, /: \[0\]\.id is missing or of a wrong type/);
    assert.doesNotMatch(inspect(reading, { depth: 10 }), /seven|many/);
    assert.match((await errorOf(client.invokeAgent({ expert_id: 2007 }))).message, /: output is/);
  });

  it("S2 2017: takes null for absent, and says null nowhere", async () => {
    const expert = await client.getExpert(2017);
    assert.deepEqual(expert, { id: 2017, expert_llm_models: [], abilities: [] });
    const { value } = await client.invokeAgent({ expert_id: 2017 });
    assert.deepEqual(value, { output: "A good answer.", intermediate_steps: [] });
    const user = await fixture.clientWith({ key: () => "fault-2017" }).getUser();
    assert.deepEqual(user, {});
  });

  it("S3 2008: a bare expert is the one that was asked for", async () => {
    assert.equal((await client.getExpert(2008)).id, 2008);
  });

  it("S5 2015: an error under 200 has the code and the text of the hub", async () => {
    const user = fixture.clientWith({ key: () => "fault-2015" });
    for (const call of [
      client.getExpert(2015),
      client.invokeAgent({ expert_id: 2015 }),
      user.getUser(),
    ]) {
      const { kind, details } = await errorOf(call);
      assert.deepEqual(
        [kind, details.status, details.code, details.hubMessage],
        ["server", 200, 2015, "The expert failed."],
      );
    }
  });

  it("S6 2003: says that the answer is empty", async () => {
    assert.match((await errorOf(client.getExpert(2003))).message, /answer is empty/);
    const { details, message } = await errorOf(client.invokeAgent({ expert_id: 2003 }));
    assert.match(message, /answer is empty/);
    assert.equal(details.mayHaveRun, true);
  });

  it("S7 2002 2012: says that a question may have run whose answer was lost", async () => {
    for (const id of [2002, 2012]) {
      const { message, details } = await errorOf(client.invokeAgent({ expert_id: id }));
      assert.match(message, /ended early/);
      assert.equal(details.mayHaveRun, true);
      assert.equal((await errorOf(client.getExpert(id))).details.mayHaveRun, undefined);
    }
  });

  it("S9 2014: the text is what it is without mark and label", async () => {
    const marked = await client.invokeAgent({ expert_id: 2014, input_data: "größe" });
    assert.match(marked.value.output, /input_data: "größe"/);
    assert.doesNotMatch(JSON.stringify(marked.value), /[\uFEFF\uFFFD]/);
    assert.equal((await client.getExpert(2014)).id, 2014);
  });

  it("S17 2005: silence ends with the deadline, and at once when stopped", async () => {
    const impatient = fixture.clientWith({ timeoutSeconds: () => 0.3 });
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
    const once = catalogue.map(([id]) => id).filter((id) => ![429, 2010, 2013, 2016].includes(id));
    for (const id of once)
      await outcomeOf(client.invokeAgent({ expert_id: id, input_data: "1 + 1" }));
    const posts = hub.journal().filter(({ method }) => method === "POST");
    assert.deepEqual(
      posts.map(({ body }) => (JSON.parse(body ?? "{}") as { expert_id?: number }).expert_id),
      once,
    );
  });
});
