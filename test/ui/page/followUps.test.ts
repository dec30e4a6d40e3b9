import assert from "node:assert/strict";
import { answered, chat, pageState, turn } from "./fixtures";
import { useChromium } from "./suite";

const box = "#question";
const followUps = [
  { abilityId: 7, name: "Explain the code" },
  { abilityId: 9, name: "Write tests" },
];
const expert = { ...pageState.expert!, followUps };

describe("follow-ups", () => {
  const { open } = useChromium();

  it("fill the empty composer and choose the ability, and send nothing", async () => {
    const { page, nextCall, sent } = await open(chat([answered("One.")], { expert }));
    await page.getByRole("button", { name: "Write tests" }).press("Enter");
    assert.deepEqual((await nextCall("useAbility")).args, { abilityId: 9 });
    assert.equal(await page.inputValue(box), "Write tests");
    await page.keyboard.type(" for it");
    assert.equal(await page.inputValue(box), "Write tests for it");
    await page.getByRole("button", { name: "Explain the code" }).click();
    assert.deepEqual((await nextCall("useAbility")).args, { abilityId: 7 });
    assert.equal(await page.inputValue(box), "Write tests for it");
    assert.equal(
      sent.some(({ call }) => call === "send"),
      false,
    );
  });

  it("are joined by what leads to a better answer, below the text", async () => {
    const { result, ...found } = answered("These places fit best.");
    assert.ok(result.state === "done");
    const remedy = { action: "addModel", label: "Choose a Model" } as const;
    const searched = turn({
      ...found,
      result: { ...result, answer: { ...result.answer, remedy } },
    });
    const { page, nextCall } = await open(chat([searched]));
    await page.getByRole("button", { name: "Choose a Model" }).click();
    const { args } = await nextCall("resolveProblem");
    assert.deepEqual(args, { turnId: searched.id, action: "addModel" });
  });

  it("stand only below an answer that is the newest turn", async () => {
    const { page, post } = await open(chat([], { expert }));
    const group = page.getByRole("group", { name: "Follow up with another ability" });
    const asked = turn({ result: { state: "waiting" } });
    await post({ event: "turn", turn: asked });
    await page.getByText("Waiting…").waitFor();
    assert.equal(await group.isVisible(), false);
    await post({ event: "turn", turn: { ...answered("One."), id: asked.id } });
    await group.waitFor();
    await post({ event: "turn", turn: turn({ result: { state: "stopped" } }) });
    await group.waitFor({ state: "hidden" });
  });

  it("stay in sight at the end, and wrap in a narrow page", async () => {
    const long = [...followUps, { abilityId: 11, name: "W".repeat(200) }];
    const turns = [answered("Line.\n\n".repeat(60))];
    const { page } = await open(chat(turns, { expert: { ...expert, followUps: long } }), {
      width: 280,
    });
    const last = page.getByRole("button", { name: /^WW/ });
    await last.waitFor();
    await page.waitForFunction(() => {
      const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".transcript")!;
      return scrollHeight - scrollTop - clientHeight < 2;
    });
    const { x, width } = (await last.boundingBox())!;
    assert.ok(x + width <= 280);
  });
});
