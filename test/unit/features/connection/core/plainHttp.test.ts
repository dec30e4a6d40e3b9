import assert from "node:assert/strict";
import { PlainHttp } from "../../../../../src/features/connection/core/plainHttp";
import { Policy } from "../../../../../src/policy/policy";
import { TestStore } from "../../../support/appFixture";

const local = "http://192.168.0.7:8080";
const other = "http://hub.local";
const always = ["https://hub.example", "http://127.0.0.1:11434"];

function asking(store = new TestStore()) {
  const policy = { current: new Policy({}) };
  return { store, policy, plainHttp: new PlainHttp(store, policy) };
}

describe("plain http in the local network", () => {
  it("is asked for once for each origin, but not for encrypted ones and this computer", async () => {
    const { plainHttp, store } = asking();
    const asked = () => [local, other, ...always].filter((origin) => plainHttp.isAskedFor(origin));
    const refused = () => [local, other, ...always].filter((origin) => plainHttp.refusal(origin));
    assert.deepEqual(
      [asked(), refused()],
      [
        [local, other],
        [local, other],
      ],
    );
    for (const origin of [local, local]) await plainHttp.allow(origin);
    assert.deepEqual([asked(), refused()], [[other], [other]]);
    await plainHttp.allow(other);
    assert.deepEqual(store.values.get("plainHttpAllowed"), [local, other]);
    assert.deepEqual([asked(), refused()], [[], []]);
  });

  it("is named where it is refused", () => {
    const { plainHttp } = asking();
    assert.match(
      plainHttp.refusal(local)!,
      /^Plain http to http:\/\/192\.168\.0\.7:8080 is not allowed/,
    );
  });

  it("is refused by the organisation, also where the user agreed", async () => {
    const { plainHttp, policy } = asking();
    await plainHttp.allow(local);
    policy.current = new Policy({ plainHttp: false });
    const refusals = [local, other, ...always].map((origin) => plainHttp.refusal(origin));
    const sentence = policy.current.plainHttpRefusal;
    assert.ok(sentence);
    assert.deepEqual(refusals, [sentence, sentence, undefined, undefined]);
    assert.deepEqual(
      [local, ...always].map((origin) => plainHttp.policyRefusal(origin)),
      [sentence, undefined, undefined],
    );
  });

  it("is listed as a permission, and can be taken back", async () => {
    const { plainHttp, policy, store } = asking();
    for (const origin of [local, other]) await plainHttp.allow(origin);
    const listed = () =>
      plainHttp.permissions.map(({ label, description, isLocked }) => [
        label,
        description,
        isLocked,
      ]);
    const description = "plain http, which is not encrypted";
    assert.deepEqual(listed(), [
      [local, description, false],
      [other, description, false],
    ]);
    policy.current = new Policy({ plainHttp: false });
    await plainHttp.permissions[0]!.revoke();
    assert.deepEqual(listed(), [[other, description, true]]);
    assert.deepEqual(store.values.get("plainHttpAllowed"), [other]);
  });

  it("is not allowed by what is stored and makes no sense", async () => {
    const { plainHttp, store } = asking();
    for (const stored of [undefined, null, local, { [local]: true }, [7, [local]]]) {
      store.values.set("plainHttpAllowed", stored);
      assert.deepEqual([plainHttp.isAskedFor(local), plainHttp.permissions], [true, []]);
    }
    await plainHttp.allow(local);
    assert.deepEqual(store.values.get("plainHttpAllowed"), [local]);
  });

  it("says that the choice could not be saved", async () => {
    const { plainHttp, store } = asking();
    store.update = () => Promise.reject(new Error("full"));
    await assert.rejects(plainHttp.allow(local), {
      message: "The choice could not be saved: the disk reported an error.",
    });
  });
});
