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

/** The texts of the field; the setting applies if it is empty. */
export function temperatureWords(setting: number | undefined): { error: string; unset: string } {
  const wrong = "Enter a number; until then, the previous value is used. Leave it empty";
  return setting === undefined
    ? { error: `${wrong} to let the hub decide.`, unset: "hub decides" }
    : {
        error: `${wrong} for ${setting}, from the setting expertHub.temperature.`,
        unset: `${setting} (setting)`,
      };
}
