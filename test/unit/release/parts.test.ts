import assert from "node:assert/strict";
import { dated } from "../../../scripts/release/changelog";
import { faultsOf } from "../../../scripts/release/checkVsix";
import { numberFault } from "../../../scripts/release/number";
import { readVsix } from "../../../scripts/vsix";

describe("the number of a release", () => {
  const stable = { last: "1.2.3", preRelease: false };

  it("is higher than the last, in whole numbers", () => {
    for (const version of ["1.2.4", "1.4.0", "2.0.0", "1.10.0", "1.2.10"])
      assert.equal(numberFault(version, stable), undefined, version);
    for (const version of ["1.2.3", "1.2.2", "1.0.9", "0.10.0"])
      assert.match(numberFault(version, stable) ?? "", /not higher than 1\.2\.3/, version);
    for (const version of ["1.4", "v1.4.0", "1.4.0-beta.1", "01.4.0", "1.4.0 ", ""])
      assert.match(numberFault(version, stable) ?? "", /three numbers/, version);
  });

  it("has an odd minor number exactly for a pre-release", () => {
    assert.match(numberFault("1.3.0", stable) ?? "", /add --pre-release/);
    assert.match(numberFault("1.4.0", { ...stable, preRelease: true }) ?? "", /even minor number/);
    assert.equal(numberFault("1.3.0", { ...stable, preRelease: true }), undefined);
  });
});

describe("the CHANGELOG of a release", () => {
  const today = new Date("2026-11-30T12:00:00Z");
  const older = "\n## [1.0.0] - 2026-01-01\n\n- First.\n";

  it("turns Unreleased into number and date, and keeps the rest", () => {
    const text = `# Changelog\n\n## [Unreleased]\n\n- New.\n${older}`;
    const expected = `# Changelog\n\n## [1.2.0] - 2026-11-30\n\n- New.\n${older}`;
    assert.equal(dated(text, "1.2.0", today), expected);
  });

  it("is refused without entries, without the section, or with that number", () => {
    assert.throws(() => dated(`## [Unreleased]\n${older}`, "1.2.0", today), /nothing under/);
    assert.throws(() => dated(older, "1.2.0", today), /one section/);
    assert.throws(() => dated(`## [Unreleased]\n\n- New.\n${older}`, "1.0.0", today), /already/);
  });
});

const packaged = await readVsix();
const none = () => undefined;

const edit = (name: string, from: string | RegExp, to: string) => (files: Map<string, Buffer>) => {
  const text = String(files.get(name));
  const changed = text.replace(from, to);
  assert.notEqual(changed, text, name);
  files.set(name, Buffer.from(changed));
};

describe("the VSIX before an upload", () => {
  const manifestName = "extension/package.json";
  const { version } = JSON.parse(String(packaged.get(manifestName))) as { version: string };
  /** Faults of the packaged VSIX with a dated CHANGELOG, after one thing was changed in it. */
  const faults = (change: (files: Map<string, Buffer>) => void, wanted = {}): string[] => {
    const files = new Map(packaged);
    files.set("extension/changelog.md", Buffer.from(`## [${version}] - 2026-11-30\n`));
    change(files);
    return faultsOf(files, { version, preRelease: false, size: 900_000, ...wanted });
  };
  it("can be uploaded as it is", () => {
    assert.deepEqual(faults(none), []);
  });

  it("refuses a VSIX of another version", () => {
    const vsix = "extension.vsixmanifest";
    const cases: [RegExp, (files: Map<string, Buffer>) => void][] = [
      [
        /^The VSIX is 9\.9\.9, not/,
        edit(manifestName, `"version": "${version}"`, '"version": "9.9.9"'),
      ],
      [/manifest does not say/, edit(vsix, `Version="${version}"`, 'Version="9.9.9"')],
      [
        /no section for/,
        (files) => files.set("extension/changelog.md", Buffer.from("# Changelog")),
      ],
    ];
    for (const [expected, change] of cases) {
      const found = faults(change);
      assert.equal(found.length, 1, `${expected}: ${found.join(" ")}`);
      assert.match(found[0]!, expected);
    }
  });

  it("is refused if it is too large, or of the other kind", () => {
    assert.match(faults(none, { size: 1100 * 1024 }).join(), /^The VSIX has 1126400 bytes/);
    assert.match(faults(none, { preRelease: true }).join(), /^It is not marked as a pre-release/);
    const property = '<Property Id="Microsoft.VisualStudio.Code.PreRelease" Value="true" />';
    const marked = edit("extension.vsixmanifest", "<Properties>", `<Properties>${property}`);
    assert.deepEqual(faults(marked, { preRelease: true }), []);
    assert.match(faults(marked).join(), /^It is marked as a pre-release/);
  });
});
