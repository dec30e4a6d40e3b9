import type { PartContext } from "../../../../page/ui/toolkit";

const fileTypes = ["application/vnd.code.uri-list", "text/uri-list", "codeeditors"];
const droppedTypes = [...fileTypes, "Files"];

/** Attaches what is dropped anywhere on the page. */
export function acceptDrops(context: PartContext): void {
  const { host, notices } = context;
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    const { dataTransfer } = event;
    if (!dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    const uris = droppedUris(fileTypes.map((type) => dataTransfer.getData(type)));
    const files = [...dataTransfer.files];
    if (uris.length > 0) host.call("attachDropped", { uris }).catch(notices.failed);
    // Such as from a web page: what is no file has no address of its own.
    else
      import("./pictures").then(
        ({ attachPictures }) => attachPictures(files, context),
        notices.failed,
      );
  });
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return droppedTypes.some((type) => dataTransfer?.types.includes(type));
}

/** Addresses of what VS Code or the system drops, in two lists of addresses and one of editors. */
export function droppedUris([fromVSCode = "", others = "", editors = ""]: string[]): string[] {
  const listed = fromVSCode || others;
  const uris = listed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:#|https?:)/i.test(line));
  return [...new Set(uris.length > 0 ? uris : editorsIn(editors))];
}

/** An editor tab is described as JSON, with its address as text or in parts. */
function editorsIn(json: string): string[] {
  try {
    const editors: unknown = JSON.parse(json);
    if (!Array.isArray(editors)) return [];
    return editors.flatMap((editor: { resource?: unknown }) => {
      const resource = editor?.resource as string | { external?: unknown } | undefined;
      const uri = typeof resource === "object" ? resource?.external : resource;
      return typeof uri === "string" ? [uri] : [];
    });
  } catch {
    return [];
  }
}
