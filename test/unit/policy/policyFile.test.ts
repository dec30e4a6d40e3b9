import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { from } from "../../../scripts/root";
import { PolicyFile, policyPath } from "../../../src/policy/policyFile";
import {
  type Administrator,
  writablePlace,
  writablePlaceOnWindows,
} from "../../../src/policy/writablePlace";
import { until } from "../../support/until";

const isWindows = process.platform === "win32";
const nobody = 65_534;

/** What a function says for a user without rights, which this process may be more than. */
function asUser(name: "writablePlace" | "writablePlaceOnWindows", ...args: unknown[]): unknown {
  const module = JSON.stringify(pathToFileURL(from("src/policy/writablePlace.ts")).href);
  const script = `import(${module}).then((all) =>
    console.log(JSON.stringify([all.${name}(...${JSON.stringify(args)})])))`;
  const user = process.geteuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const said = execFileSync(process.execPath, ["-e", script], { ...user, encoding: "utf8" });
  return (JSON.parse(said) as unknown[])[0] ?? undefined;
}

const isWebSearchAllowed = (policy: PolicyFile) => policy.current.webSearchRefusal === undefined;

describe("the file of a policy", () => {
  let folder: string;
  let file: string;
  /** Whoever runs the tests plays the administrator, for files below the folder. */
  let administrator: Administrator;
  let opened: PolicyFile | undefined;
  let lines: string[];

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "policy-")));
    file = path.join(folder, "expert-hub", "policy.json");
    fs.mkdirSync(path.dirname(file), { mode: 0o755 });
    administrator = { id: process.getuid?.() ?? 0, below: folder };
    lines = [];
  });

  afterEach(() => {
    opened?.dispose();
    opened = undefined;
    fs.rmSync(folder, { recursive: true });
  });

  const write = (rules: object | string, mode = 0o644) => {
    const text = typeof rules === "string" ? rules : JSON.stringify(rules);
    fs.writeFileSync(file, text);
    fs.chmodSync(file, mode);
  };

  const log = (line: string) => void lines.push(line);

  const assertIgnored = (place: string) => {
    assert.equal(isWebSearchAllowed(open()), true);
    assert.match(lines.at(-1)!, /is ignored/);
    assert.ok(lines.at(-1)!.endsWith(place), lines.at(-1));
  };

  const open = (): PolicyFile => {
    opened = new PolicyFile({
      path: file,
      writablePlace: (place) => (isWindows ? undefined : writablePlace(place, administrator)),
      log: { info: log, warn: log },
    });
    return opened;
  };

  it("has a place for each system, which no environment variable changes", () => {
    assert.equal(policyPath("linux"), "/etc/expert-hub/policy.json");
    assert.equal(policyPath("darwin"), "/Library/Application Support/ExpertHub/policy.json");
    const before = process.env["ProgramData"];
    process.env["ProgramData"] = String.raw`C:\Users\me`;
    try {
      assert.match(policyPath("win32"), /^[A-Z]:\\ProgramData\\ExpertHub\\policy\.json$/);
    } finally {
      if (before === undefined) delete process.env["ProgramData"];
      else process.env["ProgramData"] = before;
    }
  });

  it("Y3 narrows nothing where there is none, and costs nothing but the look", () => {
    const policy = open();
    assert.equal(policy.current, policy.current);
    assert.equal(policy.current.hubRefusal("https://hub.example"), undefined);
    assert.deepEqual(lines, []);
  });

  it("Y3 counts from the next look on when it appears, changes and is removed", async () => {
    const policy = open();
    let changes = 0;
    policy.onDidChange(() => void changes++);
    write({ webSearch: false });
    assert.equal(isWebSearchAllowed(policy), false);
    assert.equal(policy.current.mcpServerRefusal, undefined);
    write({ mcpServer: false });
    assert.equal(isWebSearchAllowed(policy), true);
    assert.notEqual(policy.current.mcpServerRefusal, undefined);
    fs.rmSync(file);
    assert.equal(policy.current.mcpServerRefusal, undefined);
    await until("the changes", () => changes === 3);
    assert.match(lines.at(-1)!, /is no longer there$/);
  });

  it("Y3 tells of a change that nobody has looked for", async () => {
    const policy = open();
    let changes = 0;
    policy.onDidChange(() => void changes++);
    write({ webSearch: false });
    await until("the change", () => changes === 1);
  });

  it("Y3 does nothing while nothing changes", () => {
    const { setInterval } = globalThis;
    const timers: unknown[] = [];
    globalThis.setInterval = ((...timer: unknown[]) => timers.push(timer)) as never;
    try {
      open();
    } finally {
      globalThis.setInterval = setInterval;
    }
    assert.deepEqual(timers, []);
  });

  for (const [what, broken, place] of [
    ["is broken", '{\n  "webSearch": fals\n}', ", line 2: "],
    ["has an unknown key", '{\n  "webSearch": true,\n  "x": 1\n}', ", line 3: "],
    ["is empty", "", ", line 1: "],
    ["is too large", " ".repeat(300_000), ": "],
    ["is not UTF-8", "\u{fffe}", ": "],
  ] as const)
    it(`Y3 allows nothing when it ${what}, and names it`, () => {
      write(broken);
      if (what === "is not UTF-8") fs.writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0]));
      const { current } = open();
      const refusals = [
        current.hubRefusal("https://hub.example"),
        current.modelRefusal("vscode:copilot"),
        current.builtInHubRefusal,
        current.mcpServerRefusal,
        current.editorChatRefusal,
        current.webSearchRefusal,
        current.workspaceToolsRefusal,
        current.sizeRefusal(0),
      ];
      assert.deepEqual(
        refusals.map((refusal) => refusal?.includes(`${file}${place}`)),
        refusals.map(() => true),
      );
      assert.equal(current.requiresActivityLog, true);
      assert.deepEqual(lines, [current.problem]);
      write({});
      assert.equal(opened!.current.hubRefusal("https://hub.example"), undefined);
    });

  it("Y3 allows nothing while it is being written, byte by byte, and what it says from the last one on", () => {
    const rules = { allowedHubs: ["https://hub.example"], webSearch: false, exclude: ["**/*.pem"] };
    const text = JSON.stringify(rules, undefined, 2);
    write("");
    const policy = open();
    const sentences = new Set<string>();
    for (const [at, byte] of [...text].entries()) {
      assert.notEqual(policy.current.hubRefusal("https://hub.example"), undefined, `${at} bytes`);
      sentences.add(policy.current.problem!);
      fs.appendFileSync(file, byte);
    }
    assert.equal(policy.current.problem, undefined);
    assert.equal(policy.current.hubRefusal("https://hub.example"), undefined);
    assert.notEqual(policy.current.hubRefusal("https://other.example"), undefined);
    assert.equal(isWebSearchAllowed(policy), false);
    for (const sentence of sentences) assert.match(sentence, /policy\.json, line \d: [^.]+\.$/);
  });

  it("Y3 allows nothing when it cannot be read, or is a folder", () => {
    fs.mkdirSync(file, { mode: 0o755 });
    assert.match(open().current.hubRefusal("https://hub.example")!, /policy\.json: /);
  });

  it("reads UTF-8 with a byte order mark", () => {
    write(`\u{feff}${JSON.stringify({ webSearch: false })}`);
    assert.equal(isWebSearchAllowed(open()), false);
  });

  (isWindows ? describe.skip : describe)("by owner and mode", () => {
    it("Y3 is ignored with a warning when its group or everyone may write it", () => {
      write({ webSearch: false }, 0o664);
      assertIgnored(file);
      fs.chmodSync(file, 0o646);
      assert.equal(isWebSearchAllowed(opened!), true);
      fs.chmodSync(file, 0o644);
      assert.equal(isWebSearchAllowed(opened!), false);
    });

    it("Y3 is ignored with a warning when one of its folders may be written", () => {
      write({ webSearch: false });
      fs.chmodSync(path.dirname(file), 0o777);
      assertIgnored(path.dirname(file));
      fs.chmodSync(path.dirname(file), 0o755);
      assert.equal(isWebSearchAllowed(opened!), false);
    });

    it("Y3 is ignored with a warning when it belongs to somebody else", () => {
      write({ webSearch: false });
      administrator = { ...administrator, id: nobody };
      assertIgnored(folder);
    });

    it("Y3 counts through a link, unless the link leads through what others may write", () => {
      const shared = path.join(folder, "shared");
      const elsewhere = path.join(folder, "elsewhere");
      fs.mkdirSync(shared);
      fs.chmodSync(shared, 0o777);
      fs.mkdirSync(elsewhere, { mode: 0o755 });
      write({ webSearch: false });
      fs.renameSync(file, path.join(elsewhere, "real.json"));
      fs.symlinkSync("../elsewhere/real.json", file);
      assert.equal(isWebSearchAllowed(open()), false);
      fs.symlinkSync("../elsewhere/real.json", path.join(shared, "link.json"));
      fs.rmSync(file);
      fs.symlinkSync("../shared/link.json", file);
      assert.equal(isWebSearchAllowed(opened!), true);
      assert.ok(lines.at(-1)!.endsWith(shared), lines.at(-1));
    });

    it("Y3 counts by its folder being a link of the administrator, too", () => {
      const elsewhere = path.join(folder, "elsewhere");
      write({ webSearch: false });
      fs.renameSync(path.dirname(file), elsewhere);
      fs.symlinkSync("elsewhere", path.dirname(file));
      assert.equal(isWebSearchAllowed(open()), false);
      fs.chmodSync(elsewhere, 0o777);
      assert.equal(isWebSearchAllowed(opened!), true);
    });

    it("Y3 allows nothing when it is a link that leads nowhere or in a circle", () => {
      fs.symlinkSync("nowhere.json", file);
      assert.equal(isWebSearchAllowed(open()), false);
      fs.rmSync(file);
      fs.symlinkSync("policy.json", file);
      assert.equal(isWebSearchAllowed(opened!), false);
    });

    it("Y3 takes a file of root that is for reading only, and none of the user's", () => {
      const etc = { id: 0, below: "/etc" };
      assert.equal(asUser("writablePlace", "/etc/passwd", etc), undefined);
      fs.chmodSync(folder, 0o755);
      write({});
      const everywhere = { id: process.getuid!(), below: folder };
      assert.equal(writablePlace(file, everywhere), undefined);
      const root = process.getuid!() === 0;
      assert.equal(writablePlace(file, { id: 0, below: folder }), root ? undefined : folder);
    });

    it("Y3 is not taken from the user by making it read-only", () => {
      write({}, 0o444);
      const own = path.dirname(file);
      if (process.getuid!() === 0)
        for (const place of [own, file]) fs.chownSync(place, nobody, nobody);
      fs.chmodSync(own, 0o555);
      fs.chmodSync(folder, 0o755);
      assert.equal(asUser("writablePlace", file, { id: 0, below: own }), own);
      assert.equal(writablePlace(file, { id: 0, below: own }), own);
      fs.chmodSync(own, 0o755);
    });

    it("Y3 finds out by trying where nothing is known of owners", () => {
      assert.equal(asUser("writablePlaceOnWindows", "/etc/passwd"), undefined);
      write({});
      const here = path.dirname(file);
      assert.equal(writablePlaceOnWindows(file), file);
      fs.chmodSync(folder, 0o755);
      fs.chmodSync(here, 0o777);
      if (process.getuid?.() === 0) assert.equal(asUser("writablePlaceOnWindows", file), here);
      assert.deepEqual(fs.readdirSync(here), ["policy.json"]);
    });
  });
});
