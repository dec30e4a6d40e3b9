// Version numbers. The registries know no "-beta.1": an odd minor number marks a pre-release instead.

const parts = (version) => version.split(".").map(Number);

/** Why this cannot be the next number; undefined if it can. */
export function numberFault(version, { last, preRelease }) {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version))
    return `${version} is not a version: it takes three numbers, such as 1.2.0.`;
  const [wanted, present] = [parts(version), parts(last)];
  const at = wanted.findIndex((number, index) => number !== present[index]);
  if (at === -1 || wanted[at] < present[at]) return `${version} is not higher than ${last}.`;
  if (preRelease && wanted[1] % 2 === 0)
    return `${version} has an even minor number, which is for releases; a pre-release has an odd one.`;
  if (!preRelease && wanted[1] % 2 === 1)
    return `${version} has an odd minor number, which is for pre-releases; add --pre-release.`;
  return undefined;
}

/** The text of a manifest or lock file, with the number of the product in as many places. */
export function withNumber(text, last, version, places) {
  let left = places;
  const changed = text.replaceAll(`"version": "${last}"`, (found) =>
    left-- > 0 ? `"version": "${version}"` : found,
  );
  const { packages, ...rest } = JSON.parse(changed);
  for (const each of places === 1 ? [rest] : [rest, packages?.[""]])
    if (each?.version !== version)
      throw new Error(`The number ${last} was not found in its place.`);
  return changed;
}
