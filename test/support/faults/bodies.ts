import { searchOnlyModelId } from "../../../src/contract/builtInHubApi";
import type { Call } from "../../../src/builtInHub/service/call";
import { wireAnswer } from "../../../src/builtInHub/experts/wireAnswer";
import { stepOf } from "../../../src/builtInHub/tools/step";
import { hostileMarkdown, hostileText } from "./hostileMarkdown";

/** Wrong types in every field. */
export function wrongTypes(call: Call): unknown {
  switch (call.endpoint) {
    case "get_user":
      return [{ user: { user_id: 7, name: {}, user_metadata: "none", logins_count: "many" } }];
    case "get_expert":
      return [
        {
          id: "seven",
          name: 7,
          description: {},
          function_name: [],
          function_description: true,
          system_message: 0,
          profession: { a: 1 },
          locale: 1,
          createdAt: 5,
          updatedAt: false,
          publishedAt: {},
          apps: "none",
          expert_llm_models: { id: 1 },
          abilities: "many",
        },
      ];
    default:
      return { input: 5, chat_history: "none", output: { text: 1 }, intermediate_steps: 7 };
  }
}

/** Null in every optional field. */
export function nulls(call: Call): unknown {
  if (call.endpoint === "get_user") return [{ user: fields(userFields) }];
  if (call.endpoint === "get_expert") return [{ id: call.expertId, ...fields(expertFields) }];
  return { output: "A good answer.", input: null, chat_history: null, intermediate_steps: null };
}

/** A sound answer to any question. */
export function plainAnswer(call: Call): unknown {
  const output = "A good answer.";
  if (call.endpoint !== "invoke_agent") return { output };
  const { input_data: input = "", conversation_history: history = [] } = call.body;
  return wireAnswer({ input, history, output, steps: [] });
}

const sumOfProducts = /\d+(?: [+*] \d+)+/;

function valueOf(sum: string): string {
  const products = sum.split(" + ").map((product) => product.split(" * ").map(Number));
  return String(products.reduce((all, factors) => all + factors.reduce((a, b) => a * b), 0));
}

/** Sums and products with a step, and what stands behind `repeat:`, where no language model is asked. */
export function simpleAnswer(call: Call): unknown {
  if (call.endpoint !== "invoke_agent" && call.endpoint !== "invoke_llm") return undefined;
  if ((call.body.model_id ?? searchOnlyModelId) !== searchOnlyModelId) return undefined;
  const asked = call.endpoint === "invoke_llm" ? call.body.input_data?.at(-1)?.content : undefined;
  const input = call.endpoint === "invoke_agent" ? (call.body.input_data ?? "") : (asked ?? "");
  const [, repeated] = /^repeat: ([^]*)$/.exec(input) ?? [];
  const [query] = sumOfProducts.exec(input) ?? [];
  const result = query && valueOf(query);
  // The box of VS Code's chat takes no line breaks.
  const output = repeated?.replaceAll("⏎", "\n") ?? result;
  if (output === undefined) return undefined;
  if (call.endpoint === "invoke_llm") return { output };
  const steps = repeated === undefined ? [[stepOf("computation_engine", query ?? "", output)]] : [];
  return wireAnswer({ input, history: call.body.conversation_history ?? [], output, steps });
}

const userFields =
  "user_id email given_name family_name name nickname picture email_verified created_at updated_at last_login last_ip logins_count identities user_metadata app_metadata";
const expertFields =
  "name description function_name function_description system_message profession locale createdAt updatedAt publishedAt apps expert_llm_models abilities";

function fields(names: string): Record<string, null> {
  return Object.fromEntries(names.split(" ").map((name) => [name, null]));
}

/** Hostile text in every text field. */
export function hostile(call: Call): unknown {
  if (call.endpoint === "get_user")
    return [{ user: { user_id: "local|user", name: hostileText, nickname: hostileText } }];
  if (call.endpoint === "get_expert") {
    const named = { name: hostileText, locale: hostileText };
    return [
      {
        id: call.expertId,
        ...named,
        description: hostileMarkdown,
        function_name: hostileText,
        function_description: hostileMarkdown,
        system_message: hostileMarkdown,
        profession: hostileText,
        createdAt: hostileText,
        apps: { [hostileText]: hostileMarkdown },
        expert_llm_models: [{ id: 1, ...named, identifier: hostileText }],
        abilities: [{ id: 1, ...named, text: hostileMarkdown }],
      },
    ];
  }
  return {
    input: "",
    chat_history: [],
    output: hostileMarkdown,
    intermediate_steps: [[hostileStep]],
  };
}

const hostileStep = {
  tool: hostileText,
  tool_input: { query: hostileMarkdown },
  log: hostileMarkdown,
  message_log: [
    {
      content: hostileMarkdown,
      additional_kwargs: {
        tool_calls: [
          {
            index: 0,
            id: hostileText,
            type: hostileText,
            function: { name: hostileText, arguments: `{"not": json ${hostileText}` },
          },
        ],
      },
    },
  ],
  tool_call_id: hostileText,
};
