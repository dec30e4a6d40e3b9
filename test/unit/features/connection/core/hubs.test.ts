import assert from "node:assert/strict";
import { Account } from "../../../../../src/features/connection/core/account";
import { ExpertOptions } from "../../../../../src/features/asking/core/options";
import { Roster } from "../../../../../src/features/experts/core/roster";
import { removeHub } from "../../../../../src/features/experts/core/removeHub";
import { until } from "../../../../support/until";
import { closeAll, failureOf } from "../../../client/hubFixture";
import { connected } from "../../../support/appFixture";

const ada = { user_id: "u", name: "Ada" };

async function fixture() {
  const made = await connected();
  const { connection, keys, store, settings, settingsChanged } = made;
  Object.assign(settings, {
    setBaseUrl: async (baseUrl: string) => {
      settings.baseUrl = baseUrl;
      settingsChanged.fire();
    },
    setHubUrl: async (hubUrl: string) => {
      settings.hubUrl = hubUrl;
      settingsChanged.fire();
    },
  });
  const account = new Account(connection, keys, store);
  const roster = new Roster(connection, store);
  const options = new ExpertOptions(connection, store, settings);
  let stops = 0;
  const stopQuestions = () => void stops++;
  const { extras } = made;
  const remove = removeHub({
    connection,
    account,
    roster,
    options,
    keys,
    extras,
    otherOrigins: () => ["https://model.example"],
    stopQuestions,
  });
  return { ...made, account, roster, options, remove, stops: () => stops };
}

const keyOf = (request: string) => /svc-api-key: (\S+)/i.exec(request)?.[1];

describe("several hubs", () => {
  afterEach(closeAll);

  it("begin with the one of the settings, its key and its experts, without a question", async () => {
    const { connection, keys, own, store } = await fixture();
    store.values.set(`roster:${own.origin}`, { kept: [{ id: 7 }] });
    assert.deepEqual(
      connection.hubs.list.map(({ id, scope }) => [id, scope]),
      [["", own.origin]],
    );
    assert.equal(await keys.get(connection.hub!.scope), "k");
    assert.deepEqual(
      new Roster(connection, store).list.map(({ id }) => id),
      [7],
    );
    assert.deepEqual([store.values.has("hubs"), store.values.has("hubInUse")], [false, false]);
  });

  it("follow each setting of the first one, also its website alone", async () => {
    const { connection, settings, settingsChanged } = await fixture();
    assert.equal(connection.ownHub?.hubUrl, "");
    settings.hubUrl = "https://site.example";
    settingsChanged.fire();
    assert.equal(connection.ownHub?.hubUrl, "https://site.example");
    settings.baseUrl = "https://next.example";
    settingsChanged.fire();
    assert.equal(connection.ownHub?.label, "next.example");
  });

  it("leave the name of a removed one to nobody", async () => {
    const { connection } = await fixture();
    await connection.hubs.rename(connection.ownHub!, "Work");
    const other = await connection.hubs.add({ baseUrl: "https://other.example", name: "Other" });
    await connection.hubs.remove(other);
    assert.equal(connection.ownHub?.label, "Work");
    await connection.hubs.remove(connection.ownHub);
    await connection.hubs.setBaseUrl(undefined, "https://next.example");
    assert.equal(connection.ownHub?.label, "next.example");
  });

  it("O3 hold two accounts at one origin apart: key, experts, options and user", async () => {
    const { account, connection, keys, options, own, roster } = await fixture();
    await roster.add([7]);
    await options.choose(7, { mode: "agent", tools: { web_search: true }, documentUrls: [] });
    await account.remember(connection.hub!.scope, ada);
    const [first] = connection.hubs.list;
    const second = await connection.hubs.add({ baseUrl: own.origin, name: "Work" });
    await connection.use(second);
    assert.equal(connection.hub?.label, "Work");
    assert.deepEqual([roster.list, account.known, options.of(7).tools], [[], undefined, {}]);
    assert.equal(await connection.setupStep(), "key");
    assert.equal((await failureOf(account.current())).kind, "no-key");
    await keys.store(second.scope, "second");
    const asked = own.requests.length;
    await account.current();
    await roster.refresh(7);
    await connection.use(first!);
    await roster.refresh(7);
    assert.deepEqual(own.requests.slice(asked).map(keyOf), ["second", "second", "k"]);
    assert.deepEqual([account.known?.name, options.of(7).tools], ["Ada", { web_search: true }]);
  });

  it("are in use in every window that shares the store, and the hub of the settings stays", async () => {
    const { connection, settings, store } = await fixture();
    const before = settings.baseUrl;
    const other = await connection.hubs.add({ baseUrl: "https://other.example", name: "Other" });
    await connection.use(other);
    await connection.useBuiltIn(true);
    assert.deepEqual([connection.hub?.builtIn, connection.ownHub?.label], [true, "Other"]);
    await connection.useBuiltIn(false);
    assert.equal(connection.hub?.scope, other.scope);
    assert.equal(settings.baseUrl, before);
    let changes = 0;
    connection.onDidChange(() => changes++);
    store.values.set("hubInUse", "");
    connection.reload();
    assert.deepEqual([changes, connection.hub?.scope], [1, before]);
  });

  it("tell of a new name without a new connection", async () => {
    const { connection } = await fixture();
    const client = await connection.client();
    let changes = 0;
    connection.onDidChange(() => changes++);
    await connection.hubs.rename(connection.ownHub!, "Home");
    assert.deepEqual([changes, connection.hub?.label], [1, "Home"]);
    assert.equal(await connection.client(), client);
  });

  it("refuse what is stored for them where it is malformed", async () => {
    const { connection, store, own } = await fixture();
    const id = crypto.randomUUID();
    const at = (baseUrl: unknown, more = {}) => ({ id, baseUrl, hubUrl: "", ...more });
    for (const added of [
      [at("http://hub.example")],
      [at("https://u:p@hub.example")],
      [at(7)],
      [at("https://hub.example", { id: "" })],
      [at("https://hub.example", { id: "../x" })],
      "hub",
    ]) {
      store.values.set("hubs", { added });
      const scopes = connection.hubs.list.map(({ scope }) => scope);
      assert.deepEqual(scopes, [own.origin], JSON.stringify(added));
    }
    store.values.set("hubs", { added: [at(7), at("https://hub.example")] });
    assert.equal(connection.hubs.list[1]?.scope, `https://hub.example#${id}`);
  });

  it("K5 lose key, user, experts and options of the one that is removed, and nothing else", async () => {
    const { account, connection, keys, options, own, remove, roster, secrets, store } =
      await fixture();
    const [first] = connection.hubs.list;
    await account.remember(first!.scope, ada);
    await roster.add([7]);
    const second = await connection.hubs.add({ baseUrl: own.origin, name: "Work" });
    await connection.use(second);
    await keys.store(second.scope, "second");
    await account.current();
    await roster.add([7]);
    await options.choose(7, { mode: "model", tools: {}, documentUrls: [] });
    assert.deepEqual([roster.savedRosters.idsAt(second.scope), account.known?.name], [[7], "Ada"]);

    await remove(second);
    const left = [...store.values].filter(([name, value]) => name.includes(second.id) && value);
    assert.deepEqual(left, []);
    assert.deepEqual([...secrets.held.keys()], ["expertHub.key"]);
    assert.deepEqual([connection.hub?.scope, roster.list.length], [own.origin, 1]);
    assert.equal(account.known?.name, "Ada");
  });

  it("K5 have what is in progress stopped where the one in use is removed", async () => {
    const { connection, keys, own, remove, stops } = await fixture();
    const second = await connection.hubs.add({ baseUrl: own.origin, name: "Work" });
    await keys.store(second.scope, "second");
    await remove(second);
    assert.equal(stops(), 0, "another one is in use");
    const client = await connection.client();
    const reading = failureOf(client.getUser());
    await remove(connection.ownHub!);
    assert.equal((await reading).kind, "cancelled");
    assert.equal(stops(), 1);
  });

  it("K5 keep everything of one whose key cannot be deleted", async () => {
    const { connection, keys, own, remove, roster, secrets } = await fixture();
    const second = await connection.hubs.add({ baseUrl: own.origin, name: "B" });
    await keys.store(second.scope, "second");
    await connection.use(second);
    await roster.add([7]);
    secrets.locked = () => Promise.reject(new Error("locked"));
    await assert.rejects(remove(second));
    secrets.locked = undefined;
    assert.deepEqual(roster.savedRosters.idsAt(second.scope), [7]);
    assert.equal(connection.find(second.scope)?.scope, second.scope);
  });

  it("E5 K5 take the headers of their origin along, unless something else needs them", async () => {
    const { connection, extras, remove } = await fixture();
    const [one, other, model] = await Promise.all(
      ["https://b.example", "https://b.example/v2", "https://model.example"].map((baseUrl) =>
        connection.hubs.add({ baseUrl, name: baseUrl }),
      ),
    );
    for (const origin of ["https://b.example", "https://model.example"])
      await extras.set(origin, { headers: { "x-team": "red" }, fields: {} });
    await remove(one!);
    assert.deepEqual(extras.origins, ["https://b.example", "https://model.example"]);
    await remove(other!);
    await remove(model!);
    assert.deepEqual(extras.origins, ["https://model.example"]);
  });

  it("K5 can be left without any: the settings are emptied", async () => {
    const { account, connection, remove, secrets, settings } = await fixture();
    await account.remember(connection.hub!.scope, ada);
    await connection.hubs.setHubUrl(connection.ownHub!, "https://www.hub.example");
    await remove(connection.ownHub!);
    assert.deepEqual([settings.baseUrl, settings.hubUrl, secrets.held.size], ["", "", 0]);
    assert.equal(await connection.setupStep(), "hub");
    const again = await connection.hubs.add({ baseUrl: "https://hub.example" });
    assert.deepEqual([again.id, settings.baseUrl], ["", "https://hub.example"]);
  });

  it("K5 forget the user of one that moved to another origin", async () => {
    const { account, connection, keys, store } = await fixture();
    const hub = await connection.hubs.add({ baseUrl: "https://a.example", name: "A" });
    await keys.store(hub.scope, "a");
    await account.remember(hub.scope, ada);
    await connection.use(hub);
    await connection.hubs.setBaseUrl(hub, "https://b.example");
    await until("the user is gone", () => !store.values.get(`user:${hub.scope}`));
    assert.equal(connection.hub?.scope, `https://b.example#${hub.id}`);
    assert.equal(await connection.setupStep(), "key", "its key is for the other origin");
  });
});
