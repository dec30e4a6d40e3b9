import type { ExchangeParts } from "../../../client/call";
import type { Cause, OnSent } from "../../../contract/purpose";
import type { NetworkSettings } from "../../../contract/send";
import type { PolicySource } from "../../../policy/policy";
import type { Keys, Log, Settings, SharedStore } from "../../../platform/core/ports";
import type { BuiltInHub } from "./builtInHub";

export interface ConnectionParts {
  settings: Settings;
  keys: Keys;
  store: SharedStore;
  log: Log;
  builtInHub: BuiltInHub;
  network(): NetworkSettings;
  /** Hears of each request that left. */
  onSent: OnSent;
  policy: PolicySource;
}

/** Whom a channel talks to, and for what. */
export interface ChannelUse {
  readonly onJson?: ExchangeParts["onJson"];
  readonly hubScope?: string | undefined;
  readonly cause?: Cause;
}
