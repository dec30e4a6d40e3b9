import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { linkOptions, readmeFor } from "../../scripts/readme";
import { from } from "../../scripts/root";
import { readVsix } from "../../scripts/vsix";

interface Manifest {
  [name: string]: unknown;
  categories: string[];
  keywords: string[];
  icon: string;
  galleryBanner: { color: string; theme: string };
}

/** The categories that the Marketplace knows and that can suit this extension. */
const categories = new Set(["AI", "Chat", "Machine Learning", "Education", "Other"]);

/** The targets of links and pictures that lead nowhere on the page of a registry. */
const brokenLinks = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(([^)\s]*)[^)]*\)|(?:src|href)="([^"]*)"/g)]
    .map(([, target, attribute = ""]) => target ?? attribute)
    .filter((target) => !/^(?:https:\/\/[\w-]+\.\w|#)/.test(target));

const files = await readVsix();
const textOf = (name: string) => files.get(name)?.toString() ?? "";

describe("the page of the Marketplace and of Open VSX", () => {
  const manifest = JSON.parse(textOf("extension/package.json")) as Manifest;

  it("has what both ask for: name, publisher, version, licence, README and CHANGELOG", () => {
    assert.match(String(manifest["name"]), /^[a-z\d][a-z\d-]*$/);
    assert.match(String(manifest["publisher"]), /^[a-z\d][a-z\d-]*$/i);
    assert.match(String(manifest["version"]), /^\d+\.\d+\.\d+$/);
    assert.equal(manifest["license"], "MIT");
    assert.match(textOf("extension/LICENSE.txt"), /^MIT License/);
    assert.ok(textOf("extension/readme.md").length > 2000);
    assert.match(textOf("extension/changelog.md"), /^# Changelog/);
    assert.ok(String(manifest["displayName"]).length > 3);
    const vsix = textOf("extension.vsixmanifest");
    const [, { length } = ""] = /<Description[^>]*>([^<]*)</.exec(vsix) ?? [];
    assert.ok(length > 50 && length <= 200, `${length} characters`);
  });

  it("is free, without questions and answers, sponsor, badges or a preview", () => {
    assert.equal(manifest["pricing"], "Free");
    assert.equal(manifest["qna"], false);
    for (const name of ["sponsor", "badges", "preview", "enabledApiProposals", "enableProposedApi"])
      assert.equal(manifest[name], undefined, name);
    const vsix = textOf("extension.vsixmanifest");
    assert.match(vsix, /Content\.Pricing" Value="Free"/);
    assert.match(vsix, /EnableMarketplaceQnA" Value="false"/);
  });

  it("is found by its categories and keywords", () => {
    assert.ok(manifest.categories.length > 0);
    assert.deepEqual(
      manifest.categories.filter((category) => !categories.has(category)),
      [],
    );
    const { keywords } = manifest;
    assert.ok(keywords.length > 4 && keywords.length <= 20);
    assert.deepEqual(keywords, [...new Set(keywords)].toSorted());
    // The Marketplace counts those that vsce adds, and takes 30.
    const [, tags = ""] = /<Tags>([^<]*)<\/Tags>/.exec(textOf("extension.vsixmanifest")) ?? [];
    assert.ok(tags.split(",").length <= 30, tags);
  });

  it("has an icon of at least 256 × 256, on a banner of its own colour", () => {
    const icon = files.get(`extension/${manifest.icon}`)!;
    assert.equal(icon.toString("latin1", 1, 4), "PNG");
    assert.ok(icon.readUInt32BE(16) >= 256);
    assert.equal(icon.readUInt32BE(16), icon.readUInt32BE(20));
    const { color, theme } = manifest.galleryBanner;
    const [red = 0, green = 0, blue = 0] = color
      .match(/[\da-f]{2}/gi)!
      .map((hex) => parseInt(hex, 16));
    const bright = (red * 299 + green * 587 + blue * 114) / 1000;
    assert.equal(theme, bright < 128 ? "dark" : "light");
  });

  it("has no link and no picture that leads nowhere", () => {
    const planted = '[a](https://a.b/c) [b](#keys) ![c](media/c.png) <img src="http://a.b/c.png">';
    assert.deepEqual(brokenLinks(planted), ["media/c.png", "http://a.b/c.png"]);
    for (const name of ["extension/readme.md", "extension/changelog.md"]) {
      const text = textOf(name);
      assert.deepEqual(brokenLinks(text), [], name);
      assert.doesNotMatch(text, /<svg|\.svg\b|^!\[[^\]]*\]\((?!https:)/m, name);
    }
    assert.doesNotMatch(textOf("extension/readme.md"), /npm start|this repository/);
  });

  it("leads into the repository as soon as the manifest names one", () => {
    const text = readFileSync(from("README.md"), "utf8");
    const relative = brokenLinks(text);
    assert.ok(relative.length > 3);
    for (const target of relative) assert.ok(existsSync(from(target.split("#")[0]!)), target);
    const repository = "https://github.com/someone/expert-hub";
    assert.equal(readmeFor(text, { repository }), text);
    assert.deepEqual(linkOptions({ repository }), []);
  });

  it("keeps everything of the README but pictures, links and the repository's section", () => {
    const text =
      "![a](b.png)\n\n[Papers](docs/a.md), [web](https://a.b)\n\n## Run it from this repository\n\nx\n\n## Licence\n\nMIT\n";
    assert.equal(readmeFor(text, {}), "Papers, [web](https://a.b)\n\n## Licence\n\nMIT\n");
  });
});
