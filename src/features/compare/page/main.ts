import "../../../page/host/language";
import { ChatDocument } from "../../chat/page/chatDocument";
import { turnParts } from "../../chat/page/turnParts";
import { Folds } from "../../../page/ui/folds";
import { Memory } from "../../../page/host/memory";
import { dayFormat } from "../../../page/ui/labels";
import { Notices } from "../../../page/ui/notices";
import { connect } from "../../../page/host/rpc";
import { toolkit } from "../../../page/ui/toolkit";
import type { HostEvent } from "../../../page/protocol/messages";

/** What the document shows: the chat, or a comparison. */
interface ShownPage {
  readonly notices: Notices;
  handle(event: HostEvent): void;
  start(): Promise<void>;
}

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
  void import("./comparisonDocument").then(({ ComparisonDocument }) => {
    const parts = { host, toolkit, turnParts, store, Folds, Memory, Notices };
    begin(new ComparisonDocument(root, parts));
  });
else {
  begin(new ChatDocument(root, host, new Memory(store)));
  // While the host answers; a page that was shown before most likely needs it.
  if (store.getState()) dayFormat();
}
