/** The letters of scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const wordsOfText = /[\p{L}\p{M}\p{N}'’]+/gu;

/** Words as a list of them has them: whole, or with any ending where they end in a star. */
class Words {
  readonly #whole = new Set<string>();
  readonly #stems = new Set<string>();
  readonly #unspaced: string[] = [];

  constructor(words: string) {
    for (const word of words.trim().split(/\s+/))
      if (unspaced.test(word)) this.#unspaced.push(word);
      else if (word.endsWith("*")) this.#stems.add(word.slice(0, -1));
      else this.#whole.add(word);
  }

  has(word: string): boolean {
    const lower = word.toLowerCase();
    if (this.#whole.has(lower)) return true;
    for (let length = 2; length <= lower.length; length++)
      if (this.#stems.has(lower.slice(0, length))) return true;
    return unspaced.test(word) && this.#unspaced.some((one) => word.includes(one));
  }

  isIn(text: string): boolean {
    return text.match(wordsOfText)?.some((word) => this.has(word)) ?? false;
  }
}

const newWords = new Words(`
  new create* creating neu neue neuer neues neuen erstell* anleg* angelegt lege nouveau nouvelle crée créez créer
  créé nuevo nueva crea crear cree creado creada nuovo nuova creare creato creata novo nova cria crie criar criado
  criada новый новая новое новые нового созда* nieuw nieuwe maak nowy nowa utwórz yeni oluştur ny skapa mới tạo
  baru buat nový vytvoř* 新规 新建 新增 新文件 新檔案 新規 新しい 创建 創建 建立 作成 새 생성 만들
`);

/** What stands before a path without a colon, as in "Update the file" or "Créez". */
const labelWords = new Words(`
  file* filename filepath path pathname name namespace module component page config configuration location
  target destination version content* code source the a an your this my here here's is in inside into to of at for
  now then next first second third finally last also and step part update* updating modif* edit* editing chang*
  add* adding append* insert* replac* rewrite rewritten write save open put paste fix* correct* refactor* improve*
  complete* full final whole entire revised new create* creating
  datei dateiname dateipfad pfad neu neue neuer neues neuen erstell* aktualisier* änder* geändert* bearbeit*
  ersetz* anleg* lege füge ergänz* korrigier* die der das den dem eine ein an im ins von und schritt teil jetzt
  nun dann zuerst hier ist inhalt vollständig* komplett* ganze* quelltext
  fichier* nom chemin nouveau nouvelle crée créez créer créé mettre mettez mis mise à jour modifi* éditez remplac*
  ajout* corrig* dans le la les du de des un une votre étape partie voici contenu complet* entier* puis maintenant
  archivo* fichero* ruta nombre nuevo nueva crea crear cree creado actualiz* modific* edit* cambi* reempla* agreg*
  añad* en el los tu su del paso parte aquí está contenido ahora luego primero
  percorso nome nuovo nuova creare creato aggiorna* sostitu* aggiung* corre* nel nella il lo di tuo passo passaggio
  fase ecco contenuto intero ora poi prima
  arquivo* ficheiro* caminho novo nova cria crie criar criado atualiz* alter* substitu* adicion* no na o os do da
  em seu etapa aqui conteúdo agora depois primeiro
  файл* путь имя новый новая нового созда* обнов* измен* отредакт* замен* добав* исправ* в во и шаг часть вот
  теперь затем сначала содерж* полн* код
  bestand* nieuw nieuwe maak wijzig* gewijzigd bewerk* werk bij vervang* stap het een
  plik* ścieżka nowy nowa utwórz zaktualiz* zmień edytuj krok w dosya* yeni oluştur güncelle* düzenle* adım fil ny
  skapa uppdatera ändra steg i soubor* nový vytvoř* uprav* tệp tập tin mới tạo cập nhật sửa bước trong berkas baru
  buat ubah perbarui langkah ملف जديد फ़ाइल नई
`);

/** What is shown under these words is not the text of a file. */
const exampleWords = new Words(`
  example* eg sample* instead beispiel* exemple* ejemplo* esempi* exemplo* пример* например voorbeeld*
  przykład* örnek* exempel 例 示例 範例 예시 예제
`);

const earlier = new Words(`
  before old original* previous* existing current currently unchanged vorher aktuell* bisher* unverändert alt alte alter altes avant actuel* ancien* inchangé antes anterior* actual actualmente viejo
  prima vecchio precedente attuale antigo atual atualmente было старый текущ* 之前 当前 現在 현재 修改前 原来 変更前 以前 이전
`);

/** Sentences and labels that begin so show what a program prints, or what is to be typed. */
const otherBeginnings = new Words(`
  unlike similar note notes todo fixme warning error errors log logs trace stack usage run running execut*
  start launch output* result* expected why how what bug bugs problem* issue* compare author related ref reference* based
  copied siehe hinweis achtung fehler ausgabe ergebnis führe starte ausführ* voir remarque erreur sortie résultat
  exécut* lance lancez ver véase nota salida resultado ejecut* vedi errore uscita risultato esegui* veja erro saída
  execut* rodar см смотри замеч* ошибк* вывод результат запус* 参考 参见 注意 错误 运行 执行 输出 结果 参照 エラー 実行
  出力 結果 참고 주의 오류 실행 출력 결과
`);

/** A file that is to go has no text. */
const removals = new Words(`
  delete* remove* rename* move* lösch* entfern* supprim* renomm* elimin* borra* renombr* rinomin* apag* remov*
  удал* переимен* 删除 刪除 移除 削除 삭제
`);

/** Words right before a path that say that the code is not the file's own. */
const notRightAfter = new Words(`
  from like unlike than using via without see cf with import* uses use used calls call calling require* include*
  extend* run running execut* start launch delete* remove* rename* move* aus wie siehe mit ohne starte führe lösche
  entferne depuis comme voir avec lance lancez exécute* supprime* renomme* desde como con ejecuta* borra* elimina*
  renombra* come esegui* rinomina* rodar из как запусти* удали* 从 從 用 运行 执行 删除 参考 参见 参照
`);

/** What leads to a command, or to what it prints. */
const otherEndings = new Words(`
  run execute type enter start prints print printed outputs output logs returns see get gives aus ausführen
  ausgeführt eingeben startest exécutez exécuter lancez tapez affiche ejecuta ejecute ejecutar escribe imprime
  esegui eseguire stampa digita execute executar rode imprime выполните запустите введите выведет 运行 执行 输入 输出
  実行 出力 실행 출력
`);

const testWords = new Words(`
  test tests testing unittest* prueba* teste testes тест* mock mocks テスト 测试 測試 테스트
`);

const article = /^(?:the|an?|der|die|das|le|la|les|el|los?|il|os?)$/i;
const numbering =
  /^(?:[\s>]|\d\uFE0F?\u20E3|\(?\d{1,3}[.):）]|[a-z][.)]\s|[-*•+#@]|[①-⑳]|\p{Extended_Pictographic}|\uFE0F)+/iu;
const separator = /\s*[:：–—([{（【「『"“„«=|>→]+\s*|\s+-+\s*/u;

export function saysNew(words: string): boolean {
  return newWords.isIn(words.normalize());
}

/** What may stand before a path: the words for it alone, any few before a colon, or any few. */
export type LabelKind = "known" | "marked" | "title";

/** Whether words may be the label before a path, such as "File:", "Step 2: Update" or "1. Créez". */
export function isLabel(before: string, kind: LabelKind): boolean {
  const label = before.normalize().replace(numbering, "").trim();
  const words = label.match(wordsOfText) ?? [];
  if (words.every(isLabelWord)) return true;
  if (unspaced.test(label)) return label.length <= 14;
  const isMarked = kind === "marked" && label.split(separator).at(-1) === "";
  return (isMarked || kind === "title") && words.length <= 6;
}

/** Whether they say that the code is in the file, or is added to it: it may be a part of it. */
export function saysPart(before: string): boolean {
  return addition.test(before.normalize());
}

const addition =
  /(?<!\p{L})(?:add|append|insert|put|paste|füge|ergänze|ajoute\p{L}*|añad\p{L}*|agreg\p{L}*|aggiung\p{L}*|adicion\p{L}*|добав\p{L}*)\s+(?:\p{L}+\s+){0,2}(?:to|in|into|at|zu|à|dans|a|en|al|em|в)[\s:]*$|(?<!\p{L})(?:part|excerpt) (?:of|in)|(?<!\p{L})(?:in|into|inside|to|im|zu|dans|en|nell?a?|em|n[oa]|в|во)[\s:]*$|添加到|追加|추가/iu;

function isLabelWord(word: string): boolean {
  return /^\p{N}+$/u.test(word) || labelWords.has(word);
}

/** Whether words may be the note behind a path, such as "(new)" or "— use reduce". */
export function isNote(after: string): boolean {
  const note = after
    .trim()
    .replace(/^(?:[)\]}）】」』"”»>\s]|\p{Extended_Pictographic}|\uFE0F)+/u, "");
  return (
    note.length <= 120 &&
    (/^(?:[:：([{（【|·•→=]|,(?:\s*\S+){1,2}$|L\d|[-–—]+(?:\s|$)|\.?$)/u.test(note) ||
      (/^\p{L}+$/u.test(note) && (newWords.has(note) || changed.test(note))))
  );
}

/** Whether a line or sentence with a path is about the text of that file. */
export function isAbout(before: string, after: string, path: string): boolean {
  const [, last = ""] = /([\p{L}\p{M}\p{N}'’]+)[\s:：(（]*$/u.exec(before.normalize()) ?? [];
  return !notRightAfter.has(last) && !isAside(before, after, path);
}

/** Whether it leads to an example, a test, a command, what a program prints, or what was before. */
export function isAside(before: string, after: string, path: string): boolean {
  const [label, note] = [before.normalize().replace(numbering, ""), after.normalize()];
  const parts = label.split(separator);
  const words = `${label} ${note}`;
  return (
    saysExample(words) ||
    (testWords.isIn(words) && !/test|spec/i.test(path)) ||
    parts.some((part) => begins(part, earlier, otherBeginnings)) ||
    begins(note, earlier) ||
    endsAside(note)
  );
}

/** The same for a line without a path, such as "Before:" or "Then run:". */
export function leadsAside(line: string): boolean {
  const words = line.normalize();
  const count = words.match(wordsOfText)?.length ?? 0;
  return endsAside(words) || (begins(words, earlier) && count <= 3);
}

function saysExample(words: string): boolean {
  return (
    exampleWords.isIn(words) || /(?<!\p{L})(?:e\.\s?g|z\.\s?b|p\.\s?ex)(?!\p{L})/iu.test(words)
  );
}

function endsAside(words: string): boolean {
  const [, last = ""] = /([\p{L}\p{M}'’]+)\s*[:：]\P{L}*$/u.exec(words) ?? [];
  return otherEndings.has(last);
}

/** Whether a comment says no more than that the code below it is not the present one. */
export function isEarlierCode(comment: string): boolean {
  const [first = "", second = "code", ...others] = comment.normalize().match(wordsOfText) ?? [];
  const isEarlier = earlier.has(first) || saysExample(first);
  return isEarlier && /^(?:code|version|usage)$/i.test(second) && others.length === 0;
}

const changed = /^(?:updated|modified|changed|complete|full|final|edited|fixed)$/i;

function begins(text: string, ...others: readonly Words[]): boolean {
  const words = (text.match(wordsOfText) ?? []).filter((word) => !article.test(word));
  const [first = ""] = words;
  return others.some((other) => other.has(first)) || (removals.has(first) && words.length <= 3);
}
