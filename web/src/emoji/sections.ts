/** The emoji as the picker shows them: each once, in sections. */
import { findEmoji } from "../ranking/short-lists.ts";
import groups from "./groups.json" with { type: "json" };
import type { Emoji } from "./names.ts";

export const CATEGORIES = Object.keys(groups) as (keyof typeof groups)[];
export type SectionName = keyof typeof groups | "frequent" | "custom" | "found";

export interface Section {
  readonly name: SectionName;
  readonly emoji: readonly Emoji[];
}

const MOST_FOUND = 90;

const keyOf = ({ type, code }: Emoji): string => `${type} ${code}`;

/** Each emoji once, by its first name. */
const once = (emoji: readonly Emoji[]): Emoji[] =>
  [...new Map(emoji.toReversed().map((each) => [keyOf(each), each])).values()].toReversed();

/** Without a search: frequent, custom, and Unicode's categories in order. */
export function sectionsOf(emoji: readonly Emoji[], frequent: readonly string[]): Section[] {
  const byName = new Map(emoji.map((each) => [each.name, each]));
  const byCode = new Map(once(emoji).map((each) => [keyOf(each), each]));
  const categories = CATEGORIES.map((name): Section => {
    const codes = groups[name].split(" ");
    return { name, emoji: codes.flatMap((code) => byCode.get(`unicode_emoji ${code}`) ?? []) };
  });
  const all: Section[] = [
    { name: "frequent", emoji: once(frequent.flatMap((name) => byName.get(name) ?? [])) },
    { name: "custom", emoji: once(emoji.filter(({ type }) => type !== "unicode_emoji")) },
    ...categories,
  ];
  return all.filter((section) => section.emoji.length > 0);
}

/** Search results by any name, best first. */
export function foundSection(typed: string, emoji: readonly Emoji[], frequent: readonly string[]): Section[] {
  const used = new Set(frequent);
  const codes = emoji.filter(({ name }) => used.has(name)).map(({ code }) => code);
  const found = findEmoji(typed, emoji, codes, MOST_FOUND);
  return found.length > 0 ? [{ name: "found", emoji: found }] : [];
}

export type PickerStep = "left" | "right" | "up" | "down";

/** The result of an arrow key in sections that each start on a new row; indexes run through all sections. */
export function stepped(lengths: readonly number[], columns: number, at: number, step: PickerStep): number {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total === 0) return 0;
  if (step === "left" || step === "right") return (at + (step === "left" ? -1 : 1) + total) % total;
  const rows = rowsOf(lengths, columns);
  const row = rows.findIndex(({ start, length }) => at >= start && at < start + length);
  const column = at - (rows[row]?.start ?? 0);
  const next = rows.at((row + (step === "up" ? -1 : 1)) % rows.length);
  return next ? next.start + Math.min(column, next.length - 1) : at;
}

function rowsOf(lengths: readonly number[], columns: number): { start: number; length: number }[] {
  const rows: { start: number; length: number }[] = [];
  let start = 0;
  for (const length of lengths) {
    for (let taken = 0; taken < length; taken += columns)
      rows.push({ start: start + taken, length: Math.min(columns, length - taken) });
    start += length;
  }
  return rows;
}
