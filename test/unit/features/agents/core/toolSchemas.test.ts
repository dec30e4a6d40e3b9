import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SearchIndex } from "../../../../../src/builtInHub/tools/workspace/searchIndex";
import { toolsFor } from "../../../../../src/builtInHub/tools/toolsFor";
import { McpTools } from "../../../../../src/features/agents/core/mcpTools";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";

/** Members of a `Schema` of the Gemini API; it answers others with 400, and so for every tool at once. */
const members = new Set([
  "anyOf",
  "default",
  "description",
  "enum",
  "example",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "nullable",
  "pattern",
  "properties",
  "propertyOrdering",
  "required",
  "title",
  "type",
]);

const formats: Readonly<Record<string, readonly string[]>> = {
  string: ["enum", "date-time"],
  integer: ["int32", "int64"],
  number: ["float", "double"],
};

/** Why Gemini would refuse a schema, with where. */
function objections(schema: unknown, where: string): string[] {
  if (typeof schema !== "object" || schema === null) return [`${where} is no object`];
  const given = schema as Record<string, unknown>;
  const { type, enum: values, format, items, properties = {}, required = [] } = given;
  const found = Object.keys(given).filter((name) => !members.has(name));
  const own: [boolean, string][] = [
    [typeof type !== "string", "has not one type"],
    [values !== undefined && type !== "string", "lists values that are no text"],
    [Array.isArray(values) && (values.length === 0 || values.includes("")), "lists nothing"],
    [format !== undefined && !formats[String(type)]?.some((one) => one === format), "has a format"],
    [(type === "array") !== (items !== undefined), "is an array without items, or the reverse"],
    [
      (required as string[]).some((name) => !(name in (properties as object))),
      "requires what it does not have",
    ],
  ];
  return [
    ...found.map((name) => `${where} has ${name}`),
    ...own.filter(([isWrong]) => isWrong).map(([, what]) => `${where} ${what}`),
    ...(items === undefined ? [] : objections(items, `${where}[]`)),
    ...Object.entries(properties as object).flatMap(([name, one]) =>
      objections(one, `${where}.${name}`),
    ),
  ];
}

function parametersOf(name: string, schema: object): string[] {
  const isTop = "type" in schema && schema.type === "object" && !("anyOf" in schema);
  return [
    ...(isTop ? [] : [`${name} does not take an object`]),
    ...(/^[a-z_][\w.-]{0,63}$/i.test(name) ? [] : [`${name} is no name`]),
    ...objections(schema, name),
  ];
}

describe("the schema of each tool", () => {
  it("is one that clients of Gemini's models take: MCP's", () => {
    const abilities = [
      { id: 3, name: "Three" },
      { id: 4, name: "" },
    ];
    const expert = { id: 8, name: "Ünder — 漢", abilities, expert_llm_models: [] };
    const list: SavedExpert[] = [{ id: 7 }, { id: 8, expert }];
    const roster = { list, current: undefined, get: () => undefined };
    const tools = new McpTools<undefined>({
      roster,
      ask: async () => assert.fail(),
      explain: String,
    }).list();
    assert.equal(tools.length, 4);
    assert.deepEqual(
      tools.flatMap(({ name, inputSchema }) => parametersOf(name, inputSchema)),
      [],
    );
  });

  it("is one that clients of Gemini's models take: VS Code's", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
      contributes: { languageModelTools: { name: string; inputSchema: object }[] };
    };
    const tools = contributes.languageModelTools;
    assert.equal(tools.length, 2);
    assert.deepEqual(
      tools.flatMap(({ name, inputSchema }) => parametersOf(name, inputSchema)),
      [],
    );
  });

  it("is one that Gemini's models take: those of the built-in hub, whatever is listed", () => {
    for (const urls of [["https://a.example", "https://a.example/#part"], ["no address"]]) {
      const tools = toolsFor(
        { input_data: "Why?", document_urls: urls },
        {},
        {
          index: new SearchIndex(() => [{ name: "shop", path: "." }]),
          cause: { by: "chat" },
          send: async () => assert.fail(),
          searchAddress: () => "https://search.example",
        },
      );
      assert.equal(tools.length, 4);
      assert.deepEqual(
        tools.flatMap(({ name, parameters }) => parametersOf(name, parameters)),
        [],
      );
    }
  });
});
