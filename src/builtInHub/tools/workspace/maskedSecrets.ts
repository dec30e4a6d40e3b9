/** A text without its secrets. */
export interface Masked {
  /** With as many lines as before. */
  readonly text: string;
  /** What was masked, ordered by line. */
  readonly secrets: readonly MaskedSecret[];
}

export interface MaskedSecret {
  /** Such as `a private key`. */
  readonly name: string;
  /** The first and the last line, counted from 1. */
  readonly from: number;
  readonly to: number;
}

const maxNamed = 10;

/** No pattern rescans what a failed attempt has read: the time is linear in the text's length. */
const tokens: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    "a private key",
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----BEGIN )[^])*?-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|[\w+/=\s\\]*)/g,
  ],
  ["a JSON web token", /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{4,}\.[\w-]*/g],
  ["an AWS access key", /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  ["a GitHub token", /\b(?:gh[oprsu]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/g],
  ["a GitLab token", /\bgl(?:pat|ptt|dt|rt)-[\w-]{20,}/g],
  ["a Slack token", /\b(?:xox[abeoprs]|xapp)-[\w-]{10,}/g],
  ["a Slack webhook", /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/]{6,}/g],
  ["a Stripe key", /\b[rs]k_(?:live|test)_\w{16,}/g],
  ["a Google key", /\b(?:AIza[\w-]{35,}|GOCSPX-[\w-]{20,})/g],
  ["a key of a language model service", /\b(?:sk-[\w-]{20,}|gsk_[A-Za-z0-9]{48,})/g],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36,}/g],
  ["a PyPI token", /\bpypi-AgE[\w-]{40,}/g],
  ["a SendGrid key", /\bSG\.[\w-]{22,}\.[\w-]{43,}/g],
  ["a Hugging Face token", /\bhf_[A-Za-z]{34,}/g],
  ["a DigitalOcean token", /\bdo[opr]_v1_[a-f0-9]{64,}/g],
  ["a Vault token", /\bhv[bs]\.[\w-]{24,}/g],
  ["a Databricks token", /\bdapi[a-f0-9]{32,}/g],
  ["a Telegram bot token", /\b\d{8,10}:AA[\w-]{33,}/g],
  ["an Azure storage key", /\bAccountKey=[\w/+]{86}==/g],
];

const passwordInAddress =
  /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,15}:\/\/[^\s:@/]{0,99}:)([^\s@/${<]{1,200})(?=@)/gi;

/** `NAME=value` as in `.env` files, shell scripts, Dockerfiles and Compose files. */
const setting =
  /^([ \t]*(?:(?:-|export|set|ENV|ARG)[ \t]+)?([A-Z][A-Z0-9_]{0,99})[ \t]*=[ \t]*)("[^"\n]*"|'[^'\n]*'|[^\s"'#][^\s#]*)/gm;

/** `name: "value"` as in program code and JSON. */
const property =
  /(?<![\w-])(["'`]?([A-Za-z][\w-]{0,99})["'`]?[ \t]{0,5}[:=][ \t]{0,5}["'`])([^"'`\s]{8,500})(?=["'`])/g;

/** `name: value` as in YAML. */
const plainProperty =
  /^([ \t]*(?:- )?([A-Za-z][\w-]{0,99}):[ \t]{1,5})([^\s"'`(){}[\],;.<$]{8,500})[ \t\r]*$/gm;

const secretSetting =
  /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?)(?:_|$)/;
const secretProperty =
  /(?:(?:api|access|private|secret|signing|encryption)[_-]?key|(?:access|auth|refresh|bot|api)[_-]?token|secret|password|passwd|passphrase|credentials?)$/i;

/** Replaces private keys, tokens of known formats, and values whose name says that they are secret. */
export function maskSecrets(text: string): Masked {
  const secrets: MaskedSecret[] = [];
  let masked = text;
  const mask = (
    name: string,
    pattern: RegExp,
    secretOf: (match: string[]) => Secret | undefined,
  ) => {
    const line = lineCounter(masked);
    masked = masked.replaceAll(pattern, (...found: (string | number)[]) => {
      const groups = found.filter((each) => typeof each === "string");
      const [whole = ""] = groups;
      const secret = secretOf(groups);
      if (!secret) return whole;
      const offset = found.find((each) => typeof each === "number") ?? 0;
      const from = line(offset);
      const breaks = secret.value.split("\n").length - 1;
      secrets.push({ name, from, to: from + breaks });
      return `${secret.before}[masked: ${name}]${"\n[masked]".repeat(breaks)}`;
    });
  };
  for (const [name, pattern] of tokens) {
    mask(name, pattern, ([value = ""]) => ({ before: "", value }));
  }
  mask("a password in an address", passwordInAddress, ([, before = "", value = ""]) => ({
    before,
    value,
  }));
  mask("a secret value", setting, ([, before = "", name = "", value = ""]) =>
    secretSetting.test(name) && isSecretValue(value.replaceAll(/^["']|["']$/g, ""))
      ? { before, value }
      : undefined,
  );
  for (const pattern of [property, plainProperty]) {
    mask("a secret value", pattern, ([, before = "", name = "", value = ""]) =>
      secretProperty.test(name) && isSecretValue(value) && /[\d\W]/.test(value)
        ? { before, value }
        : undefined,
    );
  }
  return { text: masked, secrets: secrets.toSorted((a, b) => a.from - b.from) };
}

interface Secret {
  /** What stands before it in the match and stays. */
  readonly before: string;
  readonly value: string;
}

/** Not a reference to another value, a placeholder, a small number or what is masked already. */
function isSecretValue(value: string): boolean {
  return (
    value.length > 5 &&
    !/^(?:\$|%|<|\{|\[masked|process\.env|os\.|import\.meta|https?:\/\/|\/|\.{1,2}\/)/.test(
      value,
    ) &&
    !/^(?:\d{1,8}|(.)\1*|\w+\(.*)$/.test(value)
  );
}

/** A line that tells which secrets do not appear, if there are any. */
export function maskedNote(secrets: readonly MaskedSecret[]): string[] {
  if (secrets.length === 0) return [];
  const named = secrets.slice(0, maxNamed).map(({ name, from }) => `${name} (line ${from})`);
  const more = secrets.length > maxNamed ? ` and ${secrets.length - maxNamed} more` : "";
  return [`[Masked: ${named.join(", ")}${more}. The values are not available.]`];
}

/** The line of ascending offsets. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = text.indexOf("\n");
  return (offset) => {
    for (; at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
    return line;
  };
}
