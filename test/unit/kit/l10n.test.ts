import assert from "node:assert/strict";
import { t, useMessages } from "../../../src/kit/l10n";

describe("messages", () => {
  afterEach(() => useMessages({}));

  it("are in English where there is no translation", () => {
    useMessages({ Stop: "Anhalten" });
    assert.equal(t("Send {0} of {1}", 1, "two"), "Send 1 of two");
  });

  it("are translated, with the values in the order of the translation", () => {
    useMessages({ "{0} of {1}": "von {1} das {0}." });
    assert.equal(t("{0} of {1}", "erste", 2), "von 2 das erste.");
  });

  it("insert values as they are, and keep placeholders without a value", () => {
    assert.equal(t("{0} and {1}", "{1} $& $1"), "{1} $& $1 and {1}");
  });

  it("take no translation from the prototype of objects", () => {
    assert.equal(t("constructor"), "constructor");
  });
});
