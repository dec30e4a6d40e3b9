import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { metaFile } from "../../scripts/budget";
import { from, root } from "../../scripts/root";
import { packagesIn } from "../../scripts/sbom";
import { listed, listFile, packagedList, readVsix } from "../../scripts/vsix";

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  contributes: { configuration: { properties: Record<string, unknown> } };
}

interface Locked {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  license?: string;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const lock = (readJson(from("package-lock.json")) as { packages: Record<string, Locked> }).packages;
const meta = readJson(from(metaFile)) as { outputs: Parameters<typeof packagesIn>[0] };
const shipped = packagesIn(meta.outputs);

describe("the packed extension", () => {
  let files: Map<string, Buffer>;
  let manifest: Manifest;
  const textOf = (name: string) => files.get(name)?.toString() ?? "";

  before(async () => {
    files = await readVsix();
    manifest = JSON.parse(textOf("extension/package.json")) as Manifest;
  });

  it("K18 holds the built files, the pictures and the papers, and nothing else", () => {
    const known =
      /^(?:\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(?:package(?:\.nls(?:\.[\w-]+)?)?\.json|readme\.md|changelog\.md|SECURITY\.md|LICENSE\.txt|ThirdPartyNotices\.txt|media\/(?:(?:walkthrough|tabs)\/)?[\w.-]+\.(?:css|svg|png|md)|skills\/[\w-]+\/SKILL\.md|schemas\/[\w.-]+\.json|dist\/(?:webview\/messages\.json|l10n\/[\w-]+\.json|(?:[\w-]+\/)?[\w-]+\.(?:c?js|css|cdx\.json|ttf))))$/;
    assert.ok(files.size > 20);
    assert.deepEqual(
      [...files.keys()].filter((name) => !known.test(name)),
      [],
    );
  });

  it("K18 holds the files that are listed in test/vsix-files.txt", async () => {
    const expected = readFileSync(listFile, "utf8").trim().split("\n");
    assert.ok(expected.length > 10);
    assert.deepEqual(
      await packagedList(),
      expected,
      "If this is what you want to ship, run `npm run package -- --update-list`.",
    );
  });

  it("K18 lacks the faults that the tests add to the built-in hub", () => {
    const marks = ["-CANARY-", "evil.example", "A very long answer of 5 MB"];
    const sources = globSync("test/support/faults/*.ts", { cwd: root })
      .map((file) => readFileSync(from(file), "utf8"))
      .join();
    for (const mark of marks) {
      assert.ok(sources.includes(mark), mark);
      for (const [name, bytes] of files) assert.ok(!bytes.includes(mark), `${name}: ${mark}`);
    }
  });

  it("K18 lists the chunks of a folder as one, whatever their hashes are", () => {
    const names = [
      "dist/chunks/core-ABCD2345.cjs",
      "dist/chunks/a-b-ZZZZ7777.cjs",
      "dist/core.cjs",
    ];
    assert.deepEqual(listed(names), ["dist/chunks/*.cjs", "dist/core.cjs"]);
  });

  it("K18 holds no source map, no path of who built it, and no key", () => {
    const [home, here] = [homedir(), root].map((folder) => folder.replace(/[/\\]+$/, ""));
    const wanted: Record<string, RegExp> = {
      "a source map": /sourceMappingURL=|"sourcesContent"/,
      "a path of a computer":
        /(?<![\w.])\/(?:home|Users|root|tmp|private|work)\/\w|[A-Z]:\\\\?Users/,
      "a key of a test": /(?:KEY|SEL)-CANARY-[\da-z]|KEY-of-the|curl-test-key/,
      "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]{20}/,
      "what a .env has": /^\s*[A-Z_]*(?:KEY|TOKEN|SECRET|PASSWORD)=\S/m,
    };
    for (const [name, bytes] of files) {
      if (name.endsWith(".png")) continue;
      const text = bytes.toString();
      assert.ok(!text.includes(`${here}/`) && !(home && text.includes(`${home}/`)), name);
      for (const [what, pattern] of Object.entries(wanted))
        assert.equal(pattern.exec(text)?.[0], undefined, `${name} holds ${what}`);
    }
  });

  it("asks for no proposed API, which only builds for developers grant", () => {
    assert.equal("enabledApiProposals" in manifest, false);
    assert.equal("enableProposedApi" in manifest, false);
  });

  it("K18 has no setting for a key", () => {
    const names = Object.keys(manifest.contributes.configuration.properties);
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => /key|token|secret|password|credential/i.test(name)),
      // One of the keyboard.
      ["expertHub.sendKey"],
    );
  });

  it("D6 keeps the addresses of hubs out of Settings Sync", () => {
    const { properties } = manifest.contributes.configuration;
    for (const name of ["expertHub.baseUrl", "expertHub.hubUrl"])
      assert.equal((properties[name] as { ignoreSync?: boolean }).ignoreSync, true, name);
  });

  it("T10 runs nothing when it is installed or removed", () => {
    const source = readJson(from("package.json")) as Manifest;
    for (const { scripts } of [source, manifest]) {
      const hooks = /^(?:pre|post)|^(?:install|uninstall|prepare|prepublish|dependencies)|^vscode:/;
      assert.deepEqual(
        Object.keys(scripts ?? {}).filter((name) => hooks.test(name)),
        [],
      );
    }
  });

  it("T10 pins every package, and ships none but those that the lock file holds by content", () => {
    const { dependencies, devDependencies } = readJson(from("package.json")) as Manifest;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      assert.match(version, /^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+$/, name);
      assert.equal(lock[`node_modules/${name}`]?.version, version.replace(/^npm:.*@/, ""), name);
    }
    assert.ok(shipped.length > 5);
    for (const folder of shipped) {
      const { integrity, hasInstallScript, version } = lock[folder] ?? {};
      assert.match(integrity ?? "", /^sha512-/, folder);
      assert.equal(hasInstallScript, undefined, folder);
      const { version: present } = readJson(from(folder, "package.json")) as Locked;
      assert.equal(present, version, folder);
    }
  });

  interface Bill {
    metadata: { component: { "bom-ref": string } };
    components: { "bom-ref": string; purl: string; licenses: object[]; hashes: object[] }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  }

  it("T10 names each package that it ships once in a bill of materials", () => {
    const { components } = JSON.parse(textOf("extension/dist/sbom.cdx.json")) as Bill;
    const packages = shipped.map((folder) => {
      const name = folder.slice(folder.lastIndexOf("node_modules/") + 13);
      return `pkg:npm/${name}@${lock[folder]?.version}`;
    });
    assert.ok(packages.length > new Set(packages).size, "one of them lies in several folders");
    assert.deepEqual(
      components.map(({ purl }) => decodeURIComponent(purl)).toSorted(),
      [...new Set(packages)].toSorted(),
    );
    for (const { purl, "bom-ref": ref, licenses, hashes } of components) {
      assert.equal(ref, purl);
      assert.ok(licenses.length === 1 && hashes.length === 1);
    }
    assert.ok(files.get("extension/dist/sbom.cdx.json")!.length < 16 * 1024);
  });

  it("T10 has a bill of materials that is valid by the schema of CycloneDX 1.6", () => {
    const schemas = "node_modules/@cyclonedx/cyclonedx-library/res/schema";
    const schemaOf = (name: string) =>
      readJson(from(schemas, `${name}.SNAPSHOT.schema.json`)) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    for (const name of ["spdx", "jsf-0.82"])
      ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const isValid = ajv.compile(schemaOf("bom-1.6"));
    isValid(JSON.parse(textOf("extension/dist/sbom.cdx.json")));
    assert.deepEqual(isValid.errors ?? [], []);
  });

  it("T10 says in its bill of materials which package needs which", () => {
    const bill = JSON.parse(textOf("extension/dist/sbom.cdx.json")) as Bill;
    const product = bill.metadata.component["bom-ref"];
    const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    assert.equal(needs.size, bill.dependencies.length);
    const reached = new Set([product]);
    for (const ref of reached)
      for (const needed of needs.get(ref) ?? assert.fail(ref)) reached.add(needed);
    assert.deepEqual(
      [...reached].toSorted(),
      [product, ...bill.components.map((one) => one["bom-ref"])].toSorted(),
    );
    assert.ok(needs.get(product)!.some((ref) => ref.startsWith("pkg:npm/undici@")));
  });

  /** No known advisory for these versions or later, as of each audit; never lower. */
  const audited: Record<string, string> = {
    undici: "8.5.0",
    "markdown-it": "15.0.3",
    "highlight.js": "11.11.2",
    valibot: "1.5.0",
    mathjs: "15.2.0",
  };
  it("T10 ships no version older than the one that was audited", () => {
    for (const [name, least] of Object.entries(audited)) {
      const folders = shipped.filter((folder) => path.posix.basename(folder) === name);
      assert.ok(folders.length > 0, name);
      for (const folder of folders) {
        const { version = "0" } = lock[folder] ?? {};
        const newer = version.localeCompare(least, "en", { numeric: true }) >= 0;
        assert.ok(newer, `${folder} ${version} is older than ${least}`);
      }
    }
  });
});
