// In the document ahead of the page's script. VS Code shows a page with its load event, which a
// script delays: that one starts after the first frame. Until then the box takes the focus, and
// Enter and the host's messages are kept for the page.
const { nonce } = document.currentScript!;
const box = document.getElementById("question");
const isAlone = (): boolean => box?.dataset["early"] !== undefined;
const focusBox = (): void => {
  if (isAlone()) box?.focus();
};

function start(): void {
  const code = document.getElementById("code")!;
  const script = document.createElement("script");
  script.type = "module";
  script.nonce = nonce;
  script.textContent = code.textContent;
  code.remove();
  document.head.append(script);
  script.remove();
}

const early: unknown[] = [];
const keep = ({ data }: MessageEvent): unknown => early.push(data);
addEventListener("message", keep);
addEventListener("listening", () => {
  removeEventListener("message", keep);
  for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
});
addEventListener("focus", focusBox);
if (document.hasFocus()) focusBox();
box?.addEventListener("keydown", (event) => {
  if (!isAlone() || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  box.dataset["early"] = "Enter";
});
addEventListener("load", () => {
  // A page that is hidden is given no frames.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
});
