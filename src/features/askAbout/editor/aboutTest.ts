import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { Command } from "../../../platform/editor/commands";
import { askAbout } from "./askAbout";
import type { AboutCodeParts } from "./aboutProblem";
import { codeAttachment, textAttachment } from "./attachments";

/** Asks about a test: its code, and why it failed where its message is known. */
export function askAboutTest(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutTest",
    async run(given?: unknown): Promise<void> {
      const { test, message } = testIn(given);
      if (!test) return;
      const attachments: Attachment[] = [];
      if (test.uri && test.range)
        attachments.push(await codeAttachment(parts.attacher, test.uri, test.range));
      const label = plainText(t("Failure of {0}", test.label), 80);
      if (message) attachments.push(textAttachment({ text: failureOf(message), label }));
      const typed = t("The test “{0}” fails. Explain why and how to fix it.", test.label);
      await askAbout(parts, { attachments, typed });
    },
  };
}

interface TestArgument {
  readonly test?: vscode.TestItem | undefined;
  readonly message?: vscode.TestMessage | undefined;
}

/** The menu of a test passes the test, that of a failure both. */
function testIn(given: unknown): TestArgument {
  if (typeof given !== "object" || given === null) return {};
  const { test, message } = given as TestArgument;
  return test ? { test, message } : { test: given as vscode.TestItem };
}

function failureOf({ message, expectedOutput, actualOutput, location }: vscode.TestMessage) {
  const text = typeof message === "string" ? message : message.value;
  return [
    text,
    ...(expectedOutput === undefined ? [] : [`Expected:\n${expectedOutput}`]),
    ...(actualOutput === undefined ? [] : [`Actual:\n${actualOutput}`]),
    ...(location
      ? [`${vscode.workspace.asRelativePath(location.uri)}:${lineNumber(location)}`]
      : []),
  ].join("\n\n");
}

const lineNumber = ({ range }: vscode.Location): number => range.start.line + 1;
