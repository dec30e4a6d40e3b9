/**
 * What a name says about its value: a `password` may be any text, a `secret` is never a number, and a
 * `key` may well be harmless.
 */
export type NameKind = "password" | "secret" | "key";

const passwordWord =
  /^(?:\w*(?:password|passwd|passphrase|passcode|passwort|kennwort)|pass|pwd|pw|bindpw|rootpw|pswd|psk|(?:db|my|pg|sql|mysql|user|root|admin|ssh|smtp|mail|ftp|http|proxy|redis|mongo|key|store)(?:pass|pwd))$/;
const secretWord =
  /^(?:\w*(?:secret|secrets|credential|credentials|apikey|accesskey|secretkey|privatekey|accountkey|authtoken|accesstoken|refreshtoken|apitoken))$/;
const secretPair =
  /^(?:(?:api|access|secret|private|signing|signature|encryption|encrypt|master|account|shared|session|storage|license|licence|service|subscription|admin|client|app|auth|hmac|jwt|cipher|crypto)_key|(?:access|auth|refresh|bot|api|bearer|session|personal|deploy|oauth|oauth2|user|app|jwt|service|security|secret|private)_token|connection_pass)$/;
const keyWord = /^(?:key|token|auth|authorization|pat|cookie)$/;

/** What may follow without a change of meaning. */
const ignoredSuffix =
  /^(?:base|value|string|text|plain|plaintext|raw|prod|production|dev|development|test|testing|staging|stage|live|local|default|old|new|current|primary|secondary|main|backup|confirmation|confirm|repeat|hash|digest|encrypted|enc|b64|base64|hex|\d+)$/;
/** The name of something about a secret: a place, a length, a label. */
const description =
  /^(?:file|files|path|dir|url|uri|name|names|length|len|min|max|limit|limits|size|count|ttl|expiry|expires|expiration|policy|field|label|hint|placeholder|type|types|algorithm|alg|header|prefix|pattern|regex|regexp|enabled|required|reset|title|message|error|errors|description|timeout|format|alias|ref|arn|version|provider|manager|store|id|ids|strength|rules|form|input|screen|page|code|codes|index|column|map|usage|usages|used|cost|price|rotation|env|var)$/;

/** The parts of a name: `dbPassword`, `DB_PASSWORD` and `db.password` are `db` and `password`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_.-]+/)
    .filter((word) => word !== "");
}

/** Whether a value of this name is likely to be secret, and how likely. */
export function nameKind(name: string): NameKind | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (description.test(last)) return undefined;
  while (words.length > 1 && ignoredSuffix.test(words.at(-1) ?? "")) words.pop();
  const own = kindAt(words, words.length - 1);
  if (own || !/^[A-Z][A-Z\d_]+$/.test(name)) return own;
  // Settings of the environment also have the secret's name first, such as `TOKEN_GITHUB`.
  const kinds = words.map((_, at) => kindAt(words, at)).filter((kind) => kind !== undefined);
  return kinds.some((kind) => kind !== "key") ? "secret" : kinds[0];
}

function kindAt(words: readonly string[], at: number): NameKind | undefined {
  const word = words[at] ?? "";
  if (passwordWord.test(word)) return "password";
  if (secretWord.test(word) || secretPair.test(`${words[at - 1]}_${word}`)) return "secret";
  return keyWord.test(word) ? "key" : undefined;
}
