import assert from "node:assert/strict";
import { workbench as expertId } from "../../support/builtInExperts";
import { awaitProbe, probeExtension } from "../../support/probe";
import { describeWithAll } from "../../support/testSize";
import { chatFrame, decide, openWorkbench, type Workbench } from "../../support/workbench";
import { weigh, work, type Weight } from "../../support/workingDay";

describeWithAll("a working day in a window", () => {
  let window: Workbench;
  let probe: Awaited<ReturnType<typeof awaitProbe>>;

  before(async () => {
    probe = await awaitProbe();
    window = await openWorkbench({ others: [probeExtension], env: probe.env });
  });
  after(async () => {
    await window.close();
    probe.close();
  });

  it("L5 leaves the memory of the host and of the pages within 5 % of that after ten questions", async () => {
    const day = { page: window.page, order: await probe.order };
    await day.order("run", { command: "expertHub.startLocalHub" });
    const chat = chatFrame(window.page);
    await chat.locator("#question").waitFor();
    const question = { expertId, input: "Where is CartBadge?" };
    // A command is not the user in the chat, so that the search of the folder takes an agreement.
    const first = day.order("run", { command: "expertHub.ask", args: [question] });
    await decide(chat, "Send");
    await first;
    await work(day, { questions: 10, chats: 10, comparisons: 2 }, question);
    const before = await weigh(day);
    await work(day, { questions: 890, chats: 90, comparisons: 8 }, question);
    const after = await weigh(day);
    const told = (part: keyof Weight) => `${part}: ${before[part]} became ${after[part]}`;
    console.log(`      ${told("host")}, ${told("page")}, ${told("nodes")}`);
    for (const part of ["host", "page", "nodes"] as const)
      assert.ok(after[part] < before[part] * 1.05, told(part));
  });
});
