import type { OutputAction } from "../../kit/vocabulary";
import type { IconName } from "./icons";

export const outputIcons: Record<OutputAction, IconName> = {
  copy: "copy",
  insert: "insert",
  replace: "replace",
  newFile: "newFile",
};

/** What a button does, with the document that it affects. */
export function outputLabel(action: OutputAction, target: string | undefined): string {
  switch (action) {
    case "copy":
      return "Copy";
    case "insert":
      return target === undefined ? "Insert at cursor" : `Insert at cursor in ${target}`;
    case "replace":
      return target === undefined ? "Replace selection" : `Replace selection in ${target}`;
    default:
      return "Open in new file";
  }
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Today's times as a clock time, others with their date. */
export function timeOf(iso: string): { short: string; full: string } {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return { short: "", full: "" };
  const full = day.format(date);
  const today = date.toDateString() === new Date().toDateString();
  return { short: today ? clock.format(date) : full, full };
}

export function durationOf(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1024
    ? `${kib.toFixed(kib < 10 ? 1 : 0)} KB`
    : `${(kib / 1024).toFixed(kib < 10_240 ? 1 : 0)} MB`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
