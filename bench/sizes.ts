import { activationLimit, activationSize, vsixLimit, vsixSize } from "../scripts/budget";
import { size, type Measurement } from "./rows";

/** A2 and A3: bytes. */
export const sizes: Measurement = {
  ids: ["A2", "A3"],
  run: async () => [
    size(
      { id: "A2", measure: "JavaScript read at activation", unit: "bytes", goal: activationLimit },
      [await activationSize()],
    ),
    size({ id: "A3", measure: "VSIX", unit: "bytes", goal: vsixLimit }, [await vsixSize()]),
  ],
};
