import { startBuiltInHub, type Options } from "../../../src/builtInHub/index";
import { withFaults, type HubWithFaults } from "./faults";

export type { HubWithFaults } from "./faults";

export function startHubWithFaults(options: Options): Promise<HubWithFaults> {
  return withFaults(startBuiltInHub, options);
}
