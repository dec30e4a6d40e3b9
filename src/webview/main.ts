import { ChatPage } from "./page";
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
);
void page.start();
