import assert from "node:assert/strict";
import dns from "node:dns";
import { modelAddress } from "../../../src/builtInHub/models/modelServer";
import { parseBaseUrl } from "../../../src/contract/address";
import { ModelProblem } from "../../../src/contract/chatModel";
import type { SendRequest } from "../../../src/contract/send";
import { createSend } from "../../../src/client/undiciSend";
import { PlainHttp } from "../../../src/features/connection/core/plainHttp";
import { ownHub } from "../../../src/features/connection/core/hub";
import { LocalError } from "../../../src/platform/core/localError";
import { modelSend } from "../../../src/policy/guardedSend";
import { Policy } from "../../../src/policy/policy";
import { rawJson, startRawServer } from "../../support/rawServer";
import { connected, TestStore } from "../support/appFixture";
import { atEnd, closeAll } from "./hubFixture";

type Lookup = (
  host: string,
  options: object,
  done: (error: Error | null, found: dns.LookupAddress[]) => void,
) => void;

/** Lets names lead to these addresses, one set after the other; the last one stays. */
function leadingTo(...answers: string[][]): void {
  const own = dns.lookup;
  const fake: Lookup = (_, __, done) => {
    const addresses = answers.length > 1 ? answers.shift()! : answers[0]!;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  dns.lookup = fake as unknown as typeof dns.lookup;
  atEnd(async () => void (dns.lookup = own));
}

const requestTo = (url: string): SendRequest => ({
  purpose: { by: "chat", kind: "model" },
  url: new URL(url),
  method: "GET",
  headers: { authorization: "Bearer secret" },
  signal: AbortSignal.timeout(10_000),
});

const local = { localNetwork: true };

const offersToConnect = (error: unknown) =>
  error instanceof LocalError && error.remedies[0] === "connect";

describe("plain http", () => {
  afterEach(closeAll);

  for (const host of [
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.1",
    "192.168.1.2",
    "169.254.1.1",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[febf::1]",
    "host.docker.internal",
    "HOST.docker.internal",
    "nas.local",
    "a.b.local",
    "nas.local.",
    "nas",
    "gpu-box",
    "3232235778",
  ])
    it(`E6 is possible to ${host}, for hubs and models, where the user is asked`, () => {
      const { origin } = new URL(`http://${host}:8080`);
      assert.equal(parseBaseUrl(`http://${host}:8080/x`, undefined, local).origin, origin);
      assert.equal(modelAddress(`http://${host}:8080`, local).origin, origin);
      assert.equal(ownHub({ id: "", baseUrl: `http://${host}:8080`, hubUrl: "" })?.scope, origin);
      assert.throws(() => parseBaseUrl(`http://${host}:8080`), /except on this computer/);
      assert.ok(new PlainHttp(new TestStore(), { current: new Policy({}) }).isAskedFor(origin));
    });

  for (const host of [
    "hub.example",
    "8.8.8.8",
    "11.0.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.1.1",
    "192.169.1.1",
    "100.64.0.1",
    "0.0.0.0",
    "[2001:db8::1]",
    "[fec0::1]",
    "[fe00::1]",
    "[::]",
    "docker.internal",
    "evil.host.docker.internal",
    "host.docker.internal.evil.example",
    "nas.local.example",
    "local.example",
    "10.0.0.1.evil.example",
    "192.168.1.2.nip.io",
  ])
    it(`E6 is never possible to ${host}`, () => {
      assert.throws(() => parseBaseUrl(`http://${host}:8080`, undefined, local), /https:/);
      assert.throws(() => modelAddress(`http://${host}:8080`, local), /https:/);
    });

  it("E6 needs no question on this computer, and none with https", () => {
    const plainHttp = new PlainHttp(new TestStore(), {
      current: new Policy({ plainHttp: false }),
    });
    for (const origin of ["http://127.0.0.1:1", "http://localhost", "https://10.0.0.1"])
      assert.deepEqual(
        [plainHttp.isAskedFor(origin), plainHttp.refusal(origin)],
        [false, undefined],
      );
  });

  it("E6 is refused where a name leads privately when asked and publicly when connected", async () => {
    const server = await startRawServer({ answer: ({ socket }) => socket.write(rawJson({})) });
    atEnd(() => server.close());
    const send = createSend({}, () => undefined);
    atEnd(() => send.close());
    const { port } = new URL(server.origin);
    leadingTo(["127.0.0.1"], ["203.0.113.7"]);
    await new Promise((resolve) => dns.lookup("nas", { all: true }, resolve));
    await assert.rejects(send(requestTo(`http://nas:${port}/x`)), {
      kind: "network",
      message: /not in your local network, so nothing was sent/,
    });
    assert.equal(server.requests.length, 0);
  });

  it("E6 goes to the private addresses of a name alone", async () => {
    const server = await startRawServer({ answer: ({ socket }) => socket.write(rawJson({})) });
    atEnd(() => server.close());
    const send = createSend({}, () => undefined);
    atEnd(() => send.close());
    leadingTo(["203.0.113.7", "2001:db8::1", "127.0.0.1"]);
    const { status } = await send(requestTo(`http://nas.local:${new URL(server.origin).port}/x`));
    assert.equal(status, 200);
  });

  for (const address of ["203.0.113.7", "[2001:db8::1]", "8.8.8.8"])
    it(`E6 connects to no ${address}`, async () => {
      const send = createSend({}, () => undefined);
      atEnd(() => send.close());
      await assert.rejects(send(requestTo(`http://${address}:9/x`)), /not in your local network/);
    });

  it("E6 asks a hub once the user agreed, as long as that is not taken back", async () => {
    const { connection, settings, settingsChanged, keys, own, policy } = await connected();
    leadingTo(["127.0.0.1"]);
    const origin = `http://hub-box:${new URL(own.origin).port}`;
    settings.baseUrl = origin;
    settingsChanged.fire();
    await keys.store(origin, "k");
    const ask = async () => (await connection.client()).getUser();
    await assert.rejects(ask(), offersToConnect);
    const trial = await connection.trial(origin, "typed");
    await assert.rejects(trial.client.getUser(), /is not allowed yet/);
    assert.equal(own.requests.length, 0);

    await connection.plainHttp.allow(origin);
    assert.equal((await ask()).name, "Ada");
    policy.current = new Policy({ plainHttp: false });
    await assert.rejects(ask(), /^\w*Error: Set by your organisation: plain http/);
    policy.current = new Policy({});
    const client = await connection.client();
    const [permission] = connection.plainHttp.permissions;
    assert.equal(permission?.label, origin);
    await permission.revoke();
    await assert.rejects(client.getUser(), /is not allowed yet/);
    await assert.rejects(ask(), offersToConnect);
    assert.equal(own.requests.length, 1);
  });

  it("E6 asks a model once the user agreed, each origin by itself", async () => {
    const policy = { current: new Policy({}) };
    const plainHttp = new PlainHttp(new TestStore(), policy);
    const sent: string[] = [];
    const send = modelSend(
      async ({ url }) => {
        sent.push(url.origin);
        return { status: 200, headers: {}, body: (async function* () {})() };
      },
      policy,
      (origin) => plainHttp.refusal(origin),
    );
    const model = requestTo("http://gpu:11434/v1/models");
    await assert.rejects(
      send(model),
      (error) => ModelProblem.is(error) && /gpu/.test(error.message),
    );
    await plainHttp.allow("http://gpu:11434");
    await send(model);
    await assert.rejects(send(requestTo("http://gpu:11435/v1/models")), /is not allowed yet/);
    policy.current = new Policy({ plainHttp: false });
    await assert.rejects(send(model), /Set by your organisation: plain http/);
    assert.deepEqual(sent, ["http://gpu:11434"]);
  });

  it("E6 stays on this computer where nobody could be asked", async () => {
    const send = modelSend(() => assert.fail(), { current: new Policy({}) });
    await assert.rejects(send(requestTo("http://gpu:11434/v1/models")), /except on this computer/);
  });
});
