const { appendFileSync } = require("node:fs");

const doors = [
  ["connect", require("node:net").Socket.prototype, "connect"],
  ["tls", require("node:tls"), "connect"],
  ["lookup", require("node:dns"), "lookup"],
  ["lookup", require("node:dns").promises, "lookup"],
  ["resolve", require("node:dns"), "resolve"],
  ["resolve", require("node:dns").promises, "resolve"],
  ["request", require("node:http"), "request"],
  ["request", require("node:https"), "request"],
  ["send", require("node:dgram").Socket.prototype, "send"],
];

const write = (line) => appendFileSync(process.env.EXPERT_HUB_RECORD, `${JSON.stringify(line)}\n`);

/** Logs one line for each network access from now on, with its callers. */
exports.activate = () => {
  Error.stackTraceLimit = 100;
  for (const [door, owner, name] of doors) {
    const original = owner[name];
    owner[name] = function recorded(...args) {
      write({ door, stack: new Error(door).stack });
      return Reflect.apply(original, this, args);
    };
  }
  write({ door: "recording", stack: "" });
};
