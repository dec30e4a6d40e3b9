import { ChatPage } from "./page";
import { Memory } from "./memory";
import { connect } from "./rpc";

const api = acquireVsCodeApi();
const root = document.getElementById("app") ?? document.body;
const page = new ChatPage(
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
