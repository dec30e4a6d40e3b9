const elision =
  /^\s*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)\s*(?:(?:\.{3}|…)|(?:the )?(?:rest of|remaining|existing|other|unchanged)\b.*(?:code|file|unchanged|same|here|methods?|functions?)?\s*(?:\.{3}|…))/im;

/** Fewer lines say nothing about what was left out. */
const shortFile = 20;

/** True if a text seems to show only a part of the file that it is meant to replace. */
export function isPartial(text: string, whole: string): boolean {
  if (elision.test(text) && !elision.test(whole)) return true;
  const [shown, all] = [text, whole].map((one) => one.trim().split("\n").length);
  return (all ?? 0) > shortFile && (shown ?? 0) * 2 < (all ?? 0);
}
