// What a release changes in the VSIX. The rest of what the registries demand is held by the tests.
import { vsixLimit } from "../budget.ts";

const preReleaseMark = 'Id="Microsoft.VisualStudio.Code.PreRelease" Value="true"';

/** Sentences, none if it can be uploaded. */
export function faultsOf(
  files: ReadonlyMap<string, Buffer>,
  { version, preRelease, size }: { version: string; preRelease: boolean; size: number },
): string[] {
  const text = (name: string): string => files.get(name)?.toString() ?? "";
  const manifest = JSON.parse(text("extension/package.json")) as { version: string };
  const vsix = text("extension.vsixmanifest");
  const rules: [boolean, string][] = [
    [size < vsixLimit, `The VSIX has ${size} bytes; the limit is ${vsixLimit}.`],
    [manifest.version === version, `The VSIX is ${manifest.version}, not ${version}.`],
    [vsix.includes(` Version="${version}" `), `The VSIX manifest does not say ${version}.`],
    [
      vsix.includes(preReleaseMark) === preRelease,
      preRelease ? "It is not marked as a pre-release." : "It is marked as a pre-release.",
    ],
    [
      text("extension/changelog.md").includes(`## [${version}]`),
      `The CHANGELOG has no section for ${version}.`,
    ],
  ];
  return rules.flatMap(([kept, fault]) => (kept ? [] : [fault]));
}
