const folders = new Set([
  "__pycache__",
  "bower_components",
  "build",
  "coverage",
  "dist",
  "node_modules",
  "obj",
  "out",
  "target",
  "vendor",
  "venv",
]);

const secret =
  /^(?:\.env(?:\..+)?|.+\.env|\.?(?:netrc|npmrc|pypirc|htpasswd|git-credentials|pgpass|dockercfg)|_netrc|id_(?:rsa|dsa|ecdsa|ed25519)(?:_.*)?(?:\.pub)?|.*\.(?:pem|key|pfx|p12|jks|keystore|kdbx|asc|gpg|ppk|crt|cer|der|ovpn)|credentials(?:\..+)?|secrets?(?:\..+)?|.*\.tfstate(?:\.backup)?|.*\.tfvars|service[-_]?account.*\.json)$/i;

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
