import assert from "node:assert/strict";
import { maskSecrets } from "../../../../src/contract/secrets/maskSecrets";
import { assertSoon, workedMs } from "../../../support/machineSpeed";
import { sized, some } from "../../../support/testSize";

/** Written in pieces, so that no scanner takes this file for a leak. */
const secret = (...parts: string[]) => parts.join("");
const github = secret("ghp", "_", "a1B2".repeat(9));
const jwt = secret("eyJ", "hbGciOiJIUzI1NiJ9", ".eyJ", "zdWIiOiIxMjM0In0", ".c2lnbmF0dXJl");
const begin = secret("-----BEGIN RSA ", "PRIVATE KEY-----");
const end = secret("-----END RSA ", "PRIVATE KEY-----");

describe("masked secrets", () => {
  const masked: readonly [what: string, text: string, hidden: string][] = [
    ["a private key", `a\n${begin}\nMIIEcanary\nxyz\n${end}\nb`, "canary"],
    ["a private key in one line", `key = "${begin}\\nMIIEcanary\\n${end}\\n"`, "canary"],
    ["a private key without an end", `${begin}\nMIIEcanary\nQQ==\n`, "canary"],
    [
      "a private key without an end before another",
      `${begin}\nMIIEcanary\n\n${begin}\nMIIE\n${end}`,
      "canary",
    ],
    ["a JSON web token", `Authorization: Bearer ${jwt}`, "c2lnbmF0dXJl"],
    ["a GitHub token", `https://example.org/?t=${github}`, github],
    ["a token that is longer than usual", `x ${github}canary`, "canary"],
    ["a password in an address", "postgres://me:canary1@db/x", "canary1"],
    ["a long password in an address", `amqp://me:${"x".repeat(150)}canary@db/x`, "canary"],
    ["a short setting", "PWD=canary", "canary"],
    ["a setting", "DB_PASSWORD=canary1 # local", "canary1"],
    ["a quoted setting with blanks", 'export API_KEY = "canary of mine"', "canary"],
    ["a setting of Docker", "ENV SECRET_KEY_BASE=canary1", "canary1"],
    ["a setting of Compose", "      - SMTP_PWD=canary1", "canary1"],
    ["a property", 'const config = { apiKey: "canary-123" };', "canary-123"],
    ["a property in JSON", '{"client_secret": "canary-123"}', "canary-123"],
    ["a property in YAML", "  password: canary-123\n", "canary-123"],
  ];
  for (const [what, text, hidden] of masked)
    it(`G9 hide ${what}`, () => {
      const { text: shown, secrets } = maskSecrets(text);
      assert.ok(!shown.includes(hidden), shown);
      assert.ok(secrets.length > 0);
      assert.equal(shown.split("\n").length, text.split("\n").length);
    });

  const kept = [
    "const token = readToken();",
    'const password = "";',
    'key: "ArrowLeft-1"',
    "API_KEY=$OTHER_KEY",
    "API_KEY=process.env.KEY",
    "TOKEN_LIMIT=4096",
    "PASSWORD=",
    "TOKEN=short",
    "TOKEN=12345678",
    "PASSWORD=<password>",
    'password: "a-b-c-d"',
    "PASSWORD=xxxxxxxx",
    "SECRET_KEY = load(1)",
    'password: "changing"',
    "password: string;",
    "interface Options { apiKey: string }",
    "https://example.org:8080/a@b",
    "sk-learn and sk-image",
  ];
  for (const text of kept)
    it(`leave ${text}`, () => {
      assert.deepEqual(maskSecrets(text), { text, secrets: [] });
    });

  it("are told by kind and line, without what they are", () => {
    const text = `one\n${begin}\nMIIE\n${end}\nfive\nsix ${github} ${github}`;
    assert.deepEqual(maskSecrets(text), {
      text: "one\n[masked: a private key]\n[masked]\n[masked]\nfive\nsix [masked: a GitHub token] [masked: a GitHub token]",
      secrets: [
        { kind: "a private key", from: 2, to: 4 },
        { kind: "a GitHub token", from: 6, to: 6 },
        { kind: "a GitHub token", from: 6, to: 6 },
      ],
    });
  });

  it("are listed by line, whatever kind is looked for first", () => {
    const { secrets } = maskSecrets(`PASSWORD=canary-1\nhttps://me:canary1@db/x\n${github}`);
    assert.deepEqual(
      secrets.map(({ kind, from }) => `${from} ${kind}`),
      ["1 a secret value", "2 a password in an address", "3 a GitHub token"],
    );
  });

  const kinds: Readonly<Record<string, readonly string[]>> = {
    "an AWS access key": [
      secret("AK", "IA", "ABCDEFGH23456723"),
      secret("AS", "IA", "B".repeat(16)),
    ],
    "a GitHub token": [
      ...["p", "o", "u", "s", "r"].map((kind) => secret("gh", kind, "_", "x1".repeat(18))),
      secret("github", "_pat_", "a1".repeat(11)),
    ],
    "a GitLab token": ["pat", "ptt", "dt", "rt"].map((kind) =>
      secret("gl", kind, "-", "x1".repeat(10)),
    ),
    "a Slack token": ["xoxb", "xoxp", "xapp"].map((kind) => secret(kind, "-", "1234567890")),
    "a Slack webhook": [secret("hooks.slack", ".com/services/", "T0/B0/x1")],
    "a Stripe key": [
      secret("sk", "_live_", "x1".repeat(8)),
      secret("rk", "_test_", "x1".repeat(8)),
    ],
    "a Google API key": [secret("AI", "za", "x".repeat(35))],
    "a Google client secret": [secret("GOC", "SPX-", "x".repeat(20))],
    "a key of a language model service": [secret("sk", "-", "proj-", "x".repeat(15))],
    "a Groq key": [secret("gsk", "_", "x1".repeat(24))],
    "an npm token": [secret("npm", "_", "x1".repeat(18))],
    "a PyPI token": [secret("py", "pi-AgE", "x".repeat(40))],
    "a SendGrid key": [secret("S", "G.", "x".repeat(22), ".", "y".repeat(43))],
    "a Hugging Face token": [secret("h", "f_", "x".repeat(34))],
    "a DigitalOcean token": ["o", "p", "r"].map((kind) =>
      secret("do", kind, "_v1_", "a1".repeat(32)),
    ),
    "a Vault token": [secret("hv", "s.", "x1".repeat(12)), secret("hv", "b.", "x1".repeat(12))],
    "a Databricks token": [secret("da", "pi", "a1".repeat(16))],
    "a Telegram bot token": [secret("12345678", ":AA", "x".repeat(33))],
  };
  for (const [kind, samples] of Object.entries(kinds))
    it(`G9 hide ${kind}`, () => {
      for (const sample of samples)
        assert.deepEqual(maskSecrets(`see ${sample} there`), {
          text: `see [masked: ${kind}] there`,
          secrets: [{ kind, from: 1, to: 1 }],
        });
    });

  const hostile: readonly [string, string][] = [
    ["beginnings of keys", `${begin}\n`],
    ["beginnings of keys with other text", `${begin}"(`],
    ["beginnings of web tokens", "eyJ"],
    ["beginnings of addresses", "a://"],
    ["names", "KEY"],
    ["settings", "A_KEY=\n"],
    ["open quotes", 'KEY="'],
    ["properties", 'password:"'],
    ["blanks", " "],
    ["tabs before nothing", "- \t"],
    ["secrets", "A_KEY=secret7!\n"],
    ["names", "password"],
    ["names with nothing behind them", "pwd:"],
    ["values in one another", "pwd=`"],
    ["escaped quotes", 'pwd="\\"'],
    ["settings", "- pwd: x\n"],
    ["elements", "<password>x"],
    ["open elements", "<password "],
    ["parts of connection strings", "a=b;pwd=x;"],
    ["arguments", '("password",'],
    ["pairs", "name: password\nvalue:"],
    ["commands", "curl -u "],
    ["logins", "login a password "],
    ["headers", "Authorization: "],
    ["beginnings of PuTTY keys", "PuTTY-User-Key-File-2:"],
  ];
  for (const [what, piece] of some(hostile, 4))
    it(`take no long time to look for in 512 KiB of ${what}`, () => {
      const text = piece.repeat(Math.ceil((512 * 1024) / piece.length));
      assertSoon(
        workedMs(() => maskSecrets(text)),
        1500,
      );
    });

  it("take no long time to look for in one line of megabytes", () => {
    const setting = '"password":"S3cr-et!9x","name":"pwd","value":"x"},';
    const text = `{${setting.repeat((sized(1, 5) * 1024 * 1024) / setting.length)}}`;
    assertSoon(
      workedMs(() => maskSecrets(text)),
      sized(2000, 8000),
    );
  });
});
