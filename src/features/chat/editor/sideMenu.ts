/** Passed to a command that was chosen from the menu above the chat in the side bar. */
export const fromSideMenu = Symbol("the menu of the side bar");
