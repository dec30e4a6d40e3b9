// Requests a result in less time than the mathematics library takes to load, then with enough time.
import { Computation } from "../../../src/builtInHub/tools/computation";
import { TookTooLong, withTimeLimit } from "../../../src/builtInHub/tools/timeLimit";

const computation = new Computation([], undefined);
try {
  await withTimeLimit(20, () => computation.evaluate(["2 ** 10"]));
} catch (error) {
  if (!(error instanceof TookTooLong)) throw error;
}
const [result] = await computation.evaluate(["2 ** 10"]);
console.log(result?.value);
