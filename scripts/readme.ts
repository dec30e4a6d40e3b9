// The README as a registry shows it, where nothing of the repository is at hand.

interface Manifest {
  repository?: unknown;
}

/** Sections for whoever has the repository. */
const ofRepository = /^## Run it from this repository\n[\s\S]*?(?=^## )/m;
const picture = /^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm;
const link = /\[([^\]]+)\]\((?!https:|#)[^)]*\)/g;

/**
 * With a repository in the manifest, vsce leads every relative link there. Without one, such links
 * would be broken: they become their text, and pictures are left out.
 */
export const readmeFor = (text: string, { repository }: Manifest): string =>
  repository ? text : text.replace(ofRepository, "").replaceAll(picture, "").replaceAll(link, "$1");

/** What vsce is called with accordingly. */
export const linkOptions = ({ repository }: Manifest): string[] =>
  repository ? [] : ["--allow-missing-repository", "--no-rewrite-relative-links"];
