import path from "node:path";
import type { LocalFolder } from "../../../contract/builtInHubApi";

/** Whether a file, named by its absolute path, must not be read. */
export type IsExcluded = (file: string) => boolean;

const maxAlternatives = 1000;

/**
 * The files that globs exclude, in the syntax of VS Code and as the setting `expertHub.exclude`
 * means them: a glob is compared with the whole path and with the path within each folder. A glob
 * that names a folder excludes what is in it; case is ignored.
 */
export async function excludedBy(
  globs: readonly string[],
  folders: readonly LocalFolder[],
): Promise<IsExcluded> {
  // In a separate microtask: a time limit that interrupts loading would break the module for good.
  await Promise.resolve();
  const { default: ignore } = await import("ignore");
  const patterns = globs.flatMap((glob) => alternatives(slashed(glob)));
  // A leading slash anchors a pattern, so that it has to match the whole path as a glob does.
  const excluded = ignore().add(patterns.map((pattern) => `/${pattern.replace(/^\/+/, "")}`));
  return (file) =>
    [slashed(file), ...folders.map((folder) => slashed(path.relative(folder.path, file)))].some(
      (candidate) => {
        const relative = candidate.replace(/^\/+/, "");
        return ignore.isPathValid(relative) && excluded.ignores(relative);
      },
    );
}

/** With forward slashes and composed accents, and without the colon of a drive, which no relative path has. */
function slashed(text: string): string {
  const plain = (path.sep === "\\" ? text.replaceAll("\\", "/") : text).normalize("NFC");
  return plain.replace(/^([a-z]):\//i, "$1/");
}

/** A glob without braces for each choice that its braces leave. */
function alternatives(glob: string): string[] {
  const found: string[] = [];
  const waiting = [glob];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const braces = outerBraces(next);
    if (braces) {
      const [before, after] = [next.slice(0, braces.start), next.slice(braces.end)];
      waiting.push(...braces.choices.map((choice) => before + choice + after));
    } else found.push(next);
    // Excluding everything is better than leaving out an exclusion.
    if (found.length + waiting.length > maxAlternatives) return ["**"];
  }
  return found;
}

function outerBraces(glob: string) {
  const start = glob.indexOf("{");
  if (start === -1) return undefined;
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < glob.length; at++) {
    const isOuter = depth === 1;
    if (glob[at] === "{") depth += 1;
    if (glob[at] === "}") depth -= 1;
    if (isOuter && (depth === 0 || glob[at] === ",")) {
      choices.push(glob.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return { start, end: at + 1, choices };
  }
  return undefined;
}

const folders = new Set(
  "__pycache__ bower_components build coverage dist node_modules obj out target vendor venv".split(
    " ",
  ),
);

/** Names of files that hold secrets, in any case; `(?:\\..+)?` stands for further endings such as `.local`. */
const secretNames = [
  // Variables of an environment, as shells, containers and frameworks read them.
  String.raw`\.env(?:[._-].+)?|.+\.env|\.envrc(?:\..+)?|\.flaskenv|\.dev\.vars(?:\..+)?|local\.settings\.json`,
  // Passwords and tokens of programs.
  String.raw`[._]?netrc(?:\.gpg)?|\.?(?:npmrc|yarnrc|pypirc|htpasswd|pgpass|mylogin\.cnf|my\.cnf|s3cfg|boto|vault-token|terraformrc|git-credentials)`,
  String.raw`\.yarnrc\.ya?ml|pgpass\.conf|pip\.conf|pip\.ini|auth\.json|sftp(?:-config)?\.json|\.ftpconfig|\.?vault[-_]?pass(?:word)?(?:\..+)?`,
  // Clusters and registries; their folders are hidden, and a copy may lie elsewhere.
  String.raw`\.?kubeconfig(?:\..+)?|.+\.kubeconfig|\.?dockercfg|\.dockerconfigjson|dockerconfig\.json`,
  // Keys, certificates and stores of them.
  String.raw`(?:.+[._-])?id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-].*)?|.*\.(?:pem|key|pfx|p8|p12|pkcs12|jks|jceks|bks|keystore|kdbx?|asc|gpg|age|agekey|ppk|crt|cer|der|ovpn|mobileprovision)`,
  // What says that it is secret.
  String.raw`credentials(?:\..+)?|.*[._-]credentials(?:\.(?:json|ya?ml|toml|ini|xml|csv|txt|enc))?|secrets?(?:\..+)?|.+\.secrets?(?:\.(?:json|ya?ml|toml|ini|xml|txt|enc))?`,
  String.raw`client[-_]?secret.*\.json|service[-_]?account.*\.json|.*firebase-adminsdk.*\.json|google-services\.json|googleservice-info\.plist`,
  // The state of infrastructure, and what was typed into a shell.
  String.raw`.*\.tfstate(?:\..*)?|.*\.tfvars(?:\.json)?|\.\w+_history`,
];
const secret = new RegExp(`^(?:${secretNames.join("|")})$`, "i");

const dull =
  /(?:\.min\.(?:js|css)|\.map|\.lock|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|\.(?:png|jpe?g|gif|webp|ico|bmp|svgz|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|wasm|woff2?|ttf|otf|eot|mp[34]|mov|avi|webm|ogg|wav|flac|vsix|node|pyc|sqlite3?|db|bin|dat|snap))$/i;

/** Folders that are never entered: hidden, generated or third-party. */
export function isUnreadFolder(name: string): boolean {
  return name.startsWith(".") || folders.has(name.toLowerCase());
}

/** Files that are never opened: those that may contain secrets, and those without readable text. */
export function isUnreadFile(name: string): boolean {
  return secret.test(name) || dull.test(name);
}
