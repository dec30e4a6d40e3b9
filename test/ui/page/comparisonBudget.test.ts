import { keepsBudget, yardstick } from "../../support/machineSpeed";
import { itWithAll } from "../../support/testSize";
import { fourWaiting, streamFour } from "./fourStreams";
import { useChromium } from "./suite";

const taskMs = 50;

describe("four answers that are compared while they come", () => {
  const { openComparison } = useChromium();

  itWithAll("have no task over 50 ms, with one of 5 MB", async () => {
    const opened = await openComparison(fourWaiting(), { width: 1600 });
    // Once for what is loaded and compiled.
    await streamFour(opened, 1);
    await keepsBudget(
      async () => {
        const longest = await streamFour(opened, 5);
        console.log(`      longest task ${Math.round(longest)} ms`);
        return longest / taskMs;
      },
      () => opened.page.evaluate(yardstick),
    );
  });
});
