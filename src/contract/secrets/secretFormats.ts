/** A form that secrets have by themselves, such as the tokens of a service. */
interface SecretFormat {
  readonly kind: string;
  /** The named group `secret` is the secret, or else the whole match. Matched within the whole text. */
  readonly pattern: RegExp;
  /** The secret may as well be a placeholder or a reference, so it is looked at. */
  readonly isJudged?: true;
}

/** Among the characters that follow: placeholders such as `xai-your-key-here` have no digit. */
const digit = String.raw`(?=[A-Za-z_-]{0,60}\d)`;
const uuid = "[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}";

/** Keys of services that run language models, by what they begin with. */
const modelKeys = {
  xAI: String.raw`xai-${digit}[A-Za-z0-9]{40,}`,
  NVIDIA: String.raw`nvapi-${digit}[\w-]{40,}`,
  Perplexity: String.raw`pplx-${digit}[A-Za-z0-9]{40,}`,
  Replicate: String.raw`r8_${digit}[A-Za-z0-9]{32,}`,
  Cerebras: String.raw`csk-${digit}[a-z0-9]{40,}`,
  Fireworks: String.raw`fw_${digit}[A-Za-z0-9]{22,}`,
  Together: String.raw`tgp_v1_${digit}[\w-]{40,}`,
  Jina: String.raw`jina_${digit}[A-Za-z0-9]{50,}`,
  ElevenLabs: "sk_[a-f0-9]{48,}",
  LangSmith: "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
  Anyscale: String.raw`esecret_${digit}[A-Za-z0-9]{24,}`,
  Gemini: String.raw`AQ\.Ab${digit}[\w-]{40,}`,
  Bedrock: String.raw`(?:ABSK${digit}[\w+/]{100,}|bedrock-api-key-${digit}[\w+/-]{30,})={0,2}`,
  Voyage: String.raw`pa-(?=[\w-]{0,60}[A-Z])${digit}[\w-]{40,}`,
  "Azure OpenAI": String.raw`[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{20,}`,
  RunPod: String.raw`rpa_${digit}[A-Za-z0-9]{40,}`,
  E2B: "e2b_[a-f0-9]{40}",
  Firecrawl: String.raw`fc-[a-f0-9]{32}\b`,
  Pinecone: String.raw`pcsk_${digit}\w{50,}`,
  Tavily: String.raw`tvly-(?:dev-|prod-)?${digit}[A-Za-z0-9]{28,}`,
};

/** Tokens of other services, by what they begin with or end with. */
const serviceTokens = {
  "1Password": String.raw`ops_eyJ[\w+/=-]{100,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b`,
  Adobe: "p8e-[a-z0-9]{32}",
  Airtable: String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`,
  Alibaba: String.raw`LTAI${digit}[A-Za-z0-9]{16,20}\b`,
  Artifactory: String.raw`(?:AKCp|cmVmd)${digit}[A-Za-z0-9]{59,}`,
  Atlassian: String.raw`(?:AT(?:A|C|S)TT3|ATBB)${digit}[\w=-]{30,}`,
  "Azure DevOps": String.raw`[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}`,
  "Amazon MWS": String.raw`amzn\.mws\.${uuid}`,
  Azure: String.raw`[\w~.]{3}\dQ~[\w~.-]{31,34}`,
  Braintree: String.raw`access_token\$(?:production|sandbox)\$[a-z0-9]{13,20}\$[a-f0-9]{32}`,
  Brevo: "(?:xkeysib|xsmtpsib)-[a-f0-9]{64}-[A-Za-z0-9]{16}",
  Buildkite: "bk[ua]a_[a-f0-9]{40}",
  CircleCI: String.raw`CCI(?:PAT|PRJ)_${digit}\w{40,}`,
  ClickHouse: String.raw`4b1d[A-Za-z0-9]{38}\b`,
  Clojars: "CLOJARS_[a-z0-9]{60}",
  Cloudflare: String.raw`v1\.0-[a-f0-9]{24}-[a-f0-9]{146}`,
  Confluent: String.raw`cflt${digit}[\w+/]{56,}`,
  Contentful: String.raw`CFPAT-${digit}[\w-]{40,}`,
  "crates.io": String.raw`cio${digit}[A-Za-z0-9]{32}\b`,
  "Discord, a bot": String.raw`[MNO]${digit}[A-Za-z0-9]{23,25}\.[\w-]{6}\.[\w-]{27,}`,
  "Discord, a webhook": String.raw`(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}`,
  Doppler: String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?${digit}[A-Za-z0-9]{40,}`,
  Dropbox: String.raw`sl\.(?:u\.)?${digit}[\w-]{100,}`,
  Duffel: String.raw`duffel_(?:test|live)_${digit}[\w=-]{43,}`,
  Dynatrace: String.raw`dt0[cs]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}`,
  EasyPost: String.raw`EZ[AT]K${digit}[A-Za-z0-9]{54,}`,
  Facebook: String.raw`EAA[A-Z]${digit}[A-Za-z0-9]{90,}`,
  Flutterwave: "FLWSECK(?:_TEST)?-[a-z0-9]{12,32}(?:-X)?",
  "Fly.io": String.raw`fo1_${digit}[\w-]{43,}|fm[12][ar]?_${digit}[\w+/=-]{100,}`,
  "Frame.io": String.raw`fio-u-${digit}[\w=-]{64,}`,
  "Google, access": String.raw`ya29\.${digit}[\w-]{30,}`,
  "Google, refresh": String.raw`1\/\/0${digit}[\w-]{40,}`,
  Harness: String.raw`[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}`,
  Heroku: String.raw`HRKU-(?:AA${digit}[\w-]{50,}|${uuid})`,
  HubSpot: String.raw`pat-(?:na|eu|ap)\d-${uuid}`,
  Infracost: String.raw`ico-${digit}[A-Za-z0-9]{32,}`,
  LaunchDarkly: `(?:api|sdk)-${uuid}`,
  LinkedIn: String.raw`WPL_AP1\.[\w.=-]{16,}`,
  Mailchimp: String.raw`[a-f0-9]{32}-us\d{1,2}\b`,
  Mailgun: String.raw`key-[a-f0-9]{32}\b`,
  Mapbox: String.raw`sk\.eyJ[\w-]{40,}\.[\w-]{20,}`,
  MaxMind: String.raw`[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b`,
  "Microsoft Teams": String.raw`[\w-]{1,60}\.webhook\.office\.com\/webhookb2\/[\w@-]{30,80}\/\w{1,30}\/\w{20,}[\w/-]*`,
  Neon: String.raw`napi_${digit}[a-z0-9]{60,}`,
  Netlify: String.raw`nfp_${digit}[A-Za-z0-9]{36,}`,
  "New Relic": String.raw`NR(?:AK|RA)-[A-Z0-9]{27,}|NRII-${digit}[\w-]{32,}`,
  NuGet: String.raw`oy2[a-z0-9]{43}\b`,
  "Octopus Deploy": String.raw`API-${digit}[A-Z0-9]{26,}\b`,
  OpenShift: String.raw`sha256~${digit}[\w-]{43,}`,
  Plaid: `access-(?:sandbox|development|production)-${uuid}`,
  PlanetScale: String.raw`pscale_(?:tkn|pw|oauth)_${digit}[\w=.-]{32,}`,
  PostHog: String.raw`ph[xs]_${digit}[A-Za-z0-9]{40,}`,
  Postman: "PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
  Prefect: String.raw`pn[ub]_${digit}[A-Za-z0-9]{36,}`,
  Pulumi: "pul-[a-f0-9]{40}",
  ReadMe: String.raw`rdme_[a-z0-9]{70,}`,
  Render: String.raw`rnd_${digit}[A-Za-z0-9]{24,}`,
  Resend: String.raw`re_[A-Za-z0-9]{8}_${digit}[A-Za-z0-9]{20,}`,
  RubyGems: "rubygems_[a-f0-9]{48}",
  Scalingo: String.raw`tk-us-${digit}[\w-]{48,}`,
  Sentry: String.raw`sntrys_eyJ[\w+/=-]{60,}|sntryu_[a-f0-9]{64}`,
  Shippo: "shippo_(?:live|test)_[a-f0-9]{40}",
  Sonar: "sq[uap]_[a-f0-9]{40}",
  Sourcegraph: "sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}",
  Square: String.raw`(?:EAAA|sq0(?:atp|csp)-)${digit}[\w-]{22,}`,
  "Stripe, a webhook": String.raw`whsec_${digit}[\w+/]{24,}={0,2}`,
  Supabase: String.raw`sbp_(?:v0_)?[a-f0-9]{40}|sb_secret_${digit}[\w-]{24,}`,
  Tailscale: String.raw`tskey-(?:[a-z]{2,12}-)?${digit}[A-Za-z0-9]{8,}-[A-Za-z0-9]{20,}`,
  Tencent: String.raw`AKID${digit}[A-Za-z0-9]{28,}`,
  Terraform: String.raw`[A-Za-z0-9]{14}\.atlasv1\.${digit}[\w=-]{60,}`,
  Twilio: String.raw`SK[a-f0-9]{32}\b`,
  Typeform: String.raw`tfp_${digit}[\w.=-]{40,}`,
  Vercel: String.raw`vc[apirk]_${digit}[A-Za-z0-9]{40,}`,
  Yandex: String.raw`AQVN${digit}[\w-]{34,}|y0_${digit}[\w-]{50,}`,
};

/** Any of these, where nothing stands in front that would be a part of it. */
function anyOf(forms: Readonly<Record<string, string>>): RegExp {
  return new RegExp(String.raw`(?<![\w~.-])(?:${Object.values(forms).join("|")})`, "dg");
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
  { kind: "a private key", pattern: /\bAGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,}/dg },
  { kind: "a JSON web token", pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{4,}\.[\w-]*/dg },
  { kind: "an AWS access key", pattern: /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/dg },
  {
    kind: "an AWS secret key",
    pattern: /\baws_?secret_?access_?key\W{1,5}(?<secret>[\w/+]{40})(?![\w/+])/dgi,
  },
  {
    kind: "a GitHub token",
    pattern: /\b(?:gh[oprsu]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/dg,
  },
  {
    kind: "a GitLab token",
    pattern:
      /\b(?:gl(?:pat|ptt|dt|rt|rtr|cbt|ffct|ft|imt|agent|oas|soat)-[\w-]{20,}|GR1348941[\w-]{20,})/dg,
  },
  { kind: "a Slack token", pattern: /\b(?:xox[a-eoprs]|xapp)-[\w-]{10,}/dg },
  {
    kind: "a Slack webhook",
    pattern: /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/T\w{1,20}[\w/]*/dg,
  },
  { kind: "a Stripe key", pattern: /\b[rs]k_(?:live|test)_\w{16,}/dg },
  { kind: "a Google API key", pattern: /\bAIza[\w-]{35,}/dg },
  { kind: "a Google client secret", pattern: /\bGOCSPX-[\w-]{20,}/dg },
  { kind: "a key of a language model service", pattern: /\bsk-[\w-]{20,}/dg },
  { kind: "a key of a language model service", pattern: anyOf(modelKeys) },
  { kind: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36,}/dg },
  { kind: "a PyPI token", pattern: /\bpypi-AgE[\w-]{40,}/dg },
  { kind: "a SendGrid key", pattern: /\bSG\.[\w-]{22,}\.[\w-]{43,}/dg },
  { kind: "a Hugging Face token", pattern: /\b(?:hf_|api_org_)[A-Za-z]{34,}/dg },
  { kind: "a DigitalOcean token", pattern: /\bdo[opr]_v1_[a-f0-9]{64,}/dg },
  { kind: "a Vault token", pattern: /\bhv[brs]\.[\w-]{24,}/dg },
  { kind: "a Grafana token", pattern: /\b(?:gl(?:sa|c)_|eyJrIjoi)[\w+/=]{32,}/dg },
  { kind: "a Groq key", pattern: /\bgsk_[A-Za-z0-9]{48,}/dg },
  { kind: "a Databricks token", pattern: /\bdapi[a-f0-9]{32,}/dg },
  { kind: "a Docker token", pattern: /\bdckr_(?:pat|oat)_[\w-]{24,}/dg },
  { kind: "a Figma token", pattern: /\bfig[dur]_[\w-]{40,}/dg },
  { kind: "a Linear key", pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{40,}/dg },
  { kind: "a Notion token", pattern: /\b(?:ntn_|secret_)[A-Za-z0-9]{43,}/dg },
  { kind: "a Shopify token", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}/dg },
  { kind: "a Telegram bot token", pattern: /\b\d{8,10}:AA[\w-]{33,}/dg },
  {
    kind: "an Azure storage key",
    pattern: /\bAccountKey=(?<secret>[\w/+]{86}==)/dg,
  },
  { kind: "an access token of a service", pattern: anyOf(serviceTokens) },
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
