import assert from "node:assert/strict";
import type { HostEvent } from "../../../src/page/protocol/messages";
import { ChatFixture } from "../support/chatFixture";
import { until } from "../support/inputs";
import { startStubHub, type StubHub } from "../support/stubHub";

const long = "Words of an answer that fills five megabytes.\n".repeat(115_000);

describe("what a chat page is sent when something changes", () => {
  let hub: StubHub;
  let fixture: ChatFixture;
  let output = "";
  let balance = 1000;

  before(async () => {
    hub = await startStubHub(({ path }) => {
      if (path.includes("get_user"))
        return {
          body: [{ user: { user_id: "u", name: "User", user_metadata: { tokens: balance } } }],
        };
      if (path.includes("get_expert"))
        return { body: [{ id: 7, name: "Seven", abilities: [], expert_llm_models: [] }] };
      balance -= 12;
      return { body: { output } };
    });
  });
  after(() => hub.close());
  beforeEach(async () => {
    output = "short";
    fixture = await ChatFixture.start({ baseUrl: hub.baseUrl, key: "KEY-CANARY-redraw" }, [7]);
    await fixture.account.current();
    await fixture.view();
  });
  afterEach(() => fixture.end());

  const events = () => fixture.heard.filter((data): data is HostEvent => hasEvent(data));
  /** Waits until everything sent so far has arrived; returns the number of messages. */
  const heardSoFar = async (): Promise<number> => {
    const focused = () => events().filter(({ event }) => event === "focus").length;
    const before = focused();
    fixture.page.enterBox();
    await until("all is heard", () => focused() > before);
    return events().length;
  };
  const heardSince = async (from: number): Promise<HostEvent[]> => {
    await heardSoFar();
    return events()
      .slice(from)
      .filter(({ event }) => event !== "focus");
  };

  it("sends the cost of a long answer in a few bytes, and the answer once", async () => {
    output = long;
    await fixture.send("one");
    await until("the cost is known", () => fixture.last.approximateTokens !== undefined);
    const isWhole = (event: HostEvent): boolean =>
      event.event === "turn" && JSON.stringify(event).length > long.length;
    await until("the whole answer is heard", () => events().some(isWhole));
    const sent = await heardSince(0);
    const whole = sent.filter(isWhole);
    assert.equal(whole.length, 1);
    const tokens = {
      words: "about 12 tokens",
      meaning: "tokens, estimated by the hub or from the balance before and after",
    };
    const cost = { event: "cost", turnId: fixture.last.id, tokens };
    assert.deepEqual(
      sent.filter(({ event }) => event === "cost"),
      [cost],
    );
    const { result } = (await fixture.view()).turns[0] ?? {};
    assert.deepEqual(result?.state === "done" && result.answer.tokens, tokens);
  });

  it("puts no long answer into the conversation that was opened when it came", async () => {
    output = long;
    await fixture.call.send({ text: "one" });
    const { conversation } = fixture;
    const opened = conversation.onDidChangeTurn(({ turn: { result } }) => {
      if (result.state === "done" && fixture.conversation === conversation)
        fixture.chats.renewSide();
    });
    await until("the new one is shown", () => events().some(({ event }) => event === "chat"));
    opened.dispose();
    await heardSoFar();
    const chat = events().findIndex(({ event }) => event === "chat");
    const since = events().slice(chat + 1);
    assert.deepEqual(
      since.filter(({ event }) => event === "turn"),
      [],
    );
  });

  it("takes a discarded question out and sends no other turn", async () => {
    await fixture.send("one");
    await until("the cost is known", () => fixture.last.approximateTokens !== undefined);
    fixture.conversation.put({ ...fixture.last, id: "lost", result: { state: "interrupted" } });
    const from = await heardSoFar();
    await fixture.call.useTurn({ turnId: "lost", action: "discard" });
    const sent = await heardSince(from);
    assert.deepEqual(
      sent.filter(({ event }) => event !== "pageState"),
      [{ event: "removed", turnId: "lost" }],
    );
  });

  it("sends the new title alone when the conversation is renamed", async () => {
    output = long;
    await fixture.send("one");
    await until("the cost is known", () => fixture.last.approximateTokens !== undefined);
    await until("the whole answer is heard", () =>
      JSON.stringify(events()).includes("about 12 tok"),
    );
    const from = await heardSoFar();
    fixture.conversation.rename("Another title");
    await until("the title is heard", () =>
      JSON.stringify(events().slice(from)).includes("Another title"),
    );
    const sent = await heardSince(from);
    assert.deepEqual([...new Set(sent.map(({ event }) => event))], ["pageState"]);
    assert.ok(JSON.stringify(sent).length < 5_000);
  });

  it("sends the question that is asked again, takes out the one before, and redraws nothing", async () => {
    await fixture.send("one");
    fixture.conversation.put({ ...fixture.last, id: "lost", result: { state: "interrupted" } });
    const from = await heardSoFar();
    await fixture.call.resolveProblem({ turnId: "lost", action: "retry" });
    await fixture.settled();
    const sent = await heardSince(from);
    assert.ok(sent.some((event) => event.event === "removed" && event.turnId === "lost"));
    assert.equal(
      sent.some(({ event }) => event === "chat"),
      false,
    );
    const turns = sent.flatMap((event) => (event.event === "turn" ? [event.turn.id] : []));
    assert.deepEqual([...new Set(turns)], [fixture.last.id]);
  });

  it("asks for no turn twice that was removed before the page was given it", async () => {
    await fixture.send("one");
    const { last } = fixture;
    for (let at = 1; at <= 22; at++)
      fixture.conversation.put({ ...last, id: `t${at}`, result: { state: "stopped" } });
    await fixture.view();
    fixture.conversation.remove("t3");
    await fixture.call.earlier(undefined);
    const lot = (await heardSince(0)).findLast((event) => event.event === "earlier");
    assert.deepEqual(lot?.event === "earlier" && lot.turns.map(({ id }) => id), [
      last.id,
      "t1",
      "t2",
      "t4",
      "t5",
      "t6",
      "t7",
      "t8",
      "t9",
      "t10",
    ]);
  });

  it("tells the page that there is nothing older where all of that was removed", async () => {
    await fixture.send("one");
    const { last } = fixture;
    for (let at = 1; at <= 12; at++)
      fixture.conversation.put({ ...last, id: `t${at}`, result: { state: "stopped" } });
    assert.equal((await fixture.view()).more, true);
    fixture.conversation.remove(last.id);
    await fixture.call.earlier(undefined);
    const lot = (await heardSince(0)).findLast((event) => event.event === "earlier");
    assert.deepEqual(lot?.event === "earlier" && [lot.turns, lot.more], [[], false]);
  });
});

function hasEvent(data: unknown): boolean {
  return typeof data === "object" && data !== null && "event" in data;
}
