import assert from "node:assert/strict";
import { expertOf, fileFolder } from "./fileFolder";

const toolsOf = async (line: string) =>
  (await expertOf(`---\nname: x\n${line}\n---\ny`)).expert?.tools;

describe("files of VS Code and Copilot", () => {
  it("become experts: the front matter the record, the body the system message", async () => {
    const { expert, problems } = await expertOf(
      [
        "---",
        "name: Reviewer",
        "description: Reviews changes without editing files",
        "tools: ['read', 'search/codebase', 'web/fetch', 'github/*']",
        "model: ['Claude Sonnet 4.5 (copilot)', 'GPT-5']",
        "argument-hint: Which change?",
        "handoffs:",
        "  - label: Fix",
        "    agent: fixer",
        "    send: false",
        "mcp-servers:",
        "  docs: { type: local, command: docs, args: ['--stdio'] }",
        "---",
        "# Reviewer",
        "",
        "Look for errors.",
        "",
      ].join("\n"),
    );
    assert.deepEqual(problems, []);
    assert.equal(expert?.record.name, "Reviewer");
    assert.equal(expert.record.description, "Reviews changes without editing files");
    assert.equal(expert.record.system_message, "# Reviewer\n\nLook for errors.");
    assert.equal(expert.systemMessage, expert.record.system_message);
    assert.deepEqual(expert.models, ["Claude Sonnet 4.5 (copilot)", "GPT-5"]);
    assert.deepEqual(expert.tools, [
      "computation_engine",
      "document_retriever",
      "workspace_connector",
    ]);
    assert.match(String(expert.record.updatedAt), /^20\d\d-\d\d-\d\dT/);
  });

  it("are called like their file where they say no name", async () => {
    for (const [file, name] of [
      [".github/agents/plan-reviewer.agent.md", "plan-reviewer"],
      [".github/agents/Data.md", "Data"],
      [".claude/agents/code.review.md", "code.review"],
      [".claude/agents/two words.md", "two words"],
    ] as const) {
      const { expert } = await expertOf("---\nname:\ndescription: x\n---\ny", file);
      assert.equal(expert?.record.name, name);
    }
  });

  it("reads files of VS Code and Copilot without front matter", async () => {
    const { expert, problems } = await expertOf("You review.\n\n---\n\nPolitely.\n");
    assert.deepEqual(problems, []);
    assert.equal(expert?.record.name, "reviewer");
    assert.equal(expert.record.description, "");
    assert.equal(expert.systemMessage, "You review.\n\n---\n\nPolitely.");
    assert.equal(expert.tools, undefined);
    assert.deepEqual(expert.models, []);
  });

  it("may have an empty front matter, and a description alone", async () => {
    assert.equal((await expertOf("---\n---\nBody")).expert?.systemMessage, "Body");
    const { expert } = await expertOf("---\ndescription: Plans\n---");
    assert.equal(expert?.record.description, "Plans");
    assert.equal(expert.systemMessage, "");
  });

  it("may begin with a byte order mark and end their lines as on Windows", async () => {
    const { expert, problems } = await expertOf(
      "\uFEFF---\r\nname: Reviewer\r\ndescription: >\r\n  Reads\r\n  all.\r\n--- \r\nOne\r\nTwo\r\n",
    );
    assert.deepEqual(problems, []);
    assert.equal(expert?.record.name, "Reviewer");
    assert.equal(expert.record.description, "Reads all.");
    assert.equal(expert.systemMessage, "One\nTwo");
  });

  it("may write the description over several lines", async () => {
    for (const [written, read] of [
      ["|\n  One\n  Two", "One\nTwo"],
      [">-\n  One\n  Two", "One Two"],
      ["One\n  Two", "One Two"],
      ['"One\\nTwo"', "One\nTwo"],
      ["'It''s one'", "It's one"],
    ]) {
      const { expert } = await expertOf(`---\ndescription: ${written}\nname: X\n---\ny`);
      assert.equal(expert?.record.description, read);
      assert.equal(expert?.record.name, "X");
    }
  });

  it("keep a value as it is written, whatever YAML takes it for", async () => {
    for (const name of ["007", "true", "1e3", "2026-11-22", "0x1F"]) {
      const { expert } = await expertOf(`---\nname: ${name}\n---\ny`);
      assert.equal(expert?.record.name, name);
    }
  });

  it("are left out where they are for other agents only, and README.md is none", async () => {
    const folder = await fileFolder({
      ".github/agents/inner.agent.md": "---\nuser-invocable: false\n---\nInner",
      ".github/agents/README.md": "# Our agents",
      ".github/agents/notes.txt": "x",
      ".github/agents/deep/er.agent.md": "x",
      ".github/agents/outer.agent.md": "---\nuser-invocable: true\n---\nOuter",
    });
    assert.deepEqual(
      (await folder.experts()).map(({ record }) => record.name),
      ["outer"],
    );
    assert.deepEqual(await folder.problems(), []);
    await folder.remove();
  });
});

describe("files of Claude Code", () => {
  const file = ".claude/agents/code-reviewer.md";
  const effortIn = async (line: string) => {
    const { expert, problems } = await expertOf(`---\nname: x\n${line}\n---\ny`, file);
    return [expert?.reasoningEffort, ...problems.map((problem) => problem.slice(file.length))];
  };

  it("list their tools as text, and have models of their own", async () => {
    const { expert, problems } = await expertOf(
      "---\nname: code-reviewer\ndescription: Expert review. Use proactively.\ntools: Read, Grep, Glob, Bash(git diff:*, git log:*), WebFetch, mcp__x__y\nmodel: inherit\ncolor: cyan\n---\n\nYou review.",
      file,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(expert?.tools, [
      "computation_engine",
      "document_retriever",
      "workspace_connector",
    ]);
    assert.deepEqual(expert.models, []);
    const sonnet = await expertOf("---\nname: x\nmodel: sonnet\n---\ny", file);
    assert.deepEqual(sonnet.expert?.models, ["sonnet"]);
  });

  it("say how long a model thinks, in the words of several products", async () => {
    for (const field of ["effort", "reasoning_effort", "reasoning-effort", "reasoningEffort"])
      assert.deepEqual(await effortIn(`${field}: Medium`), ["medium"]);
    assert.deepEqual(await effortIn("effort: max"), ["high"]);
    assert.deepEqual(await effortIn("effort: minimal"), ["low"]);
    assert.deepEqual(await effortIn("color: red"), [undefined]);
    assert.deepEqual(await effortIn("effort: constructor"), [
      undefined,
      ":3 warning “effort” must be low, medium or high, so it is ignored.",
    ]);
  });

  it("have descriptions with colons, quotes and line breaks that no YAML allows", async () => {
    const { expert, problems } = await expertOf(
      [
        "---",
        "name: tester",
        'description: Use this agent when testing. Examples: <example>user: "Test it" # now</example>',
        "",
        "<example>",
        'user: "Again"',
        "- with: a list",
        "</example>",
        "",
        "tools: Read",
        "color: pink",
        "---",
        "",
        "You test.",
      ].join("\n"),
      file,
    );
    assert.deepEqual(problems, []);
    assert.equal(
      expert?.record.description,
      'Use this agent when testing. Examples: <example>user: "Test it" # now</example>\n\n<example>\nuser: "Again"\n- with: a list\n</example>',
    );
    assert.deepEqual(expert.tools, ["computation_engine", "workspace_connector"]);
    assert.equal(expert.record.name, "tester");
  });

  it("still name the line of an error behind such a description", async () => {
    const { expert, problems } = await expertOf(
      "---\ndescription: one: two\n  three: four\nname: x\ntools: [Read\n---\ny",
      file,
    );
    assert.equal(expert, undefined);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? "", /code-reviewer\.md:[2-6] error The front matter is not valid/);
  });

  it("leaves out the tools that a file of Copilot excludes", async () => {
    const { expert } = await expertOf("---\ndisallowedTools: WebSearch, Read\n---\ny", file);
    assert.deepEqual(expert?.tools, ["computation_engine", "document_retriever"]);
  });
});

describe("the tools that a file allows", () => {
  it("are all where nothing is said, and none where the list is empty", async () => {
    assert.equal(await toolsOf("color: red"), undefined);
    assert.equal(await toolsOf("tools:"), undefined);
    assert.deepEqual(await toolsOf("tools: []"), []);
    assert.equal((await toolsOf("tools: ['*']"))?.length, 4);
  });

  it("Y9 are none, with a warning, where the field is misspelt", async () => {
    for (const field of ["tool", "Tools", "toools", "tolos", "allowed-tools", "allowedTools"])
      assert.deepEqual(await toolsOf(`${field}: [read]`), [], field);
    for (const field of ["disallowed-tools", "disallowedTool", "DisallowedTools"])
      assert.deepEqual(await toolsOf(`${field}: [read]`), [], field);
    for (const field of ["toolset", "hooks", "color", "skills", "mcp-servers"])
      assert.equal(await toolsOf(`${field}: [read]`), undefined, field);
    const { problems } = await expertOf("---\nname: x\ntool: [read]\n---\ny");
    assert.deepEqual(problems, [
      ".github/agents/reviewer.agent.md:3 warning “tool” is no field of an expert, but “tools” is. Until that is corrected, the expert has no tools.",
    ]);
  });

  it("may be named as in the service", async () => {
    assert.deepEqual(await toolsOf("tools: [web_search, document_retriever]"), [
      "web_search",
      "computation_engine",
      "document_retriever",
    ]);
  });

  it("may be a list over several lines, or an alias of one", async () => {
    assert.deepEqual(await toolsOf("tools:\n  - Search\n  - todo"), [
      "computation_engine",
      "workspace_connector",
    ]);
    assert.deepEqual(await toolsOf("mine: &mine [web]\ntools: *mine"), [
      "web_search",
      "computation_engine",
      "document_retriever",
    ]);
  });

  it("are none, with a warning, where they cannot be understood", async () => {
    const { expert, problems } = await expertOf("---\nname: x\ntools:\n  read: true\n---\ny");
    assert.deepEqual(expert?.tools, []);
    assert.deepEqual(problems, [
      ".github/agents/reviewer.agent.md:3 warning “tools” must be a list, so it counts as an empty one.",
    ]);
  });
});
