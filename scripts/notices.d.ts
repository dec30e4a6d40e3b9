import type { Outputs } from "./sbom.js";

export interface Shipped {
  outputs: Outputs;
  lock: { packages: Record<string, { version: string; license?: string }> };
  /** The name of what contains the packages. */
  product: string;
}

export function noticesOf(shipped: Shipped): Promise<string>;
