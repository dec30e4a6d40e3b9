import type { Reason } from "../../core/fileChange";
import { hiddenIntroduced, withoutIntroduced } from "../../core/introduced";
import { t } from "../../../../kit/l10n";
import { sizeOf } from "../../../../contract/sizes";
import type { Confirmer } from "../../../../platform/core/confirmer";
import { confirm, decide } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import { largeBytes } from "../confirmInsertion";
import { riskOf } from "../risks";
import { hiddenChoices, placesInWords } from "../hiddenQuestion";
import type { ProposedFile, Proposals } from "./proposedFile";

/** Asks about risks that are easy to overlook. `undefined` if the user wants no review. */
export async function confirmProposals(
  proposals: Proposals,
  chat?: Confirmer,
): Promise<Proposals | undefined> {
  const bytes = proposals.files.reduce((sum, { proposed }) => sum + Buffer.byteLength(proposed), 0);
  if (bytes > largeBytes) {
    const sentence = t("The changes are large: {0}. Review them?", sizeOf(bytes));
    const choice = {
      detail: t("It may take a while."),
      yes: t("Review"),
      no: t("Do Not Review"),
      enterAgrees: true,
    };
    if (!(await confirm(sentence, choice, chat))) return undefined;
  }
  const wanted = await withRisksSettled(proposals, chat);
  return wanted && withHiddenSettled(wanted, chat);
}

async function withRisksSettled(
  proposals: Proposals,
  chat: Confirmer | undefined,
): Promise<Proposals | undefined> {
  const risky = proposals.files.flatMap((file) => {
    const risk = riskOf(file.uri);
    return risk ? [{ file, risk }] : [];
  });
  if (risky.length === 0) return proposals;
  const lines = risky.map(({ file, risk }) => risk.why(plainText(file.path, 100)));
  const advice = t("Review these changes as carefully as you would review a script.");
  const request = {
    sentence: t("The answer changes files that can run programs. Include them?"),
    reasons: [...lines, advice].map((text) => ({ text })),
    choices: [t("Leave Out"), t("Include")],
    no: t("Do Not Review"),
  };
  const decision = await decide(request, { chat });
  if (!decision) return undefined;
  if (decision.choice === 1) return proposals;
  return withoutFiles(
    proposals,
    (file) => risky.some((one) => one.file === file),
    (name) => t("{0} was left out.", name),
  );
}

async function withHiddenSettled(
  proposals: Proposals,
  chat: Confirmer | undefined,
): Promise<Proposals | undefined> {
  const hidden = proposals.files.flatMap((file) =>
    hiddenIntroduced(file.original, file.proposed).map((one) => ({ file, ...one })),
  );
  if (hidden.length === 0) return proposals;
  const places = hidden.map(({ file, codePoint, line }) =>
    t("{0}: {1} on line {2}", plainText(file.path, 60), codePoint, line),
  );
  const request = {
    sentence: t(
      "The changes contain invisible characters, or characters that change the order in which text is displayed.",
    ),
    reasons: placesInWords(places),
    choices: [...hiddenChoices(), t("Leave Out These Files")],
    no: t("Do Not Review"),
  };
  const decision = await decide(request, { chat });
  if (!decision) return undefined;
  const { choice } = decision;
  if (choice === 1) return proposals;
  if (choice === 2)
    return withoutFiles(
      proposals,
      (file) => hidden.some((one) => one.file === file),
      (name) => t("{0} contains invisible characters.", name),
    );
  const files = proposals.files.map((file) => ({
    ...file,
    proposed: withoutIntroduced(file.original, file.proposed),
  }));
  return { ...proposals, files };
}

function withoutFiles(
  { files, refusals }: Proposals,
  isOut: (file: ProposedFile) => boolean,
  why: Reason,
): Proposals {
  const out = files.filter(isOut).map(({ path }) => ({ path, why }));
  return { files: files.filter((file) => !isOut(file)), refusals: [...refusals, ...out] };
}
