import type { Own } from "../../kit/disposable";
import type { Core } from "../core";
import type { LastEditor } from "../workbench/lastEditor";
import { SelectedEditor } from "./selectedEditor";
import { Composing } from "./selectionAttacher";
import { Targets } from "./attachmentOrigins";

export interface Selection {
  /** Where each attachment came from. */
  readonly origins: Targets;
  readonly attacher: Composing;
}

/** What is selected, how it is attached, and where it came from. */
export function buildSelection(
  { settings }: Pick<Core, "settings">,
  lastEditor: LastEditor,
  own: Own,
): Selection {
  const targets = own(new Targets());
  const selectedEditor = own(new SelectedEditor());
  return {
    origins: targets,
    attacher: new Composing({ selectedEditor, targets, settings, lastEditor }),
  };
}
