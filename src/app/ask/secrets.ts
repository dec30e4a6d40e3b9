import { t } from "../../kit/l10n";

/** Something in a text that looks like a secret. Never contains the secret itself. */
export interface FoundSecret {
  /** Such as `a private key`. */
  readonly name: string;
  /** 1 for the first. */
  readonly line: number;
}

/** No pattern rescans what a failed attempt has read: the time is linear in the text's length. */
const rules: readonly (readonly [name: string, pattern: RegExp])[] = [
  [t("a private key"), /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g],
  [t("a PuTTY private key"), /\bPuTTY-User-Key-File-\d:/g],
  [t("a JSON web token"), /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{4,}\.[\w-]{10}/g],
  [t("an AWS access key"), /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  [t("an AWS secret key"), /\baws_secret_access_key\W{1,5}[\w/+]{40}(?![\w/+])/gi],
  [t("a GitHub token"), /\b(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{22})/g],
  [t("a GitLab token"), /\bgl(?:pat|ptt|dt|rt)-[\w-]{20}/g],
  [t("a Slack token"), /\b(?:xox[abeoprs]|xapp)-[\w-]{10}/g],
  [t("a Slack webhook"), /\bhooks\.slack\.com\/(?:services|workflows)\/T\w{6}/g],
  [t("a Stripe key"), /\b[rs]k_(?:live|test)_\w{16}/g],
  [t("a Google API key"), /\bAIza[\w-]{35}(?![\w-])/g],
  [t("a Google client secret"), /\bGOCSPX-[\w-]{20}/g],
  [t("a key of a language model service"), /\bsk-[\w-]{20}/g],
  [t("an npm token"), /\bnpm_[A-Za-z0-9]{36}\b/g],
  [t("a PyPI token"), /\bpypi-AgE[\w-]{40}/g],
  [t("a SendGrid key"), /\bSG\.[\w-]{22}\.[\w-]{43}/g],
  [t("a Hugging Face token"), /\bhf_[A-Za-z]{34}\b/g],
  [t("a DigitalOcean token"), /\bdo[opr]_v1_[a-f0-9]{64}\b/g],
  [t("a Vault token"), /\bhv[bs]\.[\w-]{24}/g],
  [t("a Grafana token"), /\bgl(?:sa|c)_[\w+/=]{32}/g],
  [t("a Groq key"), /\bgsk_[A-Za-z0-9]{48}/g],
  [t("a Databricks token"), /\bdapi[a-f0-9]{32}\b/g],
  [t("a Docker token"), /\bdckr_(?:pat|oat)_[\w-]{24}/g],
  [t("a Figma token"), /\bfig[dur]_[\w-]{40}/g],
  [t("a Linear key"), /\blin_api_[A-Za-z0-9]{40}/g],
  [t("a Notion token"), /\b(?:ntn_|secret_)[A-Za-z0-9]{43}/g],
  [t("a Shopify token"), /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g],
  [t("a Telegram bot token"), /\b\d{8,10}:AA[\w-]{33}\b/g],
  [t("an Azure storage key"), /\bAccountKey=[\w/+]{86}==/g],
  [
    t("a password in an address"),
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
  return index === -1 ? undefined : { name: t("your API key"), line: lineAt(text, index) };
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
