// What the Marketplace and Open VSX would refuse, or show wrongly: found before an upload.
import { vsixLimit } from "../budget.ts";
import { listed } from "../vsix.ts";

/** The targets of links and pictures that lead nowhere on the page of a registry. */
export const brokenLinks = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(([^)\s]*)[^)]*\)|(?:src|href)="([^"]*)"/g)]
    .map(([, target, attribute = ""]) => target ?? attribute)
    .filter((target) => !/^(?:https:\/\/[\w-]+\.\w|#)/.test(target));

function listFaults(present: readonly string[], expected: readonly string[]): string[] {
  const faults = [
    ...present.filter((name) => !expected.includes(name)).map((name) => `${name} is not listed`),
    ...expected.filter((name) => !present.includes(name)).map((name) => `${name} is missing`),
  ];
  return faults.map((fault) => `${fault} (test/vsix-files.txt).`);
}

/** Sentences, none if it can be uploaded. `list` is what the VSIX should contain. */
export function faultsOf(
  files: ReadonlyMap<string, Buffer>,
  wanted: { version: string; preRelease: boolean; size: number; list: string[] },
): string[] {
  const { version, preRelease, size, list } = wanted;
  const text = (name: string): string => files.get(name)?.toString() ?? "";
  const manifest = JSON.parse(text("extension/package.json") || "{}") as Record<string, string>;
  const vsix = text("extension.vsixmanifest");
  const has = (name: string): boolean => text(name).trim().length > 0;
  const [, icon = ""] = /<Icon>([^<]*)<\/Icon>/.exec(vsix) ?? [];
  const rules: [boolean, string][] = [
    [size < vsixLimit, `The VSIX has ${size} bytes; the limit is ${vsixLimit}.`],
    [manifest.version === version, `The VSIX is ${manifest.version}, not ${version}.`],
    [vsix.includes(` Version="${version}" `), `The VSIX manifest does not say ${version}.`],
    [
      vsix.includes('Id="Microsoft.VisualStudio.Code.PreRelease" Value="true"') === preRelease,
      preRelease ? "It is not marked as a pre-release." : "It is marked as a pre-release.",
    ],
    [/^[a-z\d][a-z\d-]*$/i.test(manifest.publisher ?? ""), "There is no publisher."],
    [/<DisplayName>[^<%]+</.test(vsix), "There is no display name."],
    [/<Description[^>]*>[^<%]{20,}</.test(vsix), "There is no description."],
    [Boolean(manifest.license), "The manifest names no licence."],
    [has("extension/LICENSE.txt"), "There is no licence text."],
    [has("extension/readme.md"), "There is no README."],
    [
      text("extension/changelog.md").includes(`## [${version}]`),
      `The CHANGELOG has no section for ${version}.`,
    ],
    [files.get(icon)?.toString("latin1", 1, 4) === "PNG", "There is no icon in PNG format."],
    [
      !manifest.enableProposedApi && !manifest.enabledApiProposals,
      "It uses proposed API, which the Marketplace refuses.",
    ],
  ];
  const broken = ["extension/readme.md", "extension/changelog.md"].flatMap((name) =>
    brokenLinks(text(name)).map((target) => `${name} links to ${target}, which leads nowhere.`),
  );
  const unmet = rules.flatMap(([kept, fault]) => (kept ? [] : [fault]));
  return [...unmet, ...broken, ...listFaults(listed(files.keys()), list)];
}
