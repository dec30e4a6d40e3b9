import assert from "node:assert/strict";
import { excludedBy, isUnreadFile } from "../../../../../src/builtInHub/tools/workspace/excluded";

const folders = [
  { name: "shop", path: "/home/me/shop" },
  { name: "lib", path: "/srv/lib" },
];

describe("excluded files", () => {
  const table: readonly [glob: string, file: string, expected: boolean][] = [
    ["**/.env", "/home/me/shop/.env", true],
    ["**/.env", "/home/me/shop/a/b/.env", true],
    ["**/.env", "/home/me/shop/.env.local", false],
    ["**/.env.*", "/srv/lib/a/.env.local", true],
    ["*.txt", "/home/me/shop/notes.txt", true],
    ["*.txt", "/home/me/shop/a/notes.txt", false],
    ["**/*.txt", "/home/me/shop/a/.hidden.txt", true],
    ["private/**", "/home/me/shop/private/a/b.ts", true],
    ["private/**", "/srv/lib/private/b.ts", true],
    ["private/**", "/home/me/shop/src/private/b.ts", false],
    ["/srv/**", "/srv/lib/a.ts", true],
    ["/srv/lib/a?.ts", "/srv/lib/ab.ts", true],
    ["/srv/lib/a?.ts", "/srv/lib/a/b.ts", false],
    ["/lib/a.ts", "/srv/lib/a.ts", false],
    ["**/*.{pem,key}", "/srv/lib/x.key", true],
    ["**/*.{pem,key}", "/srv/lib/x.keys", false],
    ["{a,b/{c,d}}/*.ts", "/srv/lib/b/d/x.ts", true],
    ["{a,b/{c,d}}/*.ts", "/srv/lib/b/x.ts", false],
    ["**/[a-c]x[!0-9].ts", "/srv/lib/bxy.ts", true],
    ["**/[a-c]x[!0-9].ts", "/srv/lib/bx1.ts", false],
    ["**/secret", "/srv/lib/secret/inside.ts", true],
    ["**/Secret.md", "/srv/lib/secret.MD", true],
    ["!a.ts", "/srv/lib/a.ts", false],
    ["!a.ts", "/srv/lib/!a.ts", true],
    ["#a.ts", "/srv/lib/#a.ts", true],
    ["{a", "/srv/lib/{a", true],
    ["**", "/elsewhere/a", true],
    ["", "/srv/lib/a.ts", false],
  ];
  for (const [glob, file, expected] of table)
    it(`G9 by ${JSON.stringify(glob)} ${expected ? "contain" : "leave out"} ${file}`, async () => {
      assert.equal((await excludedBy([glob], folders))(file), expected);
    });

  const [composed, apart] = ["é".normalize("NFC"), "é".normalize("NFD")];
  for (const [glob, file] of [
    [composed, apart],
    [apart, composed],
  ])
    it(`G9 by ${JSON.stringify(glob)} contain a file whose accents are written in the other form`, async () => {
      const excluded = await excludedBy([`**/s${glob}cret/**`, `**/cl?.${glob}`], folders);
      assert.equal(excluded(`/srv/lib/s${file}cret/a.ts`), true);
      assert.equal(excluded(`/srv/lib/cl${file}.${file}`), true);
      assert.equal(excluded(`/srv/lib/secret/a.ts`), false);
    });

  it("excludes no file without a glob", async () => {
    assert.equal((await excludedBy([], folders))("/srv/lib/a.ts"), false);
  });

  it("are all files where a glob has too many alternatives", async () => {
    const excluded = await excludedBy(["{a,b}".repeat(40)], folders);
    assert.equal(excluded("/srv/lib/other.ts"), true);
  });
});

describe("files whose names say that they hold secrets", () => {
  const secret =
    ".env .ENV .env.local .env.vault .env-production .env_old prod.env .envrc .envrc.local .flaskenv .dev.vars " +
    "local.settings.json .npmrc .yarnrc.yml .pypirc .netrc _netrc .netrc.gpg .pgpass pgpass.conf .my.cnf my.cnf " +
    ".mylogin.cnf .git-credentials .htpasswd .s3cfg .vault-token .vault_pass.txt auth.json .dockercfg " +
    ".dockerconfigjson kubeconfig prod.kubeconfig id_rsa id_ed25519.pub deploy_id_rsa id_ecdsa.bak server.pem " +
    "server.key AuthKey.p8 store.jks keys.agekey credentials credentials.json credentials.yml.enc " +
    "aws_credentials.csv secrets secrets.yaml secret.toml db.secret.yaml client_secret_1.json " +
    "service-account.json google-services.json main.tfstate main.tfstate.1.backup prod.tfvars prod.tfvars.json " +
    ".bash_history .psql_history";
  const plain =
    "env.ts environment.ts envrc.md id_mapper.ts identity.ts key.ts keys.ts monkey keyboard.json " +
    "credentialsForm.tsx aws-credentials.ts secretNames.ts kubeconfig-parser.go history.ts auth.ts author.json";
  it("G9 are never read, whichever program they are of", () => {
    for (const name of secret.split(" ")) assert.equal(isUnreadFile(name), true, name);
  });

  it("are not those that are about secrets", () => {
    for (const name of plain.split(" ")) assert.equal(isUnreadFile(name), false, name);
  });
});
