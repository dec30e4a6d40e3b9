import assert from "node:assert/strict";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { bodyOf } from "../../asking/core/realQuestion";
import { closeAll } from "../../../client/hubFixture";
import { clients } from "./clients";
import { mcpFixture } from "./mcpFixture";

for (const [version, connect] of Object.entries(clients))
  describe(`a client of MCP ${version}`, () => {
    afterEach(closeAll);

    it("N5 finds the tools, and a tool of its own for each saved expert", async () => {
      const { server } = await mcpFixture();
      const { client } = await connect(server.url);
      assert.equal(client.getServerVersion()?.title, "Expert Hub");
      assert.equal(client.getInstructions(), "Ask.");
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ["expertHub_askExpert", "expertHub_listExperts", "expert_7_seven", "expert_8_seven"],
      );
      assert.deepEqual(
        tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name),
        ["expertHub_listExperts"],
      );
    });

    it("N5 gets answers, and the sentence of a failure", async () => {
      const { server, questions, calls } = await mcpFixture();
      const { ask } = await connect(server.url);
      const { text, isError } = await ask("Why?", { tool: "expert_8_seven" });
      assert.match(text, /Fine\./);
      assert.equal(isError, false);
      assert.equal(questions()[0]?.["expert_id"], 8);
      assert.equal(calls[0]?.holder, "editor");
      assert.deepEqual(await ask(" "), {
        text: "expertHub_askExpert needs a question as text.",
        isError: true,
      });
      await assert.rejects(ask("Why?", { tool: "expert_404" }), /Unknown tool/);
    });

    it("N5 gets its own result for each of 100 calls at once", async () => {
      const { server, hold, held } = await mcpFixture();
      const { ask } = await connect(server.url);
      hold(true);
      let done = 0;
      const all = Array.from({ length: 100 }, async (_, at) => {
        const { text } = await ask(`Question ${at}?`);
        done++;
        return text;
      });
      await until("all are answered", () => {
        // The latest first, so that no order helps.
        for (const { socket, request } of held.splice(0).toReversed())
          socket.write(rawJson({ output: `Answer to ${bodyOf({ request }).input_data}` }));
        return done === 100;
      });
      for (const [at, text] of (await Promise.all(all)).entries())
        assert.ok(text.includes(`Answer to Question ${at}?`), text);
    });

    it("N5 cancels its question, and no other", async () => {
      const { server, hold, held, calls } = await mcpFixture();
      const [{ ask }, other] = [await connect(server.url), await connect(server.url)];
      hold(true);
      const stopping = new AbortController();
      const stopped = ask("Why?", { signal: stopping.signal });
      await until("the hub has the first", () => held.length === 1);
      const going = other.ask("Still there?");
      await until("the hub has both", () => held.length === 2);
      const closed = new Promise((resolve) => held[0]!.socket.once("close", resolve));
      stopping.abort();
      await assert.rejects(stopped);
      await until("the response has ended", () => calls[0]!.gone.aborted);
      assert.equal(calls[0]!.signal.aborted, true, "not only when the hub does not answer in time");
      await closed;
      assert.deepEqual(
        calls.map(({ signal }) => signal.aborted),
        [true, false],
      );
      held[1]!.socket.write(rawJson({ output: "Late." }));
      assert.match((await going).text, /Late\./);
    });
  });
