import * as vscode from "vscode";
import type { Chat } from "../core/chat";
import { runChosen } from "../../../platform/editor/inputs";
import { notFound } from "../../../platform/core/localError";
import type { SavedExpert, Roster } from "../../experts/core/roster";
import type { QuestionSender } from "../core/questionSender";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { assertAllowed } from "../../../policy/policy";
import type { ChooseInChat } from "../../experts/editor/expertsParts";
import { pickExpertOrAbility, pickModel } from "../../experts/editor/expertPicks";

/** The user's own language models in the hub in use. */
interface OwnModels {
  canAdd(): boolean;
  /** Why the policy does not let the model with this id be asked. */
  refusal(modelId: number | undefined): string | undefined;
}

const noModels: OwnModels = { canAdd: () => false, refusal: () => undefined };

/** Lets the user choose who is asked next, with quick picks. */
export class ExpertChoices {
  readonly #roster: Roster;
  readonly #sender: QuestionSender;
  readonly #models: OwnModels;

  constructor(roster: Roster, sender: QuestionSender, models: OwnModels = noModels) {
    this.#roster = roster;
    this.#sender = sender;
    this.#models = models;
  }

  /** Lets the user pick an expert, or an ability of the present one. */
  async pickExpert(chat: Chat): Promise<void> {
    const present = await this.#expertOf(chat);
    const choice = await pickExpertOrAbility(this.#roster, present);
    if (!choice) return;
    if (!("expertId" in choice)) await this.#roster.choose(present!.id, choice);
    else if (this.#roster.get(choice.expertId)) await this.use(chat, choice.expertId);
  }

  /** Adds an expert by its id, and names it for the next question of this chat. */
  async add(chat: Chat, expertId: number): Promise<void> {
    await vscode.commands.executeCommand("expertHub.addExpert", expertId);
    if (this.#roster.get(expertId)) this.nameOnce(chat, expertId);
  }

  /** Names the expert for the next question of this chat alone. */
  nameOnce(chat: Chat, expertId: number): void {
    this.#sender.nameOnce(chat, expertId);
    fireAndForget(() => this.#roster.ensure(expertId));
  }

  async use(chat: Chat, expertId: number): Promise<void> {
    this.#sender.pick(chat, expertId);
    fireAndForget(() => this.#roster.ensure(expertId));
    await this.#roster.use(expertId);
  }

  /** Sets the expert with one of its choices; what this chat is asked with already is undone. */
  async choose(chat: Chat, ...[expertId, part, id]: Parameters<ChooseInChat>): Promise<void> {
    const saved = this.#roster.get(expertId);
    if (!saved) return;
    const isUndone = this.#sender.expertOf(chat)?.id === expertId && saved[part] === id;
    await Promise.all([
      this.use(chat, expertId),
      this.#roster.choose(expertId, { [part]: isUndone ? undefined : id }),
    ]);
  }

  /** Chooses an ability that the expert of this chat offers; without one, the expert decides. */
  async useAbility(chat: Chat, abilityId: number | undefined): Promise<void> {
    const saved = this.#sender.expertOf(chat);
    const isOffered =
      abilityId === undefined || saved?.expert?.abilities.some(({ id }) => id === abilityId);
    if (!saved || !isOffered) throw notFound(t("The expert no longer offers this ability."));
    await this.#roster.choose(saved.id, { abilityId });
  }

  async pickModel(chat: Chat): Promise<void> {
    const saved = await this.#expertOf(chat);
    const { canAdd, refusal } = this.#models;
    const isLocked = (id: number) => refusal(id) !== undefined;
    if (saved && canAdd()) {
      // All models that the built-in hub could have, and who chooses there reads what they get.
      await runChosen("expertHub.addModel", saved.id);
      return;
    }
    const picked = saved && (await pickModel(saved, isLocked));
    assertAllowed(refusal(picked?.value));
    if (picked) await this.#roster.choose(saved.id, { modelId: picked.value });
  }

  async #expertOf(chat: Chat): Promise<SavedExpert | undefined> {
    const saved = this.#sender.expertOf(chat);
    if (saved) await this.#roster.ensure(saved.id);
    return this.#sender.expertOf(chat);
  }
}
