import { questionTools } from "../../../../support/questionTools";
import assert from "node:assert/strict";
import { Account } from "../../../../../src/features/connection/core/account";
import { QuestionRunner } from "../../../../../src/features/asking/core/questionRunner";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { ContextSizes } from "../../../../../src/features/models/core/contextSizes";
import { Roster } from "../../../../../src/features/experts/core/roster";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { connected } from "../../../support/appFixture";
import { noPictures } from "../../../../support/pictures";

const busy = rawJson({ error: 1, message: "busy" }, { status: 503, head: ["Retry-After: 1"] });

async function asked() {
  const fixture = await connected(({ socket }) => socket.write(busy));
  const { connection, keys, store, settings, settingsChanged, own, builtIn } = fixture;
  const account = new Account(connection, keys, store);
  const roster = new Roster(connection, store);
  const contexts = new ContextSizes(store, { find: () => undefined });
  const tools = questionTools({ connection });
  const asking = new QuestionRunner({
    connection,
    roster,
    account,
    settings,
    contexts,
    tools,
    pictures: noPictures,
  });
  const conversation = new Conversation();
  const move = async () => {
    await until("the first try is over", () => own.requests.length === 1);
    settings.baseUrl = builtIn.origin;
    settingsChanged.fire();
  };
  return { ...fixture, roster, asking, conversation, move };
}

describe("a hub that was changed while another try is waited for", () => {
  afterEach(closeAll);

  it("P7 P9 is told as the reason why a question was not asked again: nobody stopped it", async () => {
    const { asking, conversation, move, own, builtIn } = await asked();
    const settling = asking.ask(
      conversation,
      asking.prepare(conversation, { typed: "x", expertId: 7 }),
    );
    await move();
    const { result } = await settling;
    assert.equal(result.state, "failed");
    assert.equal(result.state === "failed" && result.error.kind, "conflict");
    assert.match(
      result.state === "failed" ? result.error.message : "",
      /^The address of 127\.0\.0\.1:\d+ changed in the meantime\. Nothing was sent to the new one\.$/,
    );
    assert.deepEqual([own.requests.length, builtIn.requests.length], [1, 0]);
  });

  it("P7 leaves no row of its experts at the other one", async () => {
    const { roster, move, own, builtIn } = await asked();
    const adding = roster.add([7]);
    await move();
    assert.deepEqual(await adding, { added: [], already: [], notFound: [], failed: [] });
    assert.deepEqual(roster.list, []);
    assert.deepEqual([own.requests.length, builtIn.requests.length], [1, 0]);
  });
});
