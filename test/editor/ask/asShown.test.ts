import assert from "node:assert/strict";
import type { PageState } from "../../../src/page/protocol/views";
import { ChatFixture } from "../support/chatFixture";
import { startHub, type TestHub } from "../support/hub";
import { until } from "../support/inputs";
import { commandsDuring } from "../support/standIns";
import type { ShownState } from "../../../src/contract/vocabulary";

/** Another window changes shared state without notifying this one. */
describe("a page that shows what was so before another window changed it", () => {
  let hub: TestHub;
  let fixture: ChatFixture;
  let shown: ShownState;
  let [one, other] = [0, 0];

  before(async () => {
    hub = await startHub();
    [one = 1, other = 2] = hub.expertIds;
  });
  after(() => hub.close());
  beforeEach(async () => {
    fixture = await ChatFixture.start(hub, [one, other]);
    shown = (await fixture.view()).pageState.shownState;
    sent = wire().length;
  });
  afterEach(() => fixture.end());

  let sent = 0;
  const wire = () => hub.journal().filter(({ path }) => path.includes("/invoke_"));
  const lastBody = () => JSON.parse(wire().at(-1)?.body ?? "{}") as Record<string, unknown>;
  const presenter = () =>
    fixture.heard.flatMap((message) => {
      const { event, pageState } = message as { event?: string; pageState?: PageState };
      return event === "pageState" && pageState ? [pageState] : [];
    });

  interface Kept {
    kept: { id: number; abilityId?: number; modelId?: number }[];
    current?: number;
  }
  const changeRoster = (change: (stored: Kept) => Kept) =>
    fixture.store.update(`roster:${hub.baseUrl}`, (stored) => change(stored as Kept));
  const choose = (choice: { abilityId?: number; modelId?: number }) =>
    changeRoster(({ kept, ...rest }) => ({
      ...rest,
      kept: kept.map((row) => (row.id === one ? { ...row, ...choice } : row)),
    }));

  const changes: Record<string, { change(): Promise<void>; arrived?(): void }> = {
    expert: {
      change: () => changeRoster((stored) => ({ ...stored, current: other })),
      arrived: () => assert.equal(lastBody()["expert_id"], other),
    },
    ability: {
      change: () => choose({ abilityId: abilityOf(one) }),
      arrived: () => assert.equal(lastBody()["ability_id"], abilityOf(one)),
    },
    model: {
      change: () => choose({ modelId: 1 }),
      arrived: () => assert.equal(lastBody()["model_id"], 1),
    },
    options: {
      change: () =>
        fixture.store.set(`options:${hub.baseUrl}#${one}`, {
          mode: "agent",
          tools: { web_search: true },
          documentUrls: [],
        }),
      arrived: () => assert.deepEqual(lastBody()["tool_activation"], { web_search: true }),
    },
    hub: { change: () => fixture.store.set("useBuiltInHub", true) },
  };
  const abilityOf = (id: number) => fixture.roster.get(id)?.expert?.abilities[0]?.id ?? 0;

  for (const [part, { change, arrived }] of Object.entries(changes)) {
    it(`Q2 sends nothing where the ${part} changed, keeps the words and shows what is so`, async () => {
      await change();
      await assert.rejects(
        async () => fixture.call.send({ text: "1 + 1" }, shown),
        new RegExp(`changed in the meantime: the ${part}\\.`),
      );
      assert.equal(wire().length, sent);
      assert.equal(fixture.page.chat.draft, "1 + 1");
      await until("the page is told", () =>
        presenter().some(
          ({ shownState }) =>
            shownState[part as keyof ShownState] !== shown[part as keyof ShownState],
        ),
      );
      if (!arrived) return;
      const { shownState: asks } = (await fixture.view()).pageState;
      await fixture.call.send({ text: "1 + 1" }, asks);
      assert.equal((await fixture.settled()).result.state, "done");
      assert.equal(wire().length, sent + 1);
      arrived();
    });
  }

  it("Q2 sends no selection that came, or went, after the page was drawn", async () => {
    fixture.page.chat.attachments = [
      {
        id: "a",
        text: "1 + 1",
        languageId: "plaintext",
        label: "a.txt:1",
        detail: "",
      },
    ];
    await assert.rejects(
      async () => fixture.call.send({ text: "x" }, shown),
      /changed in the meantime: what is attached\./,
    );
    assert.equal(wire().length, sent);
  });

  for (const name of ["compare", "sendInNew"] as const)
    it(`Q2 refuses what came after the page was drawn: ${name}`, async () => {
      fixture.page.chat.attachments = [
        { id: "a", text: "1", languageId: "plaintext", label: "a.txt:1", detail: "" },
      ];
      const { id } = fixture.page.chat.conversation;
      const commands = await commandsDuring(() =>
        assert.rejects(
          async () => fixture.call[name]({ text: "x" }, shown),
          /changed in the meantime: what is attached\./,
        ),
      );
      assert.deepEqual(commands, []);
      assert.deepEqual([wire().length, fixture.page.chat.conversation.id], [sent, id]);
    });

  it("Q2 names all that changed in one sentence", async () => {
    await choose({ abilityId: abilityOf(one), modelId: 1 });
    await assert.rejects(
      async () => fixture.call.send({ text: "x" }, shown),
      /because something changed in the meantime: the ability, the model\./,
    );
  });

  it("Q2 retries at no other hub than the one that was shown", async () => {
    await fixture.send("1 + 1");
    const { id: turnId } = fixture.last;
    fixture.conversation.put({ ...fixture.last, result: { state: "stopped" } });
    const asked = wire().length;
    await fixture.store.set("useBuiltInHub", true);
    await assert.rejects(
      async () => fixture.call.resolveProblem({ turnId, action: "retry" }, shown),
      /changed in the meantime: the hub\./,
    );
    assert.equal(wire().length, asked);
  });

  it("Q2 gives no expert the options that were shown for another", async () => {
    const { options } = (await fixture.view()).pageState;
    await changeRoster((stored) => ({ ...stored, current: other }));
    const given = { options: { ...options, temperature: 1.5 } };
    await assert.rejects(
      async () => fixture.call.setOptions(given, shown),
      /changed in the meantime: the expert\./,
    );
    assert.equal((await fixture.view()).pageState.options.temperature, undefined);
  });

  it("keeps the expert of a conversation once it was asked, whichever is picked elsewhere", async () => {
    await fixture.send("1 + 1");
    assert.equal(lastBody()["expert_id"], one);
    await fixture.roster.use(other);
    assert.equal((await fixture.view()).pageState.expert?.id, one);
    await fixture.send("2 + 2");
    assert.equal(lastBody()["expert_id"], one);
  });
});
