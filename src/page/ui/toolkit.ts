import { button, disclosure, el, focusOn, isOfInputMethod, scrollable, unfold } from "./dom";
import { cutList, growTo, showGradually } from "./cutList";
import { icon, iconOf } from "./icons";
import type { Notices } from "./notices";
import { locale, t } from "../../kit/l10n";
import type { Host } from "../host/rpc";
import { seenTurns } from "./seenTurns";
import { visible, visibleText, withEscapes } from "./visible";
import { durationOf, plural, formatNumber } from "./labels";

/** Of a text that is cut. */
const moreCharacters = (count: number): string =>
  plural(count, t("1 character more"), t("{0} characters more"));

/** What parts that are loaded later need from the page; passed in, so that they share no code with it. */
export const toolkit = {
  t,
  el,
  button,
  icon,
  iconOf,
  visible,
  visibleText,
  withEscapes,
  durationOf,
  plural,
  formatNumber,
  locale,
  moreCharacters,
  cutList,
  growTo,
  showGradually,
  disclosure,
  unfold,
  focusOn,
  isOfInputMethod,
  scrollable,
  seenTurns,
};

export type Toolkit = typeof toolkit;

export interface PartContext {
  toolkit: Toolkit;
  host: Host;
  notices: Notices;
}
