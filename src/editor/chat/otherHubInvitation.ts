import type { OtherHub } from "../../app/ask/conversationHubs";
import { inSentence, type Hub } from "../../app/connection/hub";
import type { InvitationView, RemedyView } from "../../protocol/views";
import { plainText } from "../workbench/plainText";

/** The choice before a conversation with one hub is continued while another one is in use. */
export function otherHubInvitation(other: OtherHub, inUse: Hub): InvitationView {
  const [its, present] = [plainText(other.label, 60), plainText(inSentence(inUse), 60)];
  const isWith = `This conversation is with ${its}`;
  const back = switchRemedy(other);
  const onward = { action: "continueHere" as const, label: `Continue with ${present}` };
  return back
    ? {
        title: isWith,
        sentence: `Questions go to ${present} now. Switch to ${its} to ask its experts, or continue with ${present}: the answers from ${its} are not sent to it.`,
        remedies: [back, onward],
      }
    : {
        title: isWith,
        sentence: `${its} is not one of your hubs. You can continue with ${present}: the answers from ${its} are not sent to it.`,
        remedies: [onward],
      };
}

/** `undefined` if that hub is no longer one of the user's. */
export function switchRemedy({ label, hub }: OtherHub): RemedyView | undefined {
  return hub && { action: "switchHub", label: `Switch to ${plainText(label, 60)}` };
}
