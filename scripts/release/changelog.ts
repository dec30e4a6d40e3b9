// CHANGELOG.md, in the form of Keep a Changelog.

const heading = "## [Unreleased]\n";

/** With *Unreleased* as the section of this version. */
export function dated(changelog: string, version: string, today: Date): string {
  const [before, rest, ...more] = changelog.split(heading);
  if (rest === undefined || more.length > 0)
    throw new Error("CHANGELOG.md needs one section “Unreleased”.");
  const [section = ""] = rest.split(/^## /m);
  if (!/^- \S/m.test(section)) throw new Error("CHANGELOG.md has nothing under “Unreleased”.");
  if (rest.includes(`## [${version}]`))
    throw new Error(`CHANGELOG.md has a section for ${version} already.`);
  return `${before}## [${version}] - ${today.toISOString().slice(0, 10)}\n${rest}`;
}
