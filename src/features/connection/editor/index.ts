import type { Keys, Settings } from "../../../platform/core/ports";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import type { Account } from "../core/account";
import type { BuiltInHub } from "../core/builtInHub";
import type { Connection } from "../core/connection";
import { connect, openHub, setApiKey, showAccount, signOut, stopBuiltInHub } from "./commands";
import { ConnectionPrompts } from "./connectionPrompts";
import { switchHub } from "./switchHub";

export interface ConnectionParts {
  readonly settings: Settings;
  readonly keys: Keys;
  readonly connection: Connection;
  readonly account: Account;
  readonly builtInHub: BuiltInHub;
  readonly workbench: Pick<Workbench, "notify">;
  stopQuestions(): void;
}

export interface ConnectionFeature {
  readonly prompts: ConnectionPrompts;
  readonly commands: readonly Command[];
}

/** The hub in use, its key and its account. */
export function buildConnection(parts: ConnectionParts): ConnectionFeature {
  const { settings, keys, connection, account, builtInHub, stopQuestions } = parts;
  const { notify } = parts.workbench;
  const prompts = new ConnectionPrompts({ settings, keys, connection, account });
  return {
    prompts,
    commands: [
      connect(prompts),
      openHub(connection, settings),
      switchHub({ connection, account, keys }),
      setApiKey(prompts),
      showAccount(connection, account, keys),
      signOut({ connection, account, stopQuestions, keys, notify }),
      stopBuiltInHub(connection, builtInHub, notify),
    ],
  };
}
