/** What to call a record that may have no name: its name, else its kind and id. */
export function nameOf(
  kind: "Expert" | "Ability" | "Model",
  id: number,
  name: string | undefined,
): string {
  return name?.trim() ? name : `${kind} ${id}`;
}
