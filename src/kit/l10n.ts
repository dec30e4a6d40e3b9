/** Translations of messages, by their English text. */
export type Messages = Readonly<Record<string, string>>;

let messages: Messages = {};
let language = "en";

/** What `t` uses from now on. Modules that are loaded later may call `t` for their constants. */
export function useMessages(given: Messages, inLanguage = "en"): void {
  messages = given;
  language = inLanguage;
}

/** The translations in use; `undefined` in English. */
export const messagesInUse = (): Messages | undefined => (language === "en" ? undefined : messages);

/** The language of the messages, for dates and numbers among them. */
export const locale = (): string => language;

/**
 * A message in the user's language, with `{0}`, `{1}` and so on replaced by the other arguments. The
 * message has to be a literal, so that a test can find it and compare it with the translations.
 */
export function t(message: string, ...values: readonly (string | number)[]): string {
  const translated = Object.hasOwn(messages, message) ? messages[message] : undefined;
  return (translated ?? message).replaceAll(/\{(\d+)\}/g, (whole, at: string) =>
    String(values[Number(at)] ?? whole),
  );
}
