/** Other completions: emoji, commands, and code languages. */
import { fold } from "./fold.ts";
import { MOST_SUGGESTED } from "./mentions.ts";

export interface EmojiName {
  readonly name: string;
  /** Equal for the names of one emoji, of which only the best is suggested. */
  readonly code: string;
}

/**
 * Emoji with a name or a word in it that begins with the text. Frequently used ones come first; then names that begin
 * with it, shorter ones first.
 */
export function findEmoji<E extends EmojiName>(
  typed: string,
  emoji: Iterable<E>,
  used: readonly string[],
  limit = MOST_SUGGESTED,
): E[] {
  const wanted = fold(typed).replaceAll(/[\s-]+/g, "_");
  const usedAt = new Map(used.map((code, at) => [code, at]));
  const ranked: { emoji: E; rank: number[] }[] = [];
  for (const each of emoji) {
    const at = placeIn(fold(each.name).replaceAll("-", "_"), wanted);
    if (at === undefined) continue;
    const rank = [each.name === wanted ? 0 : 1, usedAt.get(each.code) ?? used.length, at, each.name.length];
    ranked.push({ emoji: each, rank });
  }
  ranked.sort((a, b) => compareRanks(a.rank, b.rank) || (a.emoji.name < b.emoji.name ? -1 : 1));
  return oncePerCode(ranked.map(({ emoji }) => emoji)).slice(0, limit);
}

/** 0 if the name begins with it, 1 if a later word does. */
function placeIn(name: string, wanted: string): number | undefined {
  if (name.startsWith(wanted)) return 0;
  return name.includes(`_${wanted}`) ? 1 : undefined;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function oncePerCode<E extends EmojiName>(emoji: readonly E[]): E[] {
  const seen = new Set<string>();
  return emoji.filter(({ code }) => !seen.has(code) && seen.add(code));
}

/** Slash commands; the last three open a dialog and are never sent. */
const SLASH_COMMANDS = ["poll", "todo", "me", "snippet", "schedule", "remind"] as const;
export type SlashCommand = (typeof SLASH_COMMANDS)[number];

export function findCommands(typed: string): SlashCommand[] {
  const wanted = typed.toLowerCase();
  return SLASH_COMMANDS.filter((command) => command.startsWith(wanted));
}

/** Fenced blocks that are not code. */
const OTHER_FENCES = ["quote", "spoiler", "math"];

/** Languages that begin with the text, common ones and other blocks first. Symbols count: C, C++ and C# differ. */
export function findLanguages(typed: string, languages: Iterable<string>, common: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const first = [...common, ...OTHER_FENCES];
  const found = [...new Set([...first, ...languages])].filter((name) => name.toLowerCase().startsWith(wanted));
  const rank = (name: string) => {
    const at = first.indexOf(name);
    if (name.toLowerCase() === wanted) return -1;
    return at >= 0 ? at : first.length;
  };
  return found.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).slice(0, MOST_SUGGESTED);
}
