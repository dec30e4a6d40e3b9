import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AgentRequest } from "../../../../src/contract/types";
import type { Example } from "../../../../src/builtInHub/exact/exactAbility";
import { startBuiltInHub, type RunningHub } from "../../../../src/builtInHub/index";
import { attach, key, post } from "../hubUnderTest";

/** What the hub says: an answer, or the sentence that refuses. */
export interface Outcome {
  readonly isAnswer: boolean;
  readonly text: string;
}

const files: Readonly<Record<string, string>> = {
  "src/cart.ts":
    "export function totalOf(items: number[]): number {\n  // TODO round\n  return items.length;\n}\n",
  "src/main.ts": 'import { totalOf } from "./cart";\n\nconsole.log(totalOf([1]));\n',
};

/** A hub with a folder of two files, for one suite. */
export function hubWithFolder(): {
  ask(input: string, more?: AgentRequest): Promise<Outcome>;
} {
  let folder = "";
  let hub: RunningHub;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "expert-hub-"));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    hub = await startBuiltInHub({ key, folders: [{ name: "shop", path: folder }] });
  });
  after(async () => {
    await hub.close();
    await rm(folder, { recursive: true });
  });
  return {
    async ask(input, more = {}) {
      const request = { expert_id: 5, input_data: input, ...more };
      const response = await post(hub, "/api/v1/invoke_agent", request);
      const body = (await response.json()) as { output?: string; message?: string };
      if (response.status === 200) return { isAnswer: true, text: body.output ?? "" };
      if (response.status === 501) return { isAnswer: false, text: body.message ?? "" };
      throw new Error(`${response.status}: ${body.message}`);
    },
  };
}

/** An example as a user sends it. */
export function inputOf({ question, attached, language }: Example): string {
  return attached === undefined ? question : attach(question, attached, language);
}
