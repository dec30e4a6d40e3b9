import type * as vscode from "vscode";
import { ExpertParticipant, type ParticipantParts } from "./expertParticipant";
import { followUps } from "./followUps";

export interface Participant {
  readonly expert: ExpertParticipant;
  followUps(result: vscode.ChatResult): vscode.ChatFollowup[];
}

/** What answers as `@expert` in VS Code's chat. */
export function buildParticipant(parts: ParticipantParts): Participant {
  return {
    expert: new ExpertParticipant(parts),
    followUps: (result) => followUps(result, parts.core.roster),
  };
}
