import { t } from "../../../kit/l10n";
import { code } from "../../markdown";
import { TookTooLong, withOwnTimeLimit } from "../../tools/timeLimit";
import type { ExactAbility } from "../exactAbility";
import { regexRequest } from "./regexRequest";

const milliseconds = 250;

export const regularExpression: ExactAbility = {
  id: 43,
  name: () => t("Regular expressions"),
  text: () =>
    t(
      "Explains a JavaScript regular expression between slashes piece by piece, says whether it matches a text, and lists what it matches in an attached one.",
    ),
  examples: [
    { question: String.raw`explain /^\d{4}$/`, answer: "a digit, 4 times" },
    { question: String.raw`does "foo123" match /^[a-z]+\d+$/`, answer: "Yes" },
    { question: String.raw`/\d+/`, attached: "a1\nb22", answer: "2:2" },
  ],
  read: (question) => {
    const request = regexRequest(question);
    if (!request || "refusal" in request) return request;
    return {
      answer: async () => {
        const { answerRegex } = await import("./matches");
        try {
          return withOwnTimeLimit(milliseconds, () => answerRegex(request));
        } catch (error) {
          const name = code(`/${request.pattern}/${request.flags}`);
          return error instanceof TookTooLong
            ? `${name} was stopped after ${milliseconds} ms: it takes too long on this text.`
            : `${name} is not clear or not valid in JavaScript: ${(error as Error).message}`;
        }
      },
    };
  },
};
