import type { Command } from "../../../platform/editor/commands";
import {
  connect,
  openHub,
  setApiKey,
  showAccount,
  stopBuiltInHub,
  type ConnectionParts,
} from "./commands";
import { signOut } from "./signOut";
import { ConnectionPrompts } from "./connectionPrompts";
import { switchHub } from "./switchHub";

interface ConnectionFeature {
  readonly prompts: ConnectionPrompts;
  readonly commands: readonly Command[];
}

/** The hub in use, its key and its account. */
export function buildConnection(parts: ConnectionParts): ConnectionFeature {
  const { connection, account, builtInHub, notify } = parts;
  const prompts = new ConnectionPrompts(parts);
  return {
    prompts,
    commands: [
      connect(prompts),
      openHub(parts),
      switchHub(parts),
      setApiKey(prompts, connection),
      showAccount(connection, account),
      signOut(parts),
      stopBuiltInHub(connection, builtInHub, notify),
    ],
  };
}
