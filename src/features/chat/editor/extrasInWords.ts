import { partsOf } from "../../../contract/address";
import { noExtras } from "../../../contract/addressExtras";
import { t } from "../../../kit/l10n";
import type { PreparedQuestion } from "../../asking/core/preparedQuestion";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { ChosenModels } from "../../models/core/chosenModels";

interface ExtrasParts {
  readonly extras: Pick<StoredExtras, "get">;
  readonly models: Pick<ChosenModels, "find">;
}

/** What goes along with a question to its hub, or to the language model that the built-in hub asks. */
export async function extrasInWords(
  { sent, asked }: Pick<PreparedQuestion, "sent" | "asked">,
  { extras, models }: ExtrasParts,
): Promise<string | undefined> {
  const model = asked.builtIn ? models.find(sent.body.model_id) : undefined;
  const ofModel = model?.kind === "address" ? new URL(model.address).origin : undefined;
  const origin = asked.builtIn ? ofModel : partsOf(asked.hubScope).origin;
  if (origin === undefined) return undefined;
  const { headers, fields } = await extras.get(origin).catch(() => noExtras);
  const parts = [
    ...Object.keys(headers).map((name) => `${name}: ••••`),
    ...(asked.builtIn
      ? Object.entries(fields).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
      : []),
  ];
  return parts.length === 0
    ? undefined
    : t("Headers and fields for {0} go along: {1}.", origin, parts.join(", "));
}
