import { useMessages, type Messages } from "../../kit/l10n";

/** Before any other module is evaluated: constants may be messages. In English, none are given. */
const given = document.getElementById("messages")?.textContent;
if (given) useMessages(JSON.parse(given) as Messages, document.documentElement.lang);
