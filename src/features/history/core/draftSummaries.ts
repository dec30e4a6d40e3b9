import { titleOf } from "../../conversation/core/conversationTitle";
import type { ConversationFiles, ListedFile } from "../../../platform/core/ports";
import type { Summary } from "./conversationIndex";
import { fileNameOf } from "../../conversation/core/conversationFile";
import { parsedJson } from "../../../contract/record";
import { draftNameOf, idOfUnsent, unsentNameOf } from "../../conversation/core/draftFiles";
import { decodeUnsent, digestsIn } from "../../conversation/core/unsent";

/** Bytes of a draft that are read for its title. */
const maxTitleBytes = 1000;

/** What the list shows of conversations in which nothing was asked, but something is composed. */
export async function draftsAmong(
  files: ConversationFiles,
  listed: readonly ListedFile[],
): Promise<Map<string, Summary>> {
  const found = new Map(listed.map((file) => [file.name, file]));
  const ids = new Set(listed.flatMap(({ name }) => idOfUnsent(name) ?? []));
  const summaries = await Promise.all(
    [...ids].map(async (id) => {
      const own = [found.get(draftNameOf(id)), found.get(unsentNameOf(id))];
      const changedAt = Math.max(...own.map((file) => file?.changedAt ?? 0));
      if (found.has(fileNameOf(id))) return [];
      const [draft = "", record = ""] = await Promise.all([
        textIn(files, own[0], maxTitleBytes),
        textIn(files, own[1]),
      ]);
      const title = titleIn(draft, parsedJson(record));
      return title === undefined ? [] : [summaryOf(id, title, changedAt)];
    }),
  );
  return new Map(summaries.flat().map((summary) => [summary.id, summary]));
}

function summaryOf(id: string, title: string, changedAt: number): Summary {
  return {
    id,
    title,
    expertName: "",
    hubScope: "",
    turns: 0,
    askedAt: changedAt,
  };
}

function titleIn(draft: string, record: unknown): string | undefined {
  // The texts of attachments are not needed here.
  const texts = new Map(digestsIn(record).map((digest) => [digest, ""]));
  const { typed, attachments, queue } = decodeUnsent(draft, record, texts);
  if (typed !== "" || attachments.length > 0) return titleOf({ typed, attachments });
  const [first] = queue;
  return first && titleOf(first);
}

/** Another window may have removed it in the meantime. */
async function textIn(
  files: ConversationFiles,
  file: ListedFile | undefined,
  end?: number,
): Promise<string | undefined> {
  if (!file) return undefined;
  const bytes = await files.read(file.name, 0, end).catch(() => new Uint8Array());
  return new TextDecoder().decode(bytes);
}
