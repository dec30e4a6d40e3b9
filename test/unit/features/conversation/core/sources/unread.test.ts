import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { decodeAgentAnswer } from "../../../../../../src/contract/decode";
import type { AgentRequest } from "../../../../../../src/contract/types";
import type { Turn } from "../../../../../../src/features/conversation/core/turn";
import { unreadPlaces } from "../../../../../../src/features/conversation/core/sources/unread";
import { linesAfter } from "../../../../../../src/kit/linesAfter";
import { fileIn, referencesIn } from "../../../../../../src/kit/references";
import { done } from "../savedTurns";
import { citedAnswers, citedFolder, surroundingsOf } from "../../../../../support/citedAnswers";

/** What a citation names, as the page finds it in the text. */
function placeIn(written: string): string {
  const [, target = written] = /^(?:\[[^\]]*\])?\((.*)\)$/.exec(written) ?? [];
  const bare = target.replaceAll(/[`<>]/g, "");
  const [reference] = referencesIn(bare);
  if (reference && "url" in reference) return reference.url;
  const file = fileIn(bare) ?? reference?.file;
  assert.ok(file, written);
  const lines = file.lines ?? linesAfter(bare.slice(reference?.to ?? bare.length));
  return lines ? `${file.path}:${lines.first}-${lines.last}` : file.path;
}

const isAttached = async (path: string) => path === "src/other.ts";
const sent = (body: AgentRequest): Turn["sent"] => ({ endpoint: "invoke_agent", body });

describe("what an answer cites", () => {
  let folder: string;
  before(async () => {
    folder = await citedFolder();
  });
  after(() => rm(folder, { recursive: true }));

  const anyTurn = async () => {
    const [first] = await citedAnswers(folder);
    return first?.turn ?? assert.fail();
  };

  it("U3 is marked in 50 answers exactly where no step has read it", async () => {
    const answers = await citedAnswers(folder);
    const invented = answers.flatMap((one) => one.invented);
    assert.deepEqual([answers.length, invented.length], [50, 20]);
    for (const { turn, markdown, real, invented: wrong } of answers) {
      const places = [...real, ...wrong].map(placeIn);
      const unread = await unreadPlaces(turn, places, surroundingsOf(folder));
      assert.deepEqual(unread, wrong.map(placeIn), markdown);
    }
  });

  it("is not marked in what was attached, nor in answers that could read nothing", async () => {
    const turn = await anyTurn();
    const surroundings = surroundingsOf(folder);
    const places = ["src/other.ts:900-900", "src/ghost.ts:3-3", "https://a.example/b"];
    const unreadIn = (changes: Partial<Turn>) =>
      unreadPlaces({ ...turn, ...changes }, places, surroundings);
    assert.deepEqual(await unreadIn({}), places.slice(0, 2));
    assert.deepEqual(await unreadPlaces(turn, places, { ...surroundings, isAttached }), [
      places[1],
    ]);
    const result = done("x");
    assert.deepEqual(await unreadIn({ result }), []);
    const tools = (tool_activation: AgentRequest["tool_activation"]) =>
      unreadIn({ result, sent: sent({ tool_activation }) });
    assert.deepEqual(await tools({ workspace_connector: true }), places.slice(0, 2));
    assert.deepEqual(await tools({ web_search: true }), places);
    assert.deepEqual(await tools({ computation_engine: true, web_search: false }), []);
    const document_urls = [places[2]!];
    const listed = { result, sent: sent({ document_urls }) };
    assert.deepEqual(await unreadIn(listed), places);
    const asked = { ...turn.asked, builtIn: false };
    assert.deepEqual(await unreadIn({ ...listed, asked }), places.slice(0, 2));
    const exact = { ...turn.asked, modelId: 1 };
    assert.deepEqual(await unreadIn({ ...listed, asked: exact }), []);
  });

  it("is found by a path that another computer wrote, or by the end of one", async () => {
    const turn = await anyTurn();
    const reading = (...paths: string[]) => {
      const steps = paths.map((path) => ({ tool: "read_file", tool_input: { path } }));
      const raw = { output: "x", intermediate_steps: [steps] };
      const received = { value: decodeAgentAnswer(raw), raw, bytes: 1, elapsedMs: 1 };
      return { ...turn, result: { state: "done" as const, received } };
    };
    const unread = (place: string, ...paths: string[]) =>
      unreadPlaces(reading(...paths), [place], surroundingsOf(folder));
    assert.deepEqual(await unread("src/cart.ts:3-3", "/srv/checkout/src/cart.ts"), []);
    assert.deepEqual(await unread("cart.ts:3-3", "src/cart.ts"), []);
    assert.deepEqual(await unread("lib/gone.py:3-3", "/srv/lib/gone.py"), []);
    assert.deepEqual(await unread("/srv/lib/gone.py:3-3", "lib/gone.py"), []);
    assert.deepEqual(await unread("合計は注文/合計.ts:3-3", "注文/合計.ts"), []);
    for (const [place, path] of [
      ["index.ts:5-5", "src/deep/index.ts"],
      ["src/deep/index.ts:5-5", "index.ts"],
      ["art.ts:3-3", "src/cart.ts"],
      ["other/cart.ts:3-3", "src/cart.ts"],
    ] as const)
      assert.deepEqual(await unread(place, path), [place]);
    for (const kept of ["example.com:80-80", "npm test src/a.ts:3-3", "foo.bar:1-1", "src/a.ts"])
      assert.deepEqual(await unread(kept, "index.ts"), []);
  });
});
