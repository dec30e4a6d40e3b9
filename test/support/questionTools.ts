import { Emitter } from "../../src/kit/event";
import { QuestionTools } from "../../src/features/asking/core/questionTools";

type Parts = ConstructorParameters<typeof QuestionTools>[0];

/** An editor without extensions that offer tools, and without MCP servers. */
export const noEditorTools: Parts["editorTools"] = {
  of: () => [],
  choose: async () => undefined,
  refusal: undefined,
  onDidChange: new Emitter<void>().event,
};

/** The tools of questions in a trusted workspace, without language models and files of experts. */
export function questionTools(parts: Pick<Parts, "connection"> & Partial<Parts>): QuestionTools {
  return new QuestionTools({
    models: { find: () => undefined },
    fileExperts: { toolsOf: () => undefined },
    editorTools: noEditorTools,
    isTrusted: () => true,
    ...parts,
  });
}

/** A folder that tells nobody anything. */
export const noInstructions = { areOn: false, of: () => undefined };
