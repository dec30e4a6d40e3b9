/**
 * The tests of the host suite that also run in the oldest VS Code that is supported, by their titles:
 * what the manifest promises, and at least one of each feature.
 */
export const smokeTests: Readonly<Record<string, readonly string[]>> = {
  manifest: [
    "Y1 runs in the oldest VS Code that the manifest allows, or in a later one",
    "registers every command, those without an entry included",
    "are among those of VS Code, with names for a prompt",
    "have a menu of their own, up to the ninth",
  ],
  activity: [
    "Y5 opens the answer of text that was moved, edited, and renamed with its file, and changes no file",
  ],
  agents: [
    "are none until the user turns them on",
    "asks the current expert, whatever language model VS Code selects at first",
    "N1 send what was shown, and answer with output, steps and conversation",
    "N4 is offered to VS Code while it is on, and its token only to connect",
    "N4 is found by VS Code's own client once it is turned on",
    "Y1 leaves out what it refuses, and says so in the log",
  ],
  askAbout: [
    "N14 composes a problem: its message, and the function that it is in",
    "N14 composes a failed test: its code and its message",
    "N14 composes a cell with its error, without pictures",
  ],
  asking: [
    "sends all that it is given and resolves with conversation, output and steps",
    "Q3 names it in the box, and sends what was named",
  ],
  attachments: [
    "attaches all that is checked, of several kinds, and uses the prompts below",
    "have their text, name, lines, size and language, and know where they are",
  ],
  changes: [
    "J1 applies what is left on the right side after two hunks were skipped and one edited",
  ],
  chat: [
    "are opened beside what the user looks at, with an icon that marks unseen answers",
    "Q8 come back with what they showed, each of them once",
  ],
  compare: [
    "U1 keeps what is finished through stop, reload and a second window, and asks only the failed again",
  ],
  connection: ["K1 K2 stores a key once get_user accepted it, and not before"],
  conversation: ["are opened again, and asked on with the same session"],
  experts: [
    "are joined by those that the workspace recommends, fetched when opened and not before",
    "is that of the workspace; a second call removes it",
  ],
  history: ["has a group for each day, and one for what is pinned"],
  models: ["gets the messages and options, and gives its text out as it comes"],
  prompts: ["choose the expert and the ability that they name, among those of the user"],
};
