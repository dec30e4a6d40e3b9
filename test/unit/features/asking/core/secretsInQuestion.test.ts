import assert from "node:assert/strict";
import { maskSecrets } from "../../../../../src/contract/secrets/maskSecrets";
import { secretFormats } from "../../../../../src/contract/secrets/secretFormats";
import { findKey, findSecrets } from "../../../../../src/features/asking/core/secretsInQuestion";
import { sized } from "../../../../support/testSize";
import { keepsBudget, workedMs } from "../../../../support/machineSpeed";

/** Assembled here, so that this file contains no complete secret. */
const join = (...parts: string[]): string => parts.join("");
const letters = (count: number): string => "aB3dE5gH7j".repeat(10).slice(0, count);

const samples: Record<string, string> = {
  "a private key": join("-----BEGIN ", "RSA PRIVATE KEY-----\nMII"),
  "a PuTTY private key": join("PuTTY-User-", "Key-File-3: ssh-ed25519"),
  "a JSON web token": join("eyJ", letters(20), ".eyJ", letters(30), ".", letters(43)),
  "an AWS access key": join("AKIA", "IOSFODNN7EXAMPLE".replaceAll("7", "2")),
  "an AWS secret key": join("aws_secret_access_key = ", letters(40)),
  "a GitHub token": join("ghp_", letters(36)),
  "a GitLab token": join("glpat-", letters(20)),
  "a Slack token": join("xoxb-", "1234567890-", letters(12)),
  "a Slack webhook": join("https://hooks.slack", ".com/services/T0123456/B1/x"),
  "a Stripe key": join("sk_live_", letters(24)),
  "a Google API key": join("AIza", letters(35)),
  "a Google client secret": join("GOCSPX-", letters(28)),
  "a key of a language model service": join("sk-", "proj-", letters(40)),
  "an npm token": join("npm_", letters(36)),
  "a PyPI token": join("pypi-AgE", letters(60)),
  "a SendGrid key": join("SG.", letters(22), ".", letters(43)),
  "a Hugging Face token": join("hf_", "abcdefghijKLMNOPQRST".repeat(2).slice(0, 34)),
  "a DigitalOcean token": join("dop_v1_", "0123456789abcdef".repeat(4)),
  "a Vault token": join("hvs.", letters(24)),
  "a Grafana token": join("glsa_", letters(32), "_0123abcd"),
  "a Groq key": join("gsk_", letters(52)),
  "a Databricks token": join("dapi", "0123456789abcdef".repeat(2)),
  "a Docker token": join("dckr_pat_", letters(27)),
  "a Figma token": join("figd_", letters(40)),
  "a Linear key": join("lin_api_", letters(40)),
  "a Notion token": join("ntn_", letters(46)),
  "a Shopify token": join("shpat_", "0123456789abcdef".repeat(2)),
  "a Telegram bot token": join("123456789:", "AA", letters(33)),
  "an Azure storage key": join("AccountKey=", letters(86), "=="),
  "an access token of a service": join("sbp_", "0123456789abcdef".repeat(3).slice(0, 40)),
  "a password in an address": join("postgres://app:", "s3cret", "@db.example/x"),
  "a credential in a header": join("Authorization: ", "Basic dXNlcjpwYXNz", "d29yZDEyMzQ="),
  "a secret value": join("db.password=", "S3cr", "et!9xQz"),
};

describe("secrets in a text", () => {
  for (const [name, sample] of Object.entries(samples))
    it(`K15 finds ${name}, its line, and never gives it away`, () => {
      const found = findSecrets(`first\nsecond ${sample}\n`);
      assert.deepEqual(found, [{ name, line: 2 }]);
    });

  for (const [kind, sample] of Object.entries(samples))
    it(`Z8 masks ${kind}, which a question before sending names as well`, () => {
      assert.deepEqual(
        maskSecrets(sample).secrets.map((secret) => secret.kind),
        [kind],
      );
    });

  it("Z8 has a sample of every row of the table", () => {
    const kinds = new Set(secretFormats.map(({ kind }): string => kind));
    assert.deepEqual(Object.keys(samples).toSorted(), [...kinds].toSorted());
  });

  it("K15 finds the stored key by its value", () => {
    assert.deepEqual(findKey("A=1\nKEY=q9!z\n", "q9!z"), { name: "your API key", line: 2 });
    assert.equal(findKey("nothing", "q9!z"), undefined);
  });

  it("names the first of each kind, in the order of their lines", () => {
    const [first, second] = ["a PuTTY private key", "an npm token"].map((name) => samples[name]!);
    const text = [second!, first!, second!, first!].map((one) => `${one}\n`).join("");
    assert.deepEqual(findSecrets(text), [
      { name: "an npm token", line: 1 },
      { name: "a PuTTY private key", line: 2 },
    ]);
  });

  it("raises no alarm at ordinary code", () => {
    const code = `const sk = "task-name-of-something";
      fetch("https://user.example:8080/path@2x"); const uuid = "${crypto.randomUUID()}";
      // sha256: ${"0123456789abcdef".repeat(4)} "mongodb://$USER:$PASSWORD@host" -----BEGIN CERTIFICATE-----`;
    assert.deepEqual(findSecrets(code), []);
  });

  it("takes no longer than the text is long, whatever stands in it", async () => {
    const size = sized(256, 1024) * 1024;
    const budget = sized(250, 1000);
    for (const piece of [
      "eyJ-",
      "eyJaaaaaaaaaaa.",
      "a.",
      "a://b:",
      "-----BEGIN A ",
      "sk-",
      "aaaa",
    ]) {
      const text = piece.repeat(size / piece.length);
      await keepsBudget(() => workedMs(() => findSecrets(text)) / budget);
    }
  });
});
