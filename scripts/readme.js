// The README as a registry shows it, where nothing of the repository is at hand.

/** Sections for whoever has the repository. */
const ofRepository = /^## Run it from this repository\n[\s\S]*?(?=^## )/m;
const picture = /^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm;
const link = /\[([^\]]+)\]\((?!https:|#)[^)]*\)/g;

/**
 * With a repository in the manifest, vsce leads every relative link there. Without one, such links
 * would be broken: they become their text, and pictures are left out.
 */
export function readmeFor(text, { repository }) {
  if (repository) return text;
  return text.replace(ofRepository, "").replaceAll(picture, "").replaceAll(link, "$1");
}

/** What vsce is called with accordingly. */
export const linkOptions = ({ repository }) =>
  repository ? [] : ["--allow-missing-repository", "--no-rewrite-relative-links"];
