/** The languages of code blocks, under the names that playgrounds are matched by. */
import table from "@parley/server/text/markdown/code/languages.json" with { type: "json" };

interface NamedLanguage {
  readonly name: string;
  /** What people write after the fence. */
  readonly aliases: readonly string[];
}

const languages: readonly NamedLanguage[] = Object.entries(table as Readonly<Record<string, readonly string[]>>).map(
  ([name, [, aliases = ""]]) => ({ name, aliases: aliases.split(" ") }),
);

const MOST_SUGGESTED = 8;

/** Languages with this name or alias first, then those with one that begins so. Symbols count: C, C++ and C# differ. */
export function suggestLanguages(typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const ranked = languages.flatMap(({ name, aliases }) => {
    const words = [name.toLowerCase(), ...aliases];
    if (words.includes(wanted)) return [{ name, rank: 0 }];
    if (words[0]?.startsWith(wanted)) return [{ name, rank: 1 }];
    return words.some((word) => word.startsWith(wanted)) ? [{ name, rank: 2 }] : [];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank || one.name.length - other.name.length)
    .slice(0, MOST_SUGGESTED)
    .map(({ name }) => name);
}

/** The name of the language that people call so; undefined if no code block is named that way by itself. */
export function languageNamed(typed: string): string | undefined {
  const wanted = typed.trim().toLowerCase();
  return languages.find(({ name, aliases }) => name.toLowerCase() === wanted || aliases.includes(wanted))?.name;
}
