/**
 * Writes server/src/emoji/data.json: every Unicode emoji as `code: "canonical_name alias alias"`.
 * Run it by hand (`node server/scripts/emoji-data.ts`) when one of the pinned sources changes. They weigh 190 MB unpacked
 * for 160 KB of names, so they are fetched here and are not dependencies of anything.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHOSEN_NAMES, MISLEADING_SHORT_NAMES } from "../src/emoji/chosen-names.ts";

const SKIN_TONES = ["1f3fb", "1f3fc", "1f3fd", "1f3fe", "1f3ff"];
/** One clock face stands for all of them. */
const CLOCK_FACES = Array.from({ length: 0x18 }, (_, hour) => (0x1f550 + hour).toString(16)).filter(
  (c) => c !== "1f557",
);
const EXCLUDED = new Set([...SKIN_TONES, ...CLOCK_FACES]);

interface SourceEmoji {
  readonly unified: string;
  readonly short_name: string;
  readonly short_names: readonly string[];
  readonly category: string;
  readonly sort_order: number;
}
type Annotations = Record<string, { default?: string[]; tts?: string[] }>;

interface Named {
  readonly code: string;
  readonly canonical: string;
  readonly shortNames: readonly string[];
  readonly keywords: readonly string[];
}

const scratch = mkdtempSync(join(tmpdir(), "emoji-data-"));
try {
  const names = nameAll(readSource(), readAnnotations());
  const target = new URL("../src/emoji/data.json", import.meta.url);
  const table = Object.fromEntries(Object.entries(names).map(([code, all]) => [code, all.join(" ")]));
  writeFileSync(target, `${JSON.stringify(table, null, 2)}\n`);
  process.stdout.write(`${Object.keys(names).length} emoji, ${Object.values(names).flat().length} names\n`);
} finally {
  rmSync(scratch, { recursive: true });
}

function readSource(): SourceEmoji[] {
  return (fromPackage("emoji-datasource@15.1.2", "emoji.json") as SourceEmoji[]).sort(
    (a, b) => a.sort_order - b.sort_order,
  );
}

function readAnnotations(): Annotations {
  const written = fromPackage("cldr-annotations-full@47.0.0", "annotations/en/annotations.json") as {
    annotations: { annotations: Annotations };
  };
  const derived = fromPackage("cldr-annotations-derived-full@47.0.0", "annotationsDerived/en/annotations.json") as {
    annotationsDerived: { annotations: Annotations };
  };
  return Object.fromEntries(
    [...Object.entries(derived.annotationsDerived.annotations), ...Object.entries(written.annotations.annotations)].map(
      ([emoji, annotation]) => [emoji.replaceAll("\ufe0f", ""), annotation],
    ),
  );
}

function fromPackage(spec: string, file: string): unknown {
  const options = { cwd: scratch, encoding: "utf8" } as const;
  const archive = execFileSync("npm", ["pack", "--silent", spec], options).trim();
  execFileSync("tar", ["-xzf", archive, `package/${file}`], options);
  return JSON.parse(readFileSync(join(scratch, "package", file), "utf8"));
}

function nameAll(source: readonly SourceEmoji[], annotations: Annotations): Record<string, string[]> {
  const canonical = new Set<string>();
  const named = source.flatMap((emoji) => nameOne(emoji, annotations, canonical) ?? []);
  const taken = new Set([...canonical, ...named.flatMap((emoji) => aliasesOfFirstRank(emoji))]);
  const keywordUses = new Map<string, number>();
  for (const word of named.flatMap((emoji) => emoji.keywords)) keywordUses.set(word, (keywordUses.get(word) ?? 0) + 1);

  const seen = new Set(canonical);
  const claim = (name: string): boolean => !seen.has(name) && Boolean(seen.add(name));
  const table = Object.fromEntries(
    named.map((emoji) => [emoji.code, [emoji.canonical, ...aliasesOfFirstRank(emoji).filter(claim)]]),
  );
  for (const emoji of named) {
    // A keyword that several emoji share names none of them.
    const own = emoji.keywords.filter((word) => keywordUses.get(word) === 1 && !taken.has(word)).filter(claim);
    table[emoji.code]?.push(...own);
  }
  for (const names of Object.values(table)) names.push(...names.map(plainLetters).filter(claim));
  return table;
}

/** Names that are nobody else's keyword: the chosen ones, and those of the data source. */
function aliasesOfFirstRank(emoji: Named): string[] {
  const chosen = CHOSEN_NAMES[emoji.code]?.slice(1) ?? [];
  return [...chosen, ...emoji.shortNames.filter((name) => !MISLEADING_SHORT_NAMES.has(name))];
}

function nameOne(emoji: SourceEmoji, annotations: Annotations, taken: Set<string>): Named | undefined {
  const code = emoji.unified.toLowerCase().replace(/-fe0f/g, "");
  if (EXCLUDED.has(code)) return undefined;
  const annotation = annotations[characters(code)];
  const label = cleaned(annotation?.tts?.[0] ?? emoji.short_name);
  const chosen = CHOSEN_NAMES[code];
  // Faces and feelings are what people type most, and they type the names every chat uses, not the formal labels.
  const familiar = emoji.category === "Smileys & Emotion" && !MISLEADING_SHORT_NAMES.has(emoji.short_name);
  const wanted = chosen?.[0] ?? (familiar ? emoji.short_name : label);
  // Twelve keycaps share one label once its punctuation is gone.
  const canonical = taken.has(wanted) ? emoji.short_name : wanted;
  if (taken.has(canonical)) throw new Error(`two emoji would be called ${canonical}`);
  taken.add(canonical);
  const keywords = new Set([label, ...(annotation?.default ?? []).map(cleaned)]);
  return {
    code,
    canonical,
    shortNames: emoji.short_names.filter((name) => name !== canonical),
    keywords: [...keywords].filter((word) => word !== canonical && word !== ""),
  };
}

function characters(code: string): string {
  return String.fromCodePoint(...code.split("-").map((point) => Number.parseInt(point, 16)));
}

function cleaned(label: string): string {
  return label
    .replace(/[\s\p{Pd}]+/gu, "_")
    .replace(/['"“”‘’:.,()!?|]/g, "")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}_+-]/gu, "_")
    .replace(/_+/g, "_")
    .replace(/^_|_$/g, "")
    .toLowerCase();
}

function plainLetters(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "");
}
