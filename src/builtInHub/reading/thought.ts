import { bare } from "./request";

const asks =
  /^(?:(?:i|we|you|want|need|would like|like|help|me|us|let'?s|to)\s+)*(?:why|write|generate|create|make me|build|refactor|rewrite|rephrase|improve|summari[sz]e|translate|suggest|fix|implement|document|design|explain|describe|recommend|optimi[sz]e|simplify|review|debug|comment|port|migrate|plan|compare|complete|finish|propose|teach|tell me (?:about|why|how)|add|how (?:do|can|should|would|could|to|does|is)\b(?! (?:i )?(?:long|many|much))|what(?:'s| is| are)? (?:wrong|the (?:bug|problem|issue|difference|best|point|purpose|meaning))|what (?:does|do|would|should|could|happens)|should|could|is there|is it|is this|are there|are these|does|do)\b/i;

const makes =
  /^(?:\S+\s+){0,4}?(?:write|generate|create|make|build|implement|design|draft|add|give me|show me)\s+(?:me\s+)?(?:(?:a|an|the|some|more|unit|another|my)\s+)+(?:[\w-]+\s+){0,3}?(?:function|method|class|script|program|tests?|query|regexp?|pattern|component|code|module|poem|story|e-?mail|message|readme|docs?|documentation|comments?|types?|interface|schema|example|parser|cli|app|endpoint|api)\b/i;

const howTo = /^(?:how (?:do|can|should|would|could) (?:i|you|we|one)|how to)\b/i;

/** How much a question is one for a language model. */
export type Thought = "none" | "likely" | "certain";

/** Whether the words ask for what no rule can give: reasons, judgement, new text or code. */
export function thoughtIn(words: string): Thought {
  const request = bare(words);
  if (makes.test(request)) return "certain";
  return asks.test(request) || howTo.test(request) ? "likely" : "none";
}
