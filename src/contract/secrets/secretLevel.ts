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

/** `strong` is worth a question; `weak` is masked only, as it may well be harmless. */
type SecretLevel = "none" | "weak" | "strong";

export interface ValueContext {
  readonly nameKind: NameKind;
  readonly name?: string;
  /**
   * `data` holds values only, such as an ini file; in `json`, they are in quotes, as labels are;
   * in `code`, most of what is in quotes is something else.
   */
  readonly context: "data" | "json" | "code";
  /** Values with blanks, which are often labels and descriptions, are ignored otherwise. */
  readonly blanks?: "any" | "unlessProse";
}

/** Characters of a value that are looked at. */
const maxJudged = 400;

const reference =
  /^(?:\$\{|\$\(|\$\w+$|%\w+%|%[sdv(]|\{\{?[\w.\s$-]*\}|#\{|<[^<>]*>?$|&\w+$|\*\w+$|!\w+$|@\w[\w.]*\(|process\.|os\.|env\.|ENV\[|import\.meta|self\.|this\.|https?:\/\/|(?:arn|op|vault|ssm|env|file|ref\+\w+):|\[masked|-{1,2}[a-z])|\$\{\{?[^}]*\}|^[\w.]*\w(?:\(|\[['"\w])/;
const path = /^(?:[a-z]:\\|~?\/|\.{1,2}\/)(?:[\w.-]+[/\\])*[a-z_.-]+$/i;
const typeName =
  /^(?:[\w.<>[\]]+(?: \| [\w.<>[\]]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+|(?:Option(?:al)?|Secret|Maybe|List|Promise|Array|Set|Vec|SecretStr)[<[].*)$/;
const wordPattern =
  /^(?:null|nil|none|undefined|true|false|yes|no|on|off|string|str|text|byte|bytes|char|required|optional|password|passwd|passphrase|pass|pwd|secret|token|key|apikey|value|todo|tbd|fixme|redacted|hidden|masked|placeholder|example|sample|dummy|empty|unset|n\/a|int|integer|number|float|double|boolean|bool|object|function|symbol|any|unknown|never|void|self|array|map|list|date|uuid|basic|bearer|oauth|oauth2|jwt|auto|inherit|prompt|ask|omit|include|same-origin)[?!.;,]?$/i;
const phrase =
  /change[-_ ]?(?:me|it|this)|your[-_ ]?\w|replace[-_ ]?(?:me|with|this)|(?:^|[-_ ])here$|placeholder|example|dummy|redacted|insert[-_ ]|enter[-_ ]/i;
/** Scripts that put no blanks between words: this is a sentence. */
const eastAsianText = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const version = /^[\^~>=v]{0,3}\d+(?:\.\d+)+[\w.-]*$/;
const filler = /x{4,}|\*{3,}|\.{3}|…|•{2,}|_{4,}/i;

/** How likely it is that this value of something called a secret is one. */
export function secretLevel(value: string, at: ValueContext): SecretLevel {
  const text = value.slice(0, maxJudged).trim();
  if (text.length < 3 || isPlaceholder(text) || isName(text, at)) return "none";
  if (/^0x[\da-f]+$/i.test(text)) return "none";
  if (/^\d+$/.test(text)) return at.nameKind === "password" && text.length > 3 ? "weak" : "none";
  if (/\s/.test(text)) {
    const isMeant = at.blanks === "any" || (at.blanks === "unlessProse" && !isProse(text));
    return isMeant ? "weak" : "none";
  }
  if (at.nameKind === "key") return keyLevel(text, at);
  if (isRandom(text)) return "strong";
  if (at.context === "data") return "weak";
  return isUnlikeWord(text) || (at.context === "json" && /^[a-z]{5,}[A-Za-z]*$/.test(text))
    ? "weak"
    : "none";
}

function isPlaceholder(text: string): boolean {
  return (
    reference.test(text) ||
    path.test(text) ||
    typeName.test(text) ||
    wordPattern.test(text) ||
    filler.test(text) ||
    eastAsianText.test(text) ||
    version.test(text) ||
    /^(.)\1+$/.test(text) ||
    (phrase.test(text) && !/\d/.test(text))
  );
}

/** Letters and punctuation of sentences, in several words. */
function isProse(text: string): boolean {
  return /^[\p{L}\s'’.,?!:()-]+$/u.test(text) && text.split(/\s+/).length > 1;
}

/** `DB_PASSWORD` as a value names another one, and `ACCESS_TOKEN = "access_token"` itself. */
function isName(text: string, { name = "", context }: ValueContext): boolean {
  const pattern = context === "data" ? /^[A-Z][A-Z_]+$/ : /^[A-Za-z_][A-Za-z_.-]*$/;
  if (pattern.test(text) && nameKind(text) !== undefined) return true;
  return /^[\w.-]+$/.test(text) && sorted(text) === sorted(name);
}

const sorted = (text: string): string => wordsOf(text).toSorted().join(" ");

function keyLevel(text: string, { context }: ValueContext): SecretLevel {
  if (/^[A-F\d]{40}$/.test(text)) return "none";
  const digits = text.match(/\d/g)?.length ?? 0;
  if (/^[A-Za-z0-9+/=_]{20,}$/.test(text) && digits > 2 && /[a-z]/i.test(text)) return "strong";
  if (context === "data") return text.length > 7 && digits > 0 ? "weak" : "none";
  return context === "json" && isRandom(text) ? "weak" : "none";
}

/** A word with a digit or a sign in it; a shorter one has to have more than separators. */
function isUnlikeWord(text: string): boolean {
  if (text.length > 7) return /[\d!-/:-@[-^`{-~]/.test(text);
  return text.length > 5 && /[\d!#$%&*+=?@^~]/.test(text);
}

/** Names as programs have them. */
const compoundName = /^[A-Z]?[a-z]+(?:[A-Z][a-z]+){2,}(?:V?\d{1,2})?$/;
const classes = [/[a-z]/, /[A-Z]/, /\d/, /[!#$%&*+=?@^~/]/];

/** Characters mixed in a way that words and names rarely have. */
function isRandom(text: string): boolean {
  if (text.length < 8 || new Set(text).size < 6 || /\.\w+\(|test|sample|fake/i.test(text))
    return false;
  if (compoundName.test(text)) return false;
  const mixed = classes.filter((each) => each.test(text)).length;
  return mixed > 2 || (mixed > 1 && text.length > 11 && /\d/.test(text));
}
