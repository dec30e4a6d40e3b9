import type { Toolkit } from "../../../../../page/ui/toolkit";
import { NumberField } from "./fields";
import { decimalOf } from "./values";

export function temperatureField(
  toolkit: Toolkit,
  onChange: (temperature: number | undefined) => void,
): NumberField {
  const { error } = temperatureWords(undefined, toolkit);
  return new NumberField(toolkit, {
    name: toolkit.t("Temperature"),
    read: decimalOf,
    error,
    onChange,
  });
}

/** The texts of the field; the setting applies if it is empty. */
export function temperatureWords(
  number: number | undefined,
  { locale, t }: Pick<Toolkit, "locale" | "t">,
): { error: string; unset: string } {
  const setting = number?.toLocaleString(locale());
  return setting === undefined
    ? {
        error: t(
          "Enter a number; until then, the previous value is used. Leave it empty to let the hub decide.",
        ),
        unset: t("hub decides"),
      }
    : {
        error: t(
          "Enter a number; until then, the previous value is used. Leave it empty for {0}, from the setting expertHub.temperature.",
          setting,
        ),
        unset: t("{0} (setting)", setting),
      };
}
