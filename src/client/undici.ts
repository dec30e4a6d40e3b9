// What is used of undici. Shipped as a bundle of its own, which all others share.
// Deep imports only: its root replaces the `fetch` of the whole process.
export { default as connect } from "undici/lib/api/api-connect.js";
export { default as connectorOf } from "undici/lib/core/connect.js";
export type { Connected, Connector, Lookup, Socket, Wanted } from "undici/lib/core/connect.js";
export { default as Client } from "undici/lib/dispatcher/client.js";
export type { Dispatched, Dispatcher } from "undici/lib/dispatcher/dispatcher.js";
export { default as Pool } from "undici/lib/dispatcher/pool.js";
