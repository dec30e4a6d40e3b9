import { quotedName } from "../../../kit/quotedName";
import { nameOf } from "../../../platform/core/naming";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { askExpertTool, collapsedText } from "./expertTools";

/** Models choose badly among more tools; the others are asked with `expertHub_askExpert`. */
const maxExpertTools = 50;

/** A saved expert as a tool of its own. */
interface SavedExpertTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
}

export function savedExpertTools({ list }: Pick<Roster, "list">): SavedExpertTool[] {
  return list.slice(0, maxExpertTools).map(toolOf);
}

/** The expert that a tool of this name asks, also if the expert was renamed since it was listed. */
export function savedExpertOf(toolName: string): number | undefined {
  const id = /^expert_(\d+)(?:_|$)/.exec(toolName)?.[1];
  return id === undefined ? undefined : Number(id);
}

function toolOf({ id, expert }: SavedExpert): SavedExpertTool {
  const { profession, description, abilities = [] } = expert ?? {};
  const title = collapsedText(nameOf("Expert", id, expert?.name));
  const does = [profession, description].filter(Boolean).map(collapsedText);
  const names = abilities.map((one) =>
    quotedName(collapsedText(nameOf("Ability", one.id, one.name))),
  );
  const { question, conversationId } = askExpertTool.inputSchema.properties;
  return {
    name: ["expert", id, slug(expert?.name)].filter(Boolean).join("_"),
    title,
    description: [
      `Ask the expert ${quotedName(title)}.`,
      ...does.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)),
      "The question has to contain everything that the expert needs to know.",
    ].join(" "),
    inputSchema: {
      type: "object",
      properties: {
        question,
        ...(names.length > 0 && {
          ability: {
            type: "string",
            description: `Name or ID of one of the abilities: ${names.join(", ")}.`,
          },
        }),
        conversationId,
      },
      required: ["question"],
    },
  };
}

/** What the names of tools may contain. */
function slug(name = ""): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join("_").slice(0, 30).replace(/_$/, "");
}
