import { sourcesOf, type Source } from "../../conversation/core/sources/sources";
import { markedIn } from "../../conversation/core/sources/unread";
import type { Turn } from "../../conversation/core/turn";
import type { SourcesView, SourceView } from "../../../page/protocol/attachmentViews";

/** Of files that were read in many pieces, and of answers that read many. */
const maxSources = 1_000;
const maxRanges = 100;

/** What the steps of an answer have read, and whether what it names besides is marked. */
export function sourcesView(turn: Turn): SourcesView {
  const { result } = turn;
  const sources = result.state === "done" ? sourcesOf(result.received.value) : [];
  return {
    ...(sources.length > 0 && { sources: sources.slice(0, maxSources).map(sourceView) }),
    ...(markedIn(turn).files && { marksUnread: true }),
  };
}

function sourceView(source: Source): SourceView {
  if (source.kind !== "file") return { ...source };
  const { kind, path, lines } = source;
  return { kind, path, lines: lines.slice(0, maxRanges) };
}
