import type { OtherHub } from "../../asking/core/conversationHubs";
import { inSentence, type Hub } from "../../connection/core/hub";
import type { InvitationView, RemedyView } from "../../../page/protocol/views";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";

/** The choice before a conversation with one hub is continued while another one is in use. */
export function otherHubInvitation(other: OtherHub, inUse: Hub): InvitationView {
  const [its, present] = [plainText(other.label, 60), plainText(inSentence(inUse), 60)];
  const isWith = t("This conversation is with {0}", its);
  const back = switchRemedy(other);
  const onward = { action: "continueHere" as const, label: t("Continue with {0}", present) };
  return back
    ? {
        title: isWith,
        sentence: t(
          "Questions go to {0} now. Switch to {1} to ask its experts, or continue with {0}: the answers from {1} are not sent to it.",
          present,
          its,
        ),
        remedies: [back, onward],
      }
    : {
        title: isWith,
        sentence: t(
          "{0} is not one of your hubs. You can continue with {1}: the answers from {0} are not sent to it.",
          its,
          present,
        ),
        remedies: [onward],
      };
}

/** `undefined` if that hub is no longer one of the user's. */
export function switchRemedy({ label, hub }: OtherHub): RemedyView | undefined {
  return hub && { action: "switchHub", label: t("Switch to {0}", plainText(label, 60)) };
}
