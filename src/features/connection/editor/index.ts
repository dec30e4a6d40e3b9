import type { Turn } from "../../conversation/core/turn";
import type { RemoveHub } from "../../experts/core/removeHub";
import type { Core } from "../../../core";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/command";
import { checkConnection } from "../../experts/editor/checkConnection";
import { changeHubs } from "../../experts/editor/changeHubs";
import { connect } from "./connect";
import { ConnectionPrompts } from "./connectionPrompts";
import { openHub } from "./openHub";
import { setApiKey } from "./setApiKey";
import { showAccount } from "./showAccount";
import { signOut } from "./signOut";
import { startBuiltInHub } from "../../experts/editor/startBuiltInHub";
import { stopBuiltInHub } from "./stopBuiltInHub";
import { switchHub } from "./switchHub";

export interface ConnectionParts {
  readonly core: Core;
  readonly workbench: Workbench;
  readonly removeHub: RemoveHub;
  openChat(): Promise<void>;
  stopQuestions(): void;
  /** The newest answer of the chat that the user was in last. */
  lastAnswer(): Turn | undefined;
  /** Experts of the built-in hub were added. */
  onAdded(expertIds: readonly number[]): Promise<void>;
}

export interface ConnectionFeature {
  readonly prompts: ConnectionPrompts;
  readonly commands: readonly Command[];
}

/** Hub, key and account: prompts, connection check and sign-out. */
export function buildConnection(parts: ConnectionParts): ConnectionFeature {
  const { account, builtInHub, connection, keys, roster, settings } = parts.core;
  const { notify, snapshots } = parts.workbench;
  const { openChat, stopQuestions, lastAnswer, onAdded, removeHub } = parts;
  const prompts = new ConnectionPrompts({ settings, keys, connection, account });
  return {
    prompts,
    commands: [
      checkConnection({ connection, roster, keys, snapshots, lastAnswer }),
      connect(prompts),
      openHub(connection, settings),
      switchHub({ connection, account, keys }),
      ...changeHubs({ connection, account, keys, roster, prompts, notify, removeHub }),
      setApiKey(prompts),
      showAccount(connection, account, keys),
      signOut({ connection, account, stopQuestions, keys, notify }),
      startBuiltInHub({ connection, builtInHub, roster, account, openChat, onAdded }),
      stopBuiltInHub(connection, builtInHub, notify),
    ],
  };
}
