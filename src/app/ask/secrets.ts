/** Something in a text that looks like a secret. Never contains the secret itself. */
export interface FoundSecret {
  /** Such as `a private key`. */
  readonly name: string;
  /** 1 for the first. */
  readonly line: number;
}

/** No pattern rescans what a failed attempt has read: the time is linear in the text's length. */
const rules: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a private key", /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g],
  ["a PuTTY private key", /\bPuTTY-User-Key-File-\d:/g],
  ["a JSON web token", /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{4,}\.[\w-]{10}/g],
  ["an AWS access key", /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  ["an AWS secret key", /\baws_secret_access_key\W{1,5}[\w/+]{40}(?![\w/+])/gi],
  ["a GitHub token", /\b(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{22})/g],
  ["a GitLab token", /\bgl(?:pat|ptt|dt|rt)-[\w-]{20}/g],
  ["a Slack token", /\b(?:xox[abeoprs]|xapp)-[\w-]{10}/g],
  ["a Slack webhook", /\bhooks\.slack\.com\/(?:services|workflows)\/T\w{6}/g],
  ["a Stripe key", /\b[rs]k_(?:live|test)_\w{16}/g],
  ["a Google API key", /\bAIza[\w-]{35}(?![\w-])/g],
  ["a Google client secret", /\bGOCSPX-[\w-]{20}/g],
  ["a key of a language model service", /\bsk-[\w-]{20}/g],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["a PyPI token", /\bpypi-AgE[\w-]{40}/g],
  ["a SendGrid key", /\bSG\.[\w-]{22}\.[\w-]{43}/g],
  ["a Hugging Face token", /\bhf_[A-Za-z]{34}\b/g],
  ["a DigitalOcean token", /\bdo[opr]_v1_[a-f0-9]{64}\b/g],
  ["a Vault token", /\bhv[bs]\.[\w-]{24}/g],
  ["a Grafana token", /\bgl(?:sa|c)_[\w+/=]{32}/g],
  ["a Groq key", /\bgsk_[A-Za-z0-9]{48}/g],
  ["a Databricks token", /\bdapi[a-f0-9]{32}\b/g],
  ["a Docker token", /\bdckr_(?:pat|oat)_[\w-]{24}/g],
  ["a Figma token", /\bfig[dur]_[\w-]{40}/g],
  ["a Linear key", /\blin_api_[A-Za-z0-9]{40}/g],
  ["a Notion token", /\b(?:ntn_|secret_)[A-Za-z0-9]{43}/g],
  ["a Shopify token", /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g],
  ["a Telegram bot token", /\b\d{8,10}:AA[\w-]{33}\b/g],
  ["an Azure storage key", /\bAccountKey=[\w/+]{86}==/g],
  [
    "a password in an address",
    /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s:@/]{1,99}:[^\s@/${<]{1,99}@/gi,
  ],
];

/** What looks like a secret in a text, ordered by line; only the first of each kind. */
export function findSecrets(text: string): FoundSecret[] {
  return rules
    .flatMap(([name, pattern]) => {
      const [first] = text.matchAll(pattern);
      return first ? [{ name, index: first.index }] : [];
    })
    .toSorted((one, other) => one.index - other.index)
    .map(({ name, index }) => ({ name, line: lineAt(text, index) }));
}

/** Where the text contains this exact key. */
export function findKey(text: string, key: string): FoundSecret | undefined {
  const index = text.indexOf(key);
  return index === -1 ? undefined : { name: "your API key", line: lineAt(text, index) };
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
