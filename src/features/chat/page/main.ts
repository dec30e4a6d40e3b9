import "../../../page/host/language";
import { ChatDocument } from "./chatDocument";
import { Memory } from "../../../page/host/memory";
import { connect } from "../../../page/host/rpc";

const api = acquireVsCodeApi();
const root = document.getElementById("app") ?? document.body;
const page = new ChatDocument(
  root,
  connect({
    post: (message) => api.postMessage(message),
    onEvent: (event) => page.handle(event),
    onFailure: (reason) => page.notices.fail(reason),
  }),
  new Memory(api),
);
void page.start();
