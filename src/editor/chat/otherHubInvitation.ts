import type { OtherHub } from "../../app/ask/conversationHubs";
import type { Hub } from "../../app/connection/connection";
import type { InvitationView } from "../../protocol/views";
import { plainText } from "../workbench/plainText";

/** The choice before a conversation with one hub is continued while another one is in use. */
export function otherHubInvitation({ label, hub }: OtherHub, inUse: Hub): InvitationView {
  const [its, present] = [plainText(label, 60), plainText(inUse.label, 60)];
  const isWith = `This conversation is with ${its}`;
  const onward = { action: "continueHere" as const, label: `Continue with ${present}` };
  return hub
    ? {
        title: isWith,
        sentence: `Questions go to ${present} now. Switch to ${its} to ask its experts, or continue with ${present}: the answers from ${its} are not sent to it.`,
        remedies: [{ action: "switchHub", label: `Switch to ${its}` }, onward],
      }
    : {
        title: isWith,
        sentence: `${its} is not one of your hubs. You can continue with ${present}: the answers from ${its} are not sent to it.`,
        remedies: [onward],
      };
}
