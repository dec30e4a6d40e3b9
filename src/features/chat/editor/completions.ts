import type { Chat } from "../../asking/core/chat";
import type { ExpertChoices } from "../../asking/editor/expertChoices";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Found } from "../../attachments/editor/workspaceFiles";
import type { Roster } from "../../experts/core/roster";
import { idIn, letExpertDecide, roleOf } from "../../experts/editor/expertPicks";
import type { Prompts } from "../../prompts/editor";
import { promptOrigin } from "../../prompts/editor/promptPick";
import type { ShownState, TriggerCharacter } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import { ranked } from "../../../kit/ranking";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { CompletionsView, CompletionView } from "../../../page/protocol/views";
import { notFound } from "../../../platform/core/localError";
import { nameOf } from "../../../platform/core/naming";

const maxCompletions = 40;
/** Rows that can still be accepted: those of several lists, as the page may be a list behind. */
const maxOffered = 200;
/** Characters. */
const maxLabelLength = 300;

interface Offered extends Omit<CompletionView, "id"> {
  accept(chat: Chat, shown?: ShownState): unknown;
}

export interface CompletionsParts {
  readonly selection: AttachmentsFeature;
  readonly choices: ExpertChoices;
  readonly prompts: Prompts;
  readonly roster: Roster;
  readonly sender: Pick<QuestionSender, "expertOf" | "assertShown">;
}

/** What the composer of one page offers for a word, and what happens when the user accepts it. */
export class Completions {
  readonly #parts: CompletionsParts;
  /** By the id that the page has. */
  readonly #offered = new Map<string, { readonly chat: Chat; readonly completion: Offered }>();
  #made = 0;
  #latest = 0;

  constructor(parts: CompletionsParts) {
    this.#parts = parts;
  }

  /** A later call ends those before it, which list nothing. */
  async list(chat: Chat, trigger: TriggerCharacter, typed: string): Promise<CompletionsView> {
    const own = ++this.#latest;
    const isOver = () => own !== this.#latest;
    const { found, isIncomplete } = await this.#find(chat, { trigger, typed, isOver });
    if (isOver()) return { completions: [] };
    return {
      completions: found.map((completion) => this.#offer(chat, completion)),
      ...(isIncomplete && { isIncomplete }),
    };
  }

  /** Rejects with `not-found` unless this was offered for this chat. */
  async accept(chat: Chat, id: string, shown?: ShownState): Promise<void> {
    const offered = this.#offered.get(id);
    if (offered?.chat !== chat) throw notFound(t("This is no longer offered."));
    await offered.completion.accept(chat, shown);
  }

  #offer(chat: Chat, completion: Offered): CompletionView {
    const id = String(++this.#made);
    this.#offered.set(id, { chat, completion });
    for (const old of this.#offered.keys()) {
      if (this.#offered.size <= maxOffered) break;
      this.#offered.delete(old);
    }
    const { kind, label, description } = completion;
    return {
      id,
      kind,
      label: label.slice(0, maxLabelLength),
      description: description.slice(0, maxLabelLength),
    };
  }

  async #find(
    chat: Chat,
    { trigger, typed, isOver }: { trigger: TriggerCharacter; typed: string; isOver(): boolean },
  ): Promise<Found<Offered>> {
    if (trigger === "#") {
      const { found, isIncomplete } = await (
        await this.#parts.selection.attachables()
      ).find(typed, isOver);
      const completions = found.map(({ attach, ...shown }) => ({ ...shown, accept: attach }));
      return { found: completions, isIncomplete };
    }
    const all =
      trigger === "/"
        ? [...(await this.#prompts()), ...this.#abilities(chat, typed)]
        : this.#experts(typed);
    const textsOf = ({ label, description }: Offered) => [label, description];
    return { found: ranked(all, typed, { max: maxCompletions, textsOf }), isIncomplete: false };
  }

  #experts(typed: string): readonly Offered[] {
    const { choices, roster, sender } = this.#parts;
    const id = idIn(typed);
    const experts = roster.byUse.map((saved): Offered => ({
      kind: "expert",
      label: nameOf("Expert", saved.id, saved.expert?.name),
      description: [roleOf(saved), String(saved.id)].filter(Boolean).join(" · "),
      accept: (chat, shown) => {
        sender.assertShown(chat, shown && { hub: shown.hub });
        if (!roster.get(saved.id)) throw notFound(t("This is no longer offered."));
        choices.nameOnce(chat, saved.id);
      },
    }));
    if (id === undefined || roster.get(id)) return experts;
    const adding: Offered = {
      kind: "expert",
      label: t("Add expert {0}", id),
      description: "",
      // It may ask for a hub or a key first, for as long as the user likes.
      accept: (chat, shown) => {
        sender.assertShown(chat, shown && { hub: shown.hub });
        fireAndForget(() => choices.add(chat, id));
      },
    };
    return [...experts, adding];
  }

  #abilities(chat: Chat, typed: string): readonly Offered[] {
    const { choices, roster, sender } = this.#parts;
    const saved = sender.expertOf(chat);
    if (!saved) return [];
    if (typed === "") fireAndForget(() => roster.ensure(saved.id));
    const offer = (id: number | undefined, label: string, text = ""): Offered => ({
      kind: "ability",
      label,
      description: [id === saved.abilityId ? t("chosen") : "", text].filter(Boolean).join(" · "),
      accept: async (of, shown) => {
        sender.assertShown(of, shown && { hub: shown.hub, expert: shown.expert });
        await choices.useAbility(of, id);
      },
    });
    return [
      offer(undefined, letExpertDecide),
      ...(saved.expert?.abilities ?? []).map(({ id, name, text }) =>
        offer(id, nameOf("Ability", id, name), text),
      ),
    ];
  }

  async #prompts(): Promise<readonly Offered[]> {
    const { prompts } = this.#parts;
    return (await prompts.list()).map((prompt) => ({
      kind: "prompt",
      label: prompt.name,
      description: [promptOrigin(prompt), prompt.description || prompt.text]
        .filter(Boolean)
        .join(" · "),
      // It may ask for values, for as long as the user likes.
      accept: (chat) => fireAndForget(() => prompts.use(chat, prompt)),
    }));
  }
}
