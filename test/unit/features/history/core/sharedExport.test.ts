import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import {
  fromJson,
  toJson,
  toMarkdown,
} from "../../../../../src/features/history/core/conversationExport";
import {
  withoutPrivate,
  type Private,
} from "../../../../../src/features/history/core/withoutPrivate";
import { HubError } from "../../../../../src/contract/errors";
import { naughtyStrings } from "../../../../support/corpora";
import { sized } from "../../../../support/testSize";
import { closeAll } from "../../../client/hubFixture";
import { bodyOf, realAsking, realKey, toQuestions } from "../../asking/core/realQuestion";
import { assertNoPart, keysOfEveryLength, spellings } from "../../../contract/secrets/keySpellings";
import { done, turn } from "../../conversation/core/savedTurns";

const home = "/home/ada-canary";
const folder = "/home/ada-canary/work/shop";
const userId = "auth0|user-canary-77";
const folders = [
  { path: home, shown: "~" },
  { path: folder, shown: "shop" },
  { path: String.raw`C:\Users\AdaCanary`, shown: "~" },
];
const own: Private = { keys: [realKey], ids: [userId], folders };

/** A hub that returns everything it was sent, as fields, as text, and as a command. */
const repeating = toQuestions((exchange) => {
  const body = bodyOf(exchange);
  const { session_id: session } = body as { session_id?: string };
  const chat_history = [
    ...(body.conversation_history ?? []),
    { role: "user", content: body.input_data },
  ];
  const step = {
    tool: "shell",
    tool_input: { query: `read ${folder}/cart.ts`, user_id: userId },
    log: `session ${session} in file://${home}/work, key ${realKey}`,
  };
  return {
    output: `Read \`${folder}/cart.ts\` there.`,
    chat_history,
    request: body,
    session_id: session,
    meta: { sessionId: session, userId, user_id: 7 },
    curl: exchange.request,
    cwd: String.raw`c:\users\adacanary\work`,
    intermediate_steps: [[step]],
  };
});

/** A conversation with both hubs, reached over real sockets. */
async function asked(): Promise<Conversation> {
  const { ask, connection, store, own: server } = await realAsking(repeating);
  const conversation = new Conversation();
  await store.set(`user:${server.origin}`, { user_id: userId });
  await ask(conversation, { typed: `What does ${folder}/cart.ts do?` });
  const attachment = {
    id: "a",
    text: "2 * 8",
    languageId: "ts",
    label: "a.ts:1",
    detail: "1 line",
    origin: { uri: "file:///mnt/adacanary/a.ts", start: 0, end: 5, single: true },
  };
  await ask(conversation, { typed: "And this?", attachments: [attachment] });
  await connection.useBuiltIn(true);
  await store.set("user:built-in", { user_id: userId });
  await ask(conversation, { typed: "12 * 12", expertId: 1 });
  await ask(conversation, { typed: "nobody", expertId: 999_999 });
  return conversation;
}

function canariesOf({ changes }: Conversation): string[] {
  const ids = changes.flatMap((change) => {
    if (change.kind === "session") return [change.sessionId];
    if (change.kind !== "turn" || change.turn.sent.endpoint !== "invoke_agent") return [];
    const { session_id: session, user_id: user } = change.turn.sent.body;
    return [session, user].filter((id) => id !== undefined);
  });
  return [...ids, realKey, folder, home, "adacanary"];
}

const parsers = [true, false].map((html) => new MarkdownIt({ html }));

/** The title and the second-level headings, as a Markdown parser finds them. */
function headings(markdown: string, parser: (typeof parsers)[number]): string[] {
  const tokens = parser.parse(markdown, {});
  return tokens.flatMap(({ type, tag, level }, at) =>
    type === "heading_open" && level === 0 && ["h1", "h2"].includes(tag)
      ? [tokens[at + 1]!.content]
      : [],
  );
}

function assertTurns(conversation: Conversation): void {
  const markdown = toMarkdown(conversation);
  for (const parser of parsers) {
    const [title, ...found] = headings(markdown, parser);
    assert.equal(title, "Title");
    assert.deepEqual(
      found.map((heading) => (heading.startsWith("You, ") ? "You" : heading)),
      conversation.turns.flatMap(() => ["You", "One"]),
      markdown,
    );
  }
}

function conversationOf(exchanges: readonly (readonly [string, string])[]): Conversation {
  const conversation = new Conversation();
  exchanges.forEach(([typed, output], at) =>
    conversation.put(turn(`t${at}`, done(output), { question: { typed, expertId: 1 } })),
  );
  conversation.rename("Title");
  return conversation;
}

describe("an export", () => {
  afterEach(closeAll);

  it("Q10 holds no session, user id, key or path of this computer, wherever a hub repeats them", async () => {
    const conversation = await asked();
    const canaries = canariesOf(conversation);
    assert.ok(canaries.includes(userId) && canaries.length >= 10, "the questions had none");
    const whole = JSON.stringify(conversation.changes).toLowerCase();
    const shared = withoutPrivate(conversation, own);
    for (const text of [toJson(shared), toMarkdown(shared)]) {
      for (const canary of canaries)
        assert.equal(text.toLowerCase().includes(canary.toLowerCase()), false, canary);
      assert.ok(text.includes("shop/cart.ts"));
    }
    // Only the key was never included.
    const missed = canaries.filter((one) => !whole.includes(one.toLowerCase()));
    assert.deepEqual([...new Set(missed)], [realKey]);
  });

  it("Q10 holds no id of a user who is not the current one", async () => {
    const shared = withoutPrivate(await asked(), { ...own, ids: [] });
    for (const text of [toJson(shared), toMarkdown(shared)])
      assert.equal(text.includes(userId), false);
  });

  it("Q10 comes back as the same turns, without what it left out", async () => {
    const conversation = withoutPrivate(await asked(), own);
    assert.equal(conversation.turns.length, 4);
    const back = new Conversation(fromJson(Buffer.from(toJson(conversation))));
    assert.deepEqual(back.turns, conversation.turns);
    const states = back.turns.map(({ result }) => result.state);
    assert.deepEqual(states, ["done", "done", "failed", "failed"]);
    const [first] = back.turns;
    assert.ok(first?.result.state === "done");
    assert.equal(first.question.typed, "What does shop/cart.ts do?");
    assert.equal(first.result.received.value.output, `Read \`shop/cart.ts\` there.`);
    assert.equal(first.result.received.value.intermediate_steps[0]?.[0]?.tool, "shell");
  });

  it("Q10 changes no word in which a short id or a single folder stands", () => {
    const conversation = conversationOf([["u and root", "/home/ada-canaryx, a.ada"]]);
    const shared = withoutPrivate(conversation, { keys: [], ids: ["u"], folders });
    assert.deepEqual(shared.turns, conversation.turns);
  });

  it("Q10 hides ids of sessions and users that only the hub knows, and secrets in names and errors", () => {
    const conversation = new Conversation();
    const raw = {
      output: "Fine.",
      intermediate_steps: [],
      session_id: "made-by-the-hub",
      echo: [{ userId: 77, user_id: null, SessionID: "other", id: "plain" }],
    };
    const value = { output: raw.output, intermediate_steps: [] };
    const asked = { expertId: 1, expertName: "One abc123", hubScope: "x", builtIn: false };
    const details = { status: 400, hubMessage: "No abc123." };
    const error = new HubError("invalid-request", "Not abc123.", details);
    const received = { value, raw, bytes: 1, elapsedMs: 1 };
    conversation.put(turn("1", { state: "done", received }, { asked }));
    conversation.put(turn("2", { state: "failed", error }));
    const soFar = { output: "Half of abc123", intermediate_steps: [] };
    conversation.put(turn("3", { state: "stopped", soFar }));
    const { turns } = withoutPrivate(conversation, { keys: [], ids: ["abc123"], folders: [] });
    const [one, two] = turns.map(({ result }) => result);
    assert.ok(one?.state === "done" && two?.state === "failed");
    assert.deepEqual(one.received.raw, {
      ...raw,
      session_id: "••••",
      echo: [{ userId: "••••", user_id: null, SessionID: "••••", id: "plain" }],
    });
    assert.equal(JSON.stringify([turns, two.error]).includes("abc123"), false);
    assert.deepEqual([two.error.kind, two.error.details.status], ["invalid-request", 400]);
    assert.doesNotMatch(`${two.error.message} ${two.error.details.hubMessage}`, /abc123/);
  });

  it("Q10 hides a secret of six characters, and one that is the name of a field", () => {
    const conversation = new Conversation();
    const raw = { output: "Fine: abc123.", intermediate_steps: [], "of abc123": 1 };
    const value = { output: raw.output, intermediate_steps: [] };
    const received = { value, raw, bytes: 1, elapsedMs: 1 };
    conversation.put(turn("t", { state: "done", received }));
    const shared = withoutPrivate(conversation, { keys: [], ids: ["abc123"], folders: [] });
    assert.equal(JSON.stringify(shared.changes).includes("abc123"), false);
  });

  it("K19 hides a key in any spelling, also where the user wrote it", () => {
    for (const key of keysOfEveryLength()) {
      const output = spellings(key)
        .map(([how, spelled]) => `${how}: ${spelled}`)
        .join(";\n");
      const value = { output, intermediate_steps: [] };
      const received = { value, raw: value, bytes: 1, elapsedMs: 1 };
      const conversation = new Conversation();
      conversation.put(turn("t", { state: "done", received }));
      const shared = withoutPrivate(conversation, { keys: [key], ids: [], folders: [] });
      const { result } = shared.turns[0]!;
      assert.ok(result.state === "done" && result.received.value.output.includes("in HTML: ••••"));
      assertNoPart(result.received.value.output, key, "the export");
    }
  });

  const endings: [string, string][] = [
    ["an open fence", "So:\n\n```ts\nlet a = 1;"],
    ["an open fence of tildes", "~~~~\ncode\n~~~"],
    ["an open fence in a list", "- one\n\n  ```\n  code"],
    ["an open comment", "Look: \n\n<!-- not closed"],
    ["an open script", "<script>\nlet a = 1;\n"],
    ["an open text area", "<textarea>\n\n"],
    ["an instruction", "<?php echo 1;"],
    ["a declaration", "<!DOCTYPE html"],
    ["character data", "<![CDATA[ x"],
    ["a fence in an open comment", "<!--\n```\n"],
    ["a comment in an open fence", "```html\n<!--"],
    ["a fence within a longer one", "`````md\n```\n"],
    ["headings", "# One\n\n## You, 1.1.2026\n\nTwo\n===\n\nThree\nand more\n---\n\n##\n"],
    ["a definition", "[a]:\n"],
    ["an open tag", "<div>\n\n<table"],
    ["a table", "| a | b |\n| - | - |\n| 1"],
    ["an empty heading above a rule, in character data", "<![CDATA[\n# \n---"],
    ["an indented heading", "   ## You\n\n    ## code"],
  ];
  for (const [name, text] of endings)
    it(`Q10 has every turn as Markdown where one ends with ${name}`, () => {
      assertTurns(
        conversationOf([
          ["first", text],
          [text, "second"],
          [text, text],
          ["last", "end"],
        ]),
      );
    });

  it("Q10 has every turn as Markdown where strings are naughty", () => {
    assertTurns(conversationOf(naughtyStrings().map((text) => [text, text])));
  });

  it("Q10 has every turn as Markdown, whatever is put together", () => {
    const piece = fc.constantFrom(
      ..."# |## |=== |--- |```|~~~|`````|<!--|-->|<script>|</script>|<pre|<?|?>|<![CDATA[|]]>".split(
        "|",
      ),
      ..."> |- |1. |    |\t|[a]: |<div>|<b>|You, 1|word|\\|`|*|_|\r|\u2028|\0".split("|"),
      "\n",
      "\n",
      "\n\n",
    );
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 3 }), (exchanges) =>
        assertTurns(conversationOf(exchanges)),
      ),
      { numRuns: sized(500, 2000) },
    );
  });

  it("Q10 keeps an answer as it is where nothing in it touches the turns", () => {
    const answer = "### Why\n\n```ts\n# no heading\n```\n\n> ## quoted\n\n<b>bold</b>";
    assert.ok(toMarkdown(conversationOf([["# typed", answer]])).includes(`\n\n${answer}\n`));
  });

  it("Q10 shows a question as it was typed", () => {
    const markdown = toMarkdown(conversationOf([["# comment\nb\n===", "ok"]]));
    const rendered = parsers[0]!.render(markdown);
    assert.ok(rendered.includes("<p># comment\nb\n===</p>"), rendered);
  });
});
