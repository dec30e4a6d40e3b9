import { languageOf } from "./indentation/fileLanguage";
import { sourceLines } from "./indentation/sourceLines";

/** In these, all words may change at once, as in a translation. */
export const prose = /\.(?:mdx?|markdown|txt|rst|adoc|tex|csv|tsv)$/i;

/** What begins a comment, in about every language; Markdown and its like have few. */
const opener = String.raw`(?:\/\/+|#+|--+|;+|%+|\/\*+|\*|<!--|<%--|\{\/\*|\{#|\{-|\(\*|@\*|'(?=[^']*$)|!|REM\b|rem\b|dnl\b|⍝)`;
const proseOpener = String.raw`(?:<!--|\{\/\*)`;
const closer = String.raw`(?:\*\/\}?|-->|--%>|#\}|-\}|\*\)|\*@)?`;
const wholeComment = new RegExp(String.raw`^${opener}\s*(.*?)\s*${closer}$`, "u");
const proseComment = new RegExp(String.raw`^${proseOpener}\s*(.*?)\s*${closer}$`, "u");
const texComment = /^%+\s*(.*?)\s*$/u;
/** Those that code may stand before. */
const trailingComment = new RegExp(
  String.raw`\s(?:\/\/|#|--|\/\*|<!--|\{\/\*|\(\*)\s*(.*?)\s*${closer}$`,
  "u",
);
const ellipsis = String.raw`(?:\.{3,}|…+|⋯+)`;
const bare = new RegExp(
  String.raw`^(?:${ellipsis}|\[\s*${ellipsis}\s*\]|<\s*${ellipsis}\s*>|\(\s*${ellipsis}\s*\))[,;]?$`,
  "u",
);
/** As in `add(item) { ... }` and `add(item) { // unchanged }`. */
const onlyBody = /\{\s*(?:(?:\/\*|\/\/)\s*(.*?)\s*(?:\*\/\s*)?|([.…\s]+))\}\S{0,2}$/u;
const bareBodyIsCode = /\.(?:lua|p[lm]|r|raku)$/i;
const literal = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g;

/** Words without the mark of a comment; three dots right before a word spread a value. */
const isPhrase = new RegExp(
  String.raw`^(?!.*[{}=;"'])(?:${ellipsis}\s.*|${ellipsis}.*${ellipsis}|.*\s${ellipsis}|[[(<].*[\])>])$`,
  "u",
);

/** Every other line is code. */
const mayMark = new RegExp(String.raw`\.{3}|…|⋯|\/\/|\/\*|^\s*(?:[[(<]|${opener})`, "u");
/** A line of a document that is in brackets. */
const isAside = /^[*_]*(?:\(.*\)|\[.*\]|<.*>)[*_]*$/;

const maxLine = 200;
/** In a longer text, strings and comments over several lines are not told from code. */
const maxRead = 400_000;

/**
 * The first line of a text that says nothing but that something is left out there. Lines that were
 * there before do not count, nor does what stands in a string, a docstring or a longer comment.
 */
export function omissionIn(text: string, before: string, path = ""): string | undefined {
  const lines = text.split("\n");
  let marks = [...lines.keys()].filter(
    (at) =>
      lines[at]!.length <= maxLine && mayMark.test(lines[at]!) && marksOmission(lines, at, path),
  );
  if (marks.length === 0) return undefined;
  const known = new Set(before.split("\n").map((line) => line.trim()));
  marks = marks.filter((at) => !known.has(lines[at]!.trim()));
  if (marks.length === 0) return undefined;
  const lineAt = (at: number | undefined) => (at === undefined ? undefined : lines[at]!.trim());
  if (prose.test(path)) {
    const fenced = fencedLines(lines);
    return lineAt(marks.find((at) => !fenced.has(at)));
  }
  if (text.length > maxRead) return lineAt(marks[0]);
  const read = sourceLines(lines, languageOf(path));
  return lineAt(marks.find((at) => read[at]?.kind === "code"));
}

/** True if a text has such a line. */
export function leavesOut(text: string, before: string, path = ""): boolean {
  return omissionIn(text, before, path) !== undefined;
}

/** Lines of the blocks of code in a document, which may be examples. */
function fencedLines(lines: readonly string[]): Set<number> {
  const inside = new Set<number>();
  let open: string | undefined;
  for (const [at, line] of lines.entries()) {
    const [, fence] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (open !== undefined) inside.add(at);
    if (fence !== undefined && open === undefined) open = fence;
    else if (open !== undefined && fence?.startsWith(open)) open = undefined;
  }
  return inside;
}

function marksOmission(lines: readonly string[], at: number, path: string): boolean {
  const line = lines[at]!.trim();
  if (line === "") return false;
  if (bare.test(line)) return !isStatement(lines, at, path);
  const [, comment] = commentIn(path).exec(line) ?? [];
  const isBelowComment = wholeComment.test(lines[at - 1]?.trim() ?? "");
  if (comment !== undefined) return saysOmission(comment, { isBelowComment });
  if (prose.test(path)) return isAside.test(line) && saysOmission(line, { isBelowComment: true });
  const code = line.replaceAll(literal, '""');
  const [, said, dots = ""] = onlyBody.exec(code) ?? [];
  if (said !== undefined && saysOmission(said, { isBelowComment: true })) return true;
  if (hasDots(dots) && !bareBodyIsCode.test(path)) return true;
  const [, behind] = trailingComment.exec(code) ?? [];
  if (behind !== undefined)
    return hasDots(behind) && saysOmission(behind, { isBelowComment: true });
  return isPhrase.test(line) && saysOmission(line, { isBelowComment: true });
}

function commentIn(path: string): RegExp {
  if (/\.tex$/i.test(path)) return texComment;
  return prose.test(path) ? proseComment : wholeComment;
}

/** Where a line of dots is code: the body of a Python function, the end of a YAML document, the rest of a list of parameters. */
function isStatement(lines: readonly string[], at: number, path: string): boolean {
  const before = lines.slice(0, at).findLast((line) => line.trim() !== "") ?? "";
  if (/\.ya?ml$/i.test(path)) return /^\.\.\.\s*$/.test(lines[at]!);
  if (/\.(?:[ch]|cc|cpp|cxx|hh|hpp|lua)$/i.test(path)) return /[,(]\s*$/.test(before);
  if (/\.(?:p[lm]|raku)$/i.test(path)) return true;
  if (path !== "" && !/\.pyi?$/i.test(path)) return false;
  const isBody = /:\s*(?:#.*)?$|("""|''')\s*$/.test(before);
  const after = lines.slice(at + 1).find((line) => line.trim() !== "") ?? "";
  return isBody && depthOf(after) < depthOf(lines[at]!);
}

const depthOf = (line: string): number => line.length - line.trimStart().length;
const hasDots = (text: string): boolean => new RegExp(ellipsis, "u").test(text);

const maxWords = 12;
const maxUnknownWords = 6;

/** True if a comment says nothing but that something is left out. */
function saysOmission(comment: string, { isBelowComment }: { isBelowComment: boolean }): boolean {
  const words = comment
    .toLowerCase()
    .replaceAll(new RegExp(ellipsis, "gu"), " ")
    .match(/[\p{L}\p{M}\p{N}'’]+/gu);
  const hasAny = hasDots(comment);
  if (!words) return hasAny;
  if (words.length > maxWords) return false;
  const inner = comment.replaceAll(/^[\s([<=*_~-]+|[\s)\]>=*_~-]+$/g, "");
  const begins = new RegExp(String.raw`^${ellipsis}`, "u").test(inner);
  const ends = new RegExp(String.raw`${ellipsis}$`, "u").test(inner);
  if (words.length <= maxUnknownWords) {
    if (begins && ends) return true;
    if (new RegExp(String.raw`^${ellipsis}\s`, "u").test(inner) && !isBelowComment) return true;
  }
  // That is a kind of interface.
  const kinds = /\bREST\b/.test(comment) ? undefined : kindsIn(words.join(" "));
  if (!kinds) return false;
  const { state, rest, other, part, thing } = kinds;
  if (state || (rest && part)) return true;
  return hasAny && (begins || ends) && (rest || other || part || thing);
}

/**
 * Words that are used to say that something is left out. A comment with any other word says more than
 * that.
 */
const vocabulary = {
  /** It is as it was, or is not shown. */
  state: `unchanged unmodified untouched omitted elided truncated snip snipped abbreviated
    same|here|as same|as|before same|as|above same|as|previously as|before as|above as|is as|it|is as|it|was as|they|were
    the|same remains|same stays|same remain|same stay is|same are|same no|changes no|change not|shown not|changed
    unverändert unveränderter unveränderte unveränderten ausgelassen weggelassen gekürzt bleibt|gleich bleiben|gleich
    wie|bisher wie|zuvor wie|oben wie|vorher keine|änderungen keine|änderung
    inchangé inchangée inchangés inchangées omis omise omises identique|à|avant sans|changement sans|changements sans|modification
    comme|avant comme|précédemment reste|identique reste|inchangé
    sin|cambios sin|modificaciones omitido omitida omitidos igual|que|antes sigue|igual permanece|igual queda|igual
    sem|alterações sem|mudanças inalterado inalterada inalterados inalteradas permanece|o|mesmo permanece|igual
    senza|modifiche invariato invariata invariati invariate omesso omessa omessi come|prima
    без|изменений опущен опущена опущено опущены пропущен пропущено как|раньше как|прежде
    ongewijzigd weggelaten blijft|hetzelfde bez|zmian pominięto pominięte değişmedi aynı`,
  /** What is left. */
  rest: `rest|of the|rest remaining remainder existing restlicher restliche restliches restlichen übriger übrige übriges übrigen
    bestehender bestehende bestehendes bestehenden vorhandener vorhandene vorhandenes vorhandenen bisheriger bisherige bisherigen
    reste restant restante restants restantes existant existante existants existantes
    resto existente existentes restante rimanente rimanenti esistente esistenti
    остальной остальная остальное остальные остального остальная|часть существующий существующая существующее существующие
    overige bestaande pozostały pozostałe pozostała istniejący kalan mevcut`,
  other: `rest other others more additional previous prior same original similar andere anderer anderen weitere weiterer weiteren
    autre autres otro otra otros otras outro outra outros outras altro altra altri altre другой другие другая прежний`,
  part: `code file files class classes function functions method methods import imports logic implementation implementations
    content contents component components style styles body module script document section sections declarations definitions
    datei dateien inhalt inhalte methode methoden funktion funktionen klasse klassen abschnitt teil teile zeilen importe
    fichier fichiers contenu méthode méthodes fonction fonctions classe classes partie parties lignes
    archivo código contenido método métodos función funciones clase clases parte líneas
    arquivo conteúdo função funções classe codice contenuto metodo metodi funzione funzioni classi righe
    код кода файл файла файле метод методы методов функция функции функций класс класса импорты содержимое часть
    bestand inhoud methoden functies kod kodu pliku metody funkcje dosya kodun`,
  /** Also a word of the subject, such as above a group of them. */
  thing: `rule rules test tests modules definition declaration field fields property properties line lines part parts
    block blocks program handler handlers route routes type types interface interfaces export exports constructor config
    configuration settings markup jsx html template statements columns column everything case cases endpoints variables
    constants helper helpers getters setters members attributes parameters options items entries keys values`,
  filler: `the of is are be to stay stays remain remains keep kept keeping leave left here there below before above after in
    your all and for from with it its as was were else goes go continues continue etc not any shown for|brevity this
    der die das des den dem ist sind bleibt bleiben hier unten und von im alle
    le la les l du de des est sont ici ci dessus et pour el lo los las del es son sigue siguen permanece permanecen queda
    aquí arriba y o os as do da dos das é são continua aqui acima e il i gli della del è sono rimane resta restano qui sopra
    остаётся остается остаются здесь выше и w het van in blijft bu`,
} as const;

type Kind = keyof typeof vocabulary;

const phrases = new Map<string, Kind>();
for (const kind of ["filler", "thing", "part", "other", "rest", "state"] as const)
  for (const phrase of vocabulary[kind].split(/\s+/))
    phrases.set(phrase.replaceAll("|", " "), kind);
const longestPhrase = 4;

/** The same in languages without spaces, or with endings. */
const glued: readonly (readonly [Kind, RegExp])[] = [
  [
    "state",
    /^(?:保持不变|保持不變|不变|不變|未变|未更改|没有变化|相同|同上|同前|一样|省略|略|変更なし|変更ありません|変更無し|そのまま|同じ|同様|以下省略|中略|前略|後略|동일|그대로|변경 ?없음|변경 ?사항 ?없음|생략|유지)/u,
  ],
  [
    "rest",
    /^(?:其余|其餘|剩余|剩餘|余下|现有|現有|原有|已有|残り|既存|以降|以前|나머지|기존|남은|이전)/u,
  ],
  ["other", /^(?:其他|其它|之前|以上|以下|上面|下面|他|その他|上記|元|다른)/u],
  [
    "part",
    /^(?:代码|代碼|程式碼|部分|内容|內容|方法|函数|函數|逻辑|邏輯|实现|實作|文件|檔案|导入|组件|样式|类|コード|処理|メソッド|関数|実装|インポート|ファイル|クラス|行|ロジック|코드|메서드|메소드|함수|내용|부분|파일|구현|로직|클래스)/u,
  ],
  [
    "filler",
    /^(?:的|都|均|全部|所有|也|是|与|和|在此|此处|这里|保持|の|は|も|が|を|と|です|します|しています|する|ここ|は|는|은|이|가|를|을|도|의|하게|함|됨|합니다|됩니다|입니다|같습니다|같음|여기| )/u,
  ],
];

/** True if a comment has words for what is left out, so that it may stand for the lines that it replaces. */
export function hintsAtOmission(comment: string): boolean {
  const words = comment.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const kinds = kindsIn(words.join(" "), true)!;
  return kinds.state || kinds.rest || (kinds.other && (kinds.part || kinds.thing));
}

/** Which kinds of those words a text has; `undefined` if it has others, unless these are skipped. */
function kindsIn(text: string, skipsOthers = false): Record<Kind, boolean> | undefined {
  const found = {
    state: false,
    rest: false,
    other: false,
    part: false,
    thing: false,
    filler: false,
  };
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(text)) {
    for (let left = text; left !== "";) {
      const hit = glued.find(([, pattern]) => pattern.test(left));
      if (!hit && !skipsOthers) return undefined;
      if (hit) found[hit[0]] = true;
      left = hit ? left.replace(hit[1], "") : left.slice(1);
    }
    return found;
  }
  const words = text.replaceAll(/['’]/g, " ").split(/\s+/);
  for (let at = 0; at < words.length;) {
    let length = longestPhrase;
    while (length > 0 && !phrases.has(words.slice(at, at + length).join(" "))) length--;
    if (length === 0 && !/^\d+$/.test(words[at]!) && !skipsOthers) return undefined;
    if (length > 0) found[phrases.get(words.slice(at, at + length).join(" "))!] = true;
    at += Math.max(1, length);
  }
  // An instruction to whoever reads the code, such as to leave this as it is.
  return words.includes("this") && !found.rest ? undefined : found;
}
