export {
  answerBlocks as codeBlocks,
  soleBlock,
  type AnswerBlock as CodeBlock,
} from "../../../kit/answerBlocks";
