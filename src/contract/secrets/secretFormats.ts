/** A form that secrets have by themselves, such as the tokens of a service. */
interface SecretFormat {
  readonly kind: string;
  /** The named group `secret` is the secret, or else the whole match. Matched within the whole text. */
  readonly pattern: RegExp;
  /** The secret may as well be a placeholder or a reference, so it is looked at. */
  readonly isJudged?: true;
}

/** No pattern rescans what a failed attempt has read: the time is linear in the text's length. */
export const secretFormats = [
  {
    kind: "a private key",
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----BEGIN )[^]){0,40000}?-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|[\w+/=\s\\]*)/dg,
  },
  {
    kind: "a PuTTY private key",
    pattern:
      /\bPuTTY-User-Key-File-\d:(?:(?:(?!PuTTY-User-)[^]){0,40000}?\bPrivate-MAC: {0,9}[0-9a-f]+|[\w+/=:\s.-]*)/dg,
  },
  { kind: "a JSON web token", pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{4,}\.[\w-]*/dg },
  { kind: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/dg },
  {
    kind: "an AWS secret key",
    pattern: /\baws_?secret_?access_?key\W{1,5}(?<secret>[\w/+]{40})(?![\w/+])/dgi,
  },
  {
    kind: "a GitHub token",
    pattern: /\b(?:gh[oprsu]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/dg,
  },
  { kind: "a GitLab token", pattern: /\bgl(?:pat|ptt|dt|rt)-[\w-]{20,}/dg },
  { kind: "a Slack token", pattern: /\b(?:xox[abeoprs]|xapp)-[\w-]{10,}/dg },
  {
    kind: "a Slack webhook",
    pattern: /\bhooks\.slack\.com\/(?:services|workflows)\/T\w{1,20}[\w/]*/dg,
  },
  { kind: "a Stripe key", pattern: /\b[rs]k_(?:live|test)_\w{16,}/dg },
  { kind: "a Google API key", pattern: /\bAIza[\w-]{35,}/dg },
  { kind: "a Google client secret", pattern: /\bGOCSPX-[\w-]{20,}/dg },
  { kind: "a key of a language model service", pattern: /\bsk-[\w-]{20,}/dg },
  { kind: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36,}/dg },
  { kind: "a PyPI token", pattern: /\bpypi-AgE[\w-]{40,}/dg },
  { kind: "a SendGrid key", pattern: /\bSG\.[\w-]{22,}\.[\w-]{43,}/dg },
  { kind: "a Hugging Face token", pattern: /\bhf_[A-Za-z]{34,}/dg },
  { kind: "a DigitalOcean token", pattern: /\bdo[opr]_v1_[a-f0-9]{64,}/dg },
  { kind: "a Vault token", pattern: /\bhv[bs]\.[\w-]{24,}/dg },
  { kind: "a Grafana token", pattern: /\bgl(?:sa|c)_[\w+/=]{32,}/dg },
  { kind: "a Groq key", pattern: /\bgsk_[A-Za-z0-9]{48,}/dg },
  { kind: "a Databricks token", pattern: /\bdapi[a-f0-9]{32,}/dg },
  { kind: "a Docker token", pattern: /\bdckr_(?:pat|oat)_[\w-]{24,}/dg },
  { kind: "a Figma token", pattern: /\bfig[dur]_[\w-]{40,}/dg },
  { kind: "a Linear key", pattern: /\blin_api_[A-Za-z0-9]{40,}/dg },
  { kind: "a Notion token", pattern: /\b(?:ntn_|secret_)[A-Za-z0-9]{43,}/dg },
  { kind: "a Shopify token", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}/dg },
  { kind: "a Telegram bot token", pattern: /\b\d{8,10}:AA[\w-]{33,}/dg },
  {
    kind: "an Azure storage key",
    pattern: /\bAccountKey=(?<secret>[\w/+]{86}==)/dg,
  },
  {
    kind: "a password in an address",
    pattern:
      /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,99}:(?![${<]|\d{1,5}[?#])(?<secret>[^\s@/]{1,2000})(?=@)|(?<![\w.-])[\w.-]{1,50}:(?<dsn>[^\s:@/]{3,500})(?=@(?:tcp|unix)\()|\bjdbc:oracle:\w{1,10}:\w{1,50}\/(?<oracle>[^\s@/]{1,100})(?=@)/dgi,
  },
  {
    kind: "a credential in a header",
    pattern:
      /\bauthorization\\{0,3}["'`]?\]?[ \t]{0,5}[:=,][ \t]{0,5}\\{0,3}["'`]?(?:basic|bearer|token|digest|negotiate|apikey|bot)[ \t]{1,5}(?<secret>[^\s"'`\\<>,;)]{3,8000})/dgi,
    isJudged: true,
  },
  {
    kind: "a credential in a header",
    pattern: /\bbearer[ \t]{1,5}(?=[a-z_.~+/=-]{0,99}\d)(?<secret>[\w.~+/=-]{20,8000})/dgi,
    isJudged: true,
  },
  {
    kind: "a secret value",
    pattern: /[?&](?:sig|signature|x-amz-signature)=(?<secret>[\w%+/=-]{20,500})/dgi,
    isJudged: true,
  },
  {
    kind: "a secret value",
    pattern: /\bidentified[ \t]{1,5}by[ \t]{1,5}["'](?<secret>[^"'\s]{3,500})(?=["'])/dgi,
    isJudged: true,
  },
  {
    kind: "a secret value",
    pattern:
      /\bcurl(?=[ \t])[^\n]{0,200}?[ \t](?:-u|--user)[ =]?["']?[^\s:"'=]{1,100}:(?<secret>[^\s"']{3,500})/dgi,
    isJudged: true,
  },
  {
    kind: "a secret value",
    pattern:
      /\b(?:(?:mysql|mysqldump|mysqladmin|mariadb)(?=[ \t])[^\n]{0,200}?[ \t]-p|(?:sshpass|(?:docker|podman) login|sqlcmd)(?=[ \t])[^\n]{0,200}?[ \t]-[pP][ \t]{0,3}|redis-cli(?=[ \t])[^\n]{0,200}?[ \t]-a[ \t]{1,3})["']?(?<secret>[^\s"']{3,500})/dg,
    isJudged: true,
  },
  {
    kind: "a secret value",
    pattern:
      /^[\w.*-]{1,100}:(?:5432|6432|\*):[^:\s]{1,60}:[^:\s]{1,60}:(?<secret>[^\s:]{3,200})$/dgm,
    isJudged: true,
  },
  {
    kind: "a secret value",
    pattern:
      /\blogin[ \t]{1,20}\S{1,200}\s{1,20}password[ \t]{1,20}(?<secret>\S{3,500})|^[ \t]{0,20}(?:requirepass|masterauth)[ \t]{1,20}(?<redis>\S{3,500})/dgim,
    isJudged: true,
  },
] as const satisfies readonly SecretFormat[];

/** What was found, as part of a sentence. */
export type SecretKind = (typeof secretFormats)[number]["kind"];
