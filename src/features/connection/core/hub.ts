import { parseBaseUrl, partsOf } from "../../../contract/address";
import { t } from "../../../kit/l10n";

/** A hub that questions can go to. */
export interface Hub {
  /** Data about this hub is stored under this name; it contains the origin that its key is for. */
  readonly scope: string;
  /** The user's name for it, else its host, or *built-in hub*. */
  readonly label: string;
  readonly builtIn: boolean;
}

/** A hub at an address of the user's own. */
export interface OwnHub extends Hub {
  readonly builtIn: false;
  /** Empty for the hub of the settings, which has no other definition. */
  readonly id: string;
  readonly baseUrl: string;
  /** Its website; may be empty. */
  readonly hubUrl: string;
}

/** A hub as a question names it: at this address, and with the key that it has now. */
export interface HubAccount {
  readonly hub: Hub;
  /** Empty for the built-in hub, whose port changes. */
  readonly baseUrl: string;
  /** Differs once the key was replaced. */
  readonly account: number;
}

export const builtInHub: Hub = { scope: "built-in", label: t("built-in hub"), builtIn: true };

export const inSentence = ({ label, builtIn }: Hub): string =>
  builtIn ? t("the built-in hub") : label;

/** What defines a hub; `name` is absent until the user gives one. */
export interface HubDefinition {
  readonly id: string;
  readonly name?: string | undefined;
  readonly baseUrl: string;
  readonly hubUrl: string;
}

/** `undefined` if its address cannot be used. */
export function ownHub({ id, name, baseUrl, hubUrl }: HubDefinition): OwnHub | undefined {
  if (baseUrl === "") return undefined;
  try {
    const { origin, base } = parseBaseUrl(baseUrl, undefined, { localNetwork: true });
    const scope = id === "" ? origin : `${origin}#${id}`;
    const label = name ?? new URL(origin).host;
    return { scope, label, builtIn: false, id, baseUrl: base, hubUrl };
  } catch {
    return undefined;
  }
}

/** The origin, after the name where the user gave the hub one. */
export function hubPlace({ scope, label }: Hub): string {
  const { origin } = partsOf(scope);
  return new URL(origin).host === label ? origin : `${label} (${origin})`;
}
