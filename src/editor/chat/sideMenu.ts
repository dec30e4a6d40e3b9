/** Given to a command that was chosen from the menu above the side bar's chat. */
export const fromSideMenu = Symbol("the menu of the side bar");
