import type { Page } from "playwright-core";
import { documentFor } from "./chromium.js";
import type { PageKind } from "../../src/features/chat/editor/pageHtml.js";
import { pageThemes, type ThemeName } from "./pageThemes.js";

/**
 * Runs in a document before any of its scripts: the editor's API, its colours, and
 * `beginAgain(html)`, which shows the page from its beginning in the same document. That takes a
 * fifth of the work of loading it: the policy, the code that was imported and what Playwright added
 * stay. It returns false, and does nothing, where a test changed what it cannot take back.
 */
export const prepareDocument = `(() => {
  if (location.protocol !== "http:") return;
  // As in the editor, it outlives the document.
  const kept = "state of " + location.search;
  const themes = ${JSON.stringify(pageThemes)};
  const { variables } = themes[new URLSearchParams(location.search).get("theme")] ?? themes.dark;
  let begun = 0;
  const begin = () => {
    const own = ++begun;
    let taken = false;
    globalThis.acquireVsCodeApi = () => {
      if (taken) throw new Error("acquired twice");
      taken = true;
      const given = sessionStorage.getItem("given");
      sessionStorage.removeItem("given");
      if (given !== null) sessionStorage.setItem(kept, given);
      return Object.freeze({
        postMessage: (message) => {
          if (own === begun) globalThis.sendToHost(JSON.stringify(message));
        },
        getState: () => JSON.parse(sessionStorage.getItem(kept)) ?? undefined,
        setState: (next) => {
          if (own === begun) sessionStorage.setItem(kept, JSON.stringify(next));
          return next;
        },
      });
    };
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error("policy violation: " + event.violatedDirective + " " + event.blockedURI);
    });
    new MutationObserver((_, observer) => {
      const root = document.documentElement;
      if (!root) return;
      observer.disconnect();
      if (location.search.includes("&hidden")) root.style.opacity = "0";
      for (const name in variables) root.style.setProperty(name, variables[name]);
    }).observe(document, { childList: true });
  };
  begin();

  const changeable = [globalThis, document];
  const namesOf = (object) => new Set(Object.getOwnPropertyNames(object));
  let names;
  addEventListener("DOMContentLoaded", () => (names = changeable.map(namesOf)));
  /** False if a test removed something, or added what cannot be removed. */
  const restore = (object, before) => {
    for (const name of namesOf(object).difference(before)) Reflect.deleteProperty(object, name);
    return namesOf(object).symmetricDifference(before).size === 0;
  };
  // Each numbers what waits, from 1 on.
  const queues = [
    { add: setTimeout, remove: clearTimeout, last: 0 },
    { add: requestAnimationFrame, remove: cancelAnimationFrame, last: 0 },
    { add: requestIdleCallback, remove: cancelIdleCallback, last: 0 },
  ];
  const empty = (queue) => {
    const { add, remove, last } = queue;
    queue.last = add(() => undefined);
    for (let id = queue.last; id > last; id--) remove(id);
  };
  const beginAgain = async (html) => {
    const script = document.querySelector("script[nonce]");
    const isAsBefore = () => changeable.every((object, at) => restore(object, names[at]));
    if (!script || !names || !isAsBefore()) return false;
    const { nonce } = script;
    begun++;
    // By then, what was imported is there.
    await new Promise((resolve) => setTimeout(resolve));
    queues.forEach(empty);
    CSS.highlights.clear();
    sessionStorage.clear();
    document.open();
    begin();
    const ended = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    document.write(html.replaceAll(/nonce="[^"]*"/g, 'nonce="' + nonce + '"'));
    document.close();
    await ended;
    return true;
  };
  Object.defineProperty(globalThis, "beginAgain", { value: beginAgain });
})()`;

/** Begins the page again in its document, whose theme and language these are; false if it needs another one. */
export function beginAgain(
  page: Page,
  { theme, language, kind }: { theme: ThemeName; language?: string; kind: PageKind },
): Promise<boolean> {
  // The policy and the import map are in effect, and must not be added once more.
  const html = documentFor(theme, language, kind)
    .replace("<meta http-equiv=", "<meta name=")
    .replace('type="importmap"', 'type="application/json"');
  return page.evaluate<boolean>(`globalThis.beginAgain?.(${JSON.stringify(html)}) ?? false`);
}
