import { HubError } from "../../hub/errors";
import type { Chats } from "../../app/chat/openChats";
import type { Output, OutputRef } from "./output";
import type { CommandId } from "../workbench/manifest";
import type { Command } from "../workbench/command";
import type { OutputAction } from "../../kit/vocabulary";

/** Uses the last answer, or the block given as `{ turnId, blockIndex }`. */
abstract class UseOutput implements Command {
  abstract readonly id: CommandId;
  protected abstract readonly action: OutputAction;
  readonly #chats: Chats;
  readonly #output: Output;

  constructor(chats: Chats, output: Output) {
    this.#chats = chats;
    this.#output = output;
  }

  async run(given?: unknown): Promise<void> {
    const ref = refIn(given);
    const answer = ref ? this.#chats.turn(ref.turnId) : this.#chats.lastAnswer;
    if (!answer)
      throw new HubError("not-found", ref ? "There is no such answer." : "There is no answer yet.");
    const { conversation, turn } = answer;
    await this.#output.use(conversation, { turnId: turn.id, ...ref }, this.action);
  }
}

export class InsertOutput extends UseOutput {
  readonly id = "expertHub.insertOutput";
  protected readonly action = "insert";
}

export class ReplaceSelection extends UseOutput {
  readonly id = "expertHub.replaceSelection";
  protected readonly action = "replace";
}

export class CopyOutput extends UseOutput {
  readonly id = "expertHub.copyOutput";
  protected readonly action = "copy";
}

export class NewFileFromOutput extends UseOutput {
  readonly id = "expertHub.newFileFromOutput";
  protected readonly action = "newFile";
}

function refIn(given: unknown): OutputRef | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { turnId, blockIndex } = given as Record<string, unknown>;
  if (typeof turnId !== "string") return undefined;
  return { turnId, ...(typeof blockIndex === "number" && { blockIndex }) };
}
