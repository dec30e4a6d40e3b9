import assert from "node:assert/strict";
import { nameOf } from "../../../../src/platform/core/naming";
import { storageError } from "../../../../src/platform/core/localError";
import { HubError } from "../../../../src/contract/errors";

describe("an error of the disk in words", () => {
  it("says what could not be done, and why as far as it is known", () => {
    const reasons: Record<string, string> = {
      ENOSPC: "the disk is full",
      EDQUOT: "the disk is full",
      EACCES: "access to the folder was denied",
      EPERM: "access to the folder was denied",
      EROFS: "the disk is read-only",
      EBUSY: "another program is using the file",
      EMFILE: "too many files are open",
      EIO: "the disk reported an error",
    };
    for (const [code, reason] of Object.entries(reasons)) {
      const error = storageError("It was not saved", Object.assign(new Error("x"), { code }));
      assert.deepEqual([error.kind, error.message], ["storage", `It was not saved: ${reason}.`]);
    }
    for (const thrown of [undefined, null, "ENOSPC", new Error("x"), { code: 7 }])
      assert.equal(
        storageError("It was not saved", thrown).message,
        "It was not saved: the disk reported an error.",
      );
  });

  it("is left alone where it is in words already", () => {
    const error = new HubError("cancelled", "Nothing was sent.");
    assert.equal(storageError("It was not saved", error), error);
  });
});

describe("what a record is called", () => {
  it("is its name, else its kind and id", () => {
    assert.equal(nameOf("Expert", 7, "Seven"), "Seven");
    assert.equal(nameOf("Model", 0, undefined), "Model 0");
    assert.equal(nameOf("Ability", 3, " \n"), "Ability 3");
  });
});
