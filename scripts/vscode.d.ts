import type { ChildProcess } from "node:child_process";

export type Settings = Record<string, unknown>;

export interface ServerOptions {
  extensionsDir?: string;
  serverDataDir?: string;
  machineSettings?: Settings;
  userSettings?: Settings;
  /** Installed before the start, as a user would. */
  vsix?: string | undefined;
  /** Folder of an extension whose built files are used in place. */
  source?: string;
  /** Folders of other extensions to install. */
  others?: string[];
  /** Without those of VS Code's own extensions that play no part in tests. */
  fewExtensions?: boolean;
  /** Accepts a development payload; shows no notifications and supports no dialogs. */
  automation?: boolean;
  /** The language of VS Code, for which it has no words of its own. */
  locale?: string;
  /** Asks whether a folder is trusted; otherwise every folder is. */
  workspaceTrust?: boolean;
  env?: Record<string, string>;
  /** Any free port if absent. */
  port?: number;
}

export interface Server {
  readonly port: number;
  readonly url: string;
  readonly process: ChildProcess;
  readonly extensionsDir: string;
  readonly serverDataDir: string;
  /** Ends the process, and keeps the folders. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

export function ensureServer(): Promise<string>;
export function ensureBrowser(): Promise<string>;
export function ensureWindowBrowser(): Promise<string>;
export function findBrowser(): Promise<string | undefined>;
export function startServer(options?: ServerOptions): Promise<Server>;
export function installVsix(
  vsix: string,
  folders: { extensionsDir: string; serverDataDir: string },
): Promise<void>;
export function workbenchUrl(options: {
  url: string;
  folder: string;
  development?: string;
  tests?: string;
}): string;
