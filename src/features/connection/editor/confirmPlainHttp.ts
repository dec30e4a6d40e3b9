import { t } from "../../../kit/l10n";
import { assertAllowed } from "../../../policy/policy";
import { confirm } from "../../../platform/editor/confirm";
import type { PlainHttp } from "../core/plainHttp";

/** Asks before an origin is used over plain http for the first time; false if the user declines. */
export async function confirmPlainHttp(origin: string, plainHttp: PlainHttp): Promise<boolean> {
  assertAllowed(plainHttp.policyRefusal(origin));
  if (!plainHttp.isAskedFor(origin)) return true;
  const agreed = await confirm(t("Use {0} without encryption?", origin), {
    detail: t(
      "Plain http is not encrypted: others in your network can read the key and your questions on the way. You are asked once for this address; the command Permissions… takes it back.",
    ),
    yes: t("Use Plain HTTP"),
    no: t("Cancel"),
    // Who typed the address has asked for it.
    enterAgrees: true,
  });
  if (agreed) await plainHttp.allow(origin);
  return agreed;
}
