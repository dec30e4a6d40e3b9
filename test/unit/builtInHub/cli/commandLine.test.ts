import assert from "node:assert/strict";
import {
  flagOption,
  helpLines,
  listOption,
  readOptions,
  single,
  UsageError,
  wholeNumber,
} from "../../../../src/builtInHub/cli/commandLine";

const table = {
  port: single("PORT", "Where to listen.", wholeNumber(0, 100), { fallback: 7 }),
  key: single("KEY", "A secret.\nKeep it.", (text) => text.toUpperCase(), { variable: "A_KEY" }),
  folder: listOption("PATH", "Folders.", (text) => text),
  loud: flagOption("Says more."),
};
const read = (args: readonly string[], env = {}) => readOptions(table, args, env);

describe("a command line", () => {
  it("gives every option its value or what counts without it", () => {
    assert.deepEqual(read([]), { port: 7, key: undefined, folder: [], loud: false });
    assert.deepEqual(read(["--port", "8", "--loud", "--folder=a", "--key=-k", "--folder", "b"]), {
      port: 8,
      key: "-K",
      folder: ["a", "b"],
      loud: true,
    });
  });

  it("takes a variable where the option is not given, and none that is empty", () => {
    assert.equal(read([], { A_KEY: "env" }).key, "ENV");
    assert.equal(read(["--key", "own"], { A_KEY: "env" }).key, "OWN");
    assert.equal(read([], { A_KEY: "" }).key, undefined);
  });

  const wrong: readonly (readonly [readonly string[], string])[] = [
    [["--nothing"], "There is no option --nothing. Try --help."],
    [["--nothing=S3CRET"], "There is no option --nothing. Try --help."],
    [["--constructor"], "There is no option --constructor. Try --help."],
    [["-p", "1"], "There is no option -p. Try --help."],
    [["--loud", "S3CRET"], "Argument 2 belongs to no option. Try --help."],
    [["--loud=S3CRET"], "--loud takes no value."],
    [["--port"], "--port needs a value: --port=PORT."],
    [["--port", "--loud"], "--port needs a value: --port=PORT."],
    [["--port", "1", "--port", "2"], "--port can be given only once."],
    [["--port="], "--port must be a whole number from 0 to 100."],
    [["--port", "101"], "--port must be a whole number from 0 to 100."],
    [["--port", "1e1"], "--port must be a whole number from 0 to 100."],
    [["--port", "S3CRET"], "--port must be a whole number from 0 to 100."],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(" ")} in one sentence that repeats no value`, () => {
      assert.throws(
        () => read(args),
        (error: unknown) => error instanceof UsageError && error.message === message,
      );
    });
  }

  it("names the variable that holds a wrong value", () => {
    const fussy = {
      key: single(
        "KEY",
        "",
        () => {
          throw new UsageError("is odd.");
        },
        { variable: "A_KEY" },
      ),
    };
    assert.throws(() => readOptions(fussy, [], { A_KEY: "x" }), /^Error: A_KEY is odd\.$/);
    assert.throws(() => readOptions(fussy, ["--key", "y"], { A_KEY: "x" }), /^Error: --key is odd/);
  });

  it("explains the command line in aligned columns", () => {
    assert.equal(
      helpLines(table),
      [
        "  --port PORT    Where to listen.",
        "  --key KEY      A secret.",
        "                 Keep it.",
        "  --folder PATH  Folders.",
        "  --loud         Says more.",
      ].join("\n"),
    );
  });
});
