// Version numbers. The registries know no "-beta.1": an odd minor number marks a pre-release instead.

/** Why this cannot be the next number; undefined if it can. */
export function numberFault(
  version: string,
  { last, preRelease }: { last: string; preRelease: boolean },
): string | undefined {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version))
    return `${version} is not a version: it takes three numbers, such as 1.2.0.`;
  if (version.localeCompare(last, "en", { numeric: true }) <= 0)
    return `${version} is not higher than ${last}.`;
  const isOdd = Number(version.split(".")[1]) % 2 === 1;
  if (preRelease && !isOdd)
    return `${version} has an even minor number, which is for releases; a pre-release has an odd one.`;
  if (!preRelease && isOdd)
    return `${version} has an odd minor number, which is for pre-releases; add --pre-release.`;
  return undefined;
}
