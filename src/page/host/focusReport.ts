import type { PagePart } from "../../contract/vocabulary";
import type { Host } from "./rpc";

/** Reports to the host where in the page the focus is: keys of the chat apply only while it is here. */
export function reportFocus(host: Host, box: HTMLElement): void {
  let reported: PagePart | undefined;
  const report = (part: PagePart | undefined) => {
    if (part === reported) return;
    reported = part;
    host.call("focused", part ? { part } : {}).catch(() => undefined);
  };
  const here = () => report(document.activeElement === box ? "question" : "transcript");
  window.addEventListener("focus", here);
  window.addEventListener("blur", () => report(undefined));
  document.addEventListener("focusin", here);
  if (document.hasFocus()) here();
}
