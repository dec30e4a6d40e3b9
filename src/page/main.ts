import "./host/language";
import { ChatDocument } from "../features/chat/page/chatDocument";
import { turnParts } from "../features/chat/page/turnParts";
import { Memory } from "./host/memory";
import { connect } from "./host/rpc";
import type { HostEvent } from "./protocol/messages";
import { Folds } from "./ui/folds";
import { waitForFocus } from "./ui/dom";
import { dayFormat } from "./ui/labels";
import { Notices } from "./ui/notices";
import { toolkit } from "./ui/toolkit";

/** What the document shows: the chat, or a comparison. */
interface ShownPage {
  readonly notices: Notices;
  handle(event: HostEvent): void;
  start(): Promise<void>;
}

waitForFocus();
const store = acquireVsCodeApi();
const root = document.getElementById("app") ?? document.body;
let page: ShownPage;
const host = connect({
  post: (message) => store.postMessage(message),
  onEvent: (event) => page.handle(event),
  onFailure: (reason) => page.notices.fail(reason),
});

function begin(made: ShownPage): void {
  page = made;
  void page.start();
}

if (document.body.dataset["page"] === "comparison")
  void import("../features/compare/page/comparisonDocument").then(({ ComparisonDocument }) => {
    const parts = { host, toolkit, turnParts, store, Folds, Memory, Notices };
    begin(new ComparisonDocument(root, parts));
  });
else {
  begin(new ChatDocument(root, host, new Memory(store)));
  // While the host answers; a page that was shown before most likely needs it.
  if (store.getState()) dayFormat();
}
