import { nameKind, wordsOf, type NameKind } from "./secretNames";

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
