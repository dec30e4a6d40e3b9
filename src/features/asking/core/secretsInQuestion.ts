import type { SecretKind } from "../../../contract/secrets/secretFormats";
import { secretsIn } from "../../../contract/secrets/secrets";
import { t } from "../../../kit/l10n";

/** Something in a text that looks like a secret. Never contains the secret itself. */
interface FoundSecret {
  /** Such as `a private key`. */
  readonly name: string;
  /** 1 for the first. */
  readonly line: number;
}

const kindNames: Readonly<Record<SecretKind, string>> = {
  "a private key": t("a private key"),
  "a PuTTY private key": t("a PuTTY private key"),
  "a JSON web token": t("a JSON web token"),
  "an AWS access key": t("an AWS access key"),
  "an AWS secret key": t("an AWS secret key"),
  "a GitHub token": t("a GitHub token"),
  "a GitLab token": t("a GitLab token"),
  "a Slack token": t("a Slack token"),
  "a Slack webhook": t("a Slack webhook"),
  "a Stripe key": t("a Stripe key"),
  "a Google API key": t("a Google API key"),
  "a Google client secret": t("a Google client secret"),
  "a key of a language model service": t("a key of a language model service"),
  "an npm token": t("an npm token"),
  "a PyPI token": t("a PyPI token"),
  "a SendGrid key": t("a SendGrid key"),
  "a Hugging Face token": t("a Hugging Face token"),
  "a DigitalOcean token": t("a DigitalOcean token"),
  "a Vault token": t("a Vault token"),
  "a Grafana token": t("a Grafana token"),
  "a Groq key": t("a Groq key"),
  "a Databricks token": t("a Databricks token"),
  "a Docker token": t("a Docker token"),
  "a Figma token": t("a Figma token"),
  "a Linear key": t("a Linear key"),
  "a Notion token": t("a Notion token"),
  "a Shopify token": t("a Shopify token"),
  "a Telegram bot token": t("a Telegram bot token"),
  "an Azure storage key": t("an Azure storage key"),
  "an access token of a service": t("an access token of a service"),
  "a password in an address": t("a password in an address"),
  "a credential in a header": t("a credential in a header"),
  "a secret value": t("a secret value"),
};

/** What is worth a question before it is sent, ordered by line; only the first of each kind. */
export function findSecrets(text: string): FoundSecret[] {
  const found = new Map<SecretKind, number>();
  for (const { kind, start, isStrong } of secretsIn(text))
    if (isStrong && !found.has(kind)) found.set(kind, start);
  return [...found].map(([kind, start]) => ({ name: kindNames[kind], line: lineAt(text, start) }));
}

/** Where the text contains this exact key. */
export function findKey(
  text: string,
  key: string,
  name = t("your API key"),
): FoundSecret | undefined {
  const index = text.indexOf(key);
  return index === -1 ? undefined : { name, line: lineAt(text, index) };
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
