import "../../../page/host/language";
import { ChatDocument } from "./chatDocument";
import { Memory } from "../../../page/host/memory";
import { connect } from "../../../page/host/rpc";

const api = acquireVsCodeApi();
const root = document.getElementById("app") ?? document.body;
const page = new ChatDocument(
  root,
  connect(
    (message) => {
      api.postMessage(message);
    },
    (event) => {
      page.handle(event);
    },
  ),
  new Memory(api),
);
void page.start();
