import { QuestionTools } from "../../src/features/asking/core/questionTools";

type Parts = ConstructorParameters<typeof QuestionTools>[0];

/** The tools of questions in a trusted workspace, without language models and files of experts. */
export function questionTools(parts: Pick<Parts, "connection"> & Partial<Parts>): QuestionTools {
  return new QuestionTools({
    models: { find: () => undefined },
    fileExperts: { toolsOf: () => undefined },
    editorTools: { of: () => [] },
    isTrusted: () => true,
    ...parts,
  });
}
