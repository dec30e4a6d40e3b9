import type { ServedModel } from "../../contract/chatModel";
import { modelAddress } from "./modelAddress";
import { OpenAiModel } from "./openAiModel";

/** Asks a model one short question, to try it. Rejects with `ModelProblem`, or the signal's reason. */
export async function askOnce(
  { address, identifier, ...way }: ServedModel,
  signal: AbortSignal,
): Promise<void> {
  const model = new OpenAiModel({ ...way, address: modelAddress(address) }, identifier);
  await model.complete(
    { messages: [{ role: "user", content: "Answer with OK." }], tools: [] },
    signal,
  );
}
