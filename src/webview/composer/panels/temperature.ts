import type { Toolkit } from "../../ui/toolkit";
import { NumberField } from "./numberField";
import { decimalOf } from "./values";

export function temperatureField(
  toolkit: Toolkit,
  onChange: (temperature: number | undefined) => void,
): NumberField {
  const { error } = temperatureWords(undefined);
  return new NumberField(toolkit, { name: "Temperature", read: decimalOf, error, onChange });
}

/** What is said of the field; the setting stands in where it is empty. */
export function temperatureWords(setting: number | undefined): { error: string; unset: string } {
  const wrong = "Not a number; the last one is kept. Leave it empty";
  return setting === undefined
    ? { error: `${wrong} to let the hub decide.`, unset: "left to the hub" }
    : {
        error: `${wrong} for ${setting}, as the setting expertHub.temperature says.`,
        unset: `${setting} by the setting`,
      };
}
