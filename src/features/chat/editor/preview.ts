import { sizeOf } from "../../../contract/sizes";
import type { PreviewView } from "../../../page/protocol/requestViews";
import type { PreparedQuestion } from "../../asking/core/preparedQuestion";
import { historyIn } from "../../conversation/core/fittedRequest";
import { inputParts } from "../../conversation/core/inputData";
import { omittedInWords, sentQuestion } from "../../conversation/core/omitted";
import type { HubRequest } from "../../conversation/core/question";

/** The request that Send would send, as the page shows it. */
export function previewView(prepared: PreparedQuestion): PreviewView {
  const { sent: request, question, omitted } = prepared;
  const history = historyIn(request);
  return {
    endpoint: request.endpoint,
    json: indented(request),
    size: sizeOfText(JSON.stringify(request.body)),
    parts: inputParts(sentQuestion(prepared)).map(({ name, text }) => ({
      name,
      length: text.length,
      size: sizeOfText(text),
    })),
    omitted: omitted && omittedInWords(omitted, question.attachments),
    historySize: history.length > 0 ? sizeOfText(JSON.stringify(history)) : undefined,
  };
}

export const indented = ({ body }: HubRequest): string => JSON.stringify(body, undefined, 2);

const sizeOfText = (text: string): string => sizeOf(Buffer.byteLength(text));
