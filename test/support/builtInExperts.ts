/** The ids of experts of the built-in hub, whatever their order in the list. */
export const codeReader = 1;
export const workbench = 5;
