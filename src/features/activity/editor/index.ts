import type * as vscode from "vscode";
import type { Command } from "../../../platform/editor/commands";
import type { ActivityLog } from "../core/activityLog";
import { hashedLine } from "./lineHash";
import type { ShowActivityParts } from "./showActivity";
import type { WhereFromParts } from "./whereFrom";

/** Lines of an answer that are in a file now. */
interface InsertedText {
  readonly uri: vscode.Uri;
  readonly lines: readonly [number, number];
  readonly text: readonly string[];
  readonly conversationId: string;
  readonly turnId: string;
}

/** Hashes of one insertion. */
const maxHashes = 2000;

interface ActivityParts extends ShowActivityParts, WhereFromParts {
  readonly activity: ActivityLog;
}

export interface ActivityFeature {
  readonly commands: readonly Command[];
  noteInsertion(inserted: InsertedText): void;
}

/** What left this computer and what went into files: shown, exported, and found again. */
export function buildActivity(parts: ActivityParts): ActivityFeature {
  return {
    commands: [
      {
        id: "expertHub.showActivity",
        async run() {
          const { showActivity } = await import("./showActivity");
          await showActivity(parts);
        },
      },
      {
        id: "expertHub.filterActivity",
        async run() {
          const { filterActivity } = await import("./showActivity");
          await filterActivity(parts);
        },
      },
      {
        id: "expertHub.whereFrom",
        async run() {
          const { whereFrom } = await import("./whereFrom");
          await whereFrom(parts);
        },
      },
    ],
    noteInsertion({ uri, lines, text, conversationId, turnId }) {
      const hashes = text.flatMap((line) => hashedLine(line).hash ?? []);
      parts.activity.inserted({
        time: new Date().toISOString(),
        kind: "insertion",
        file: String(uri),
        lines,
        conversation: conversationId,
        turn: turnId,
        hashes: [...new Set(hashes)].slice(0, maxHashes),
      });
    },
  };
}
