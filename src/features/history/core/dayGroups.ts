import { t } from "../../../kit/l10n";

/** The groups of the list of conversations, in their order. */
export const groupNames = ["Pinned", "Today", "Yesterday", "Previous 7 Days", "Older"] as const;
type GroupName = (typeof groupNames)[number];

const labels: Readonly<Record<GroupName, string>> = {
  Pinned: t("Pinned"),
  Today: t("Today"),
  Yesterday: t("Yesterday"),
  "Previous 7 Days": t("Previous 7 Days"),
  Older: t("Older"),
};

export const groupLabel = (name: GroupName): string => labels[name];

interface Groupable {
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly isPinned: boolean;
}

export interface Group<T> {
  readonly name: GroupName;
  readonly members: readonly T[];
}

/** Groups by local days, without empty groups; the order within a group stays. */
export function groupedByDay<T extends Groupable>(list: readonly T[], now: Date): Group<T>[] {
  const members = Map.groupBy(list, (one) => groupOf(one, now));
  return groupNames.flatMap((name) => {
    const found = members.get(name);
    return found ? [{ name, members: found }] : [];
  });
}

function groupOf({ askedAt, isPinned }: Groupable, now: Date): GroupName {
  if (isPinned) return "Pinned";
  if (askedAt >= midnight(now, 0)) return "Today";
  if (askedAt >= midnight(now, -1)) return "Yesterday";
  return askedAt >= midnight(now, -7) ? "Previous 7 Days" : "Older";
}

/** The beginning of a local day, so many days from now, in milliseconds since 1970. */
export function midnight(now: Date, days: number): number {
  // By the calendar: not every day has 24 hours.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
}
