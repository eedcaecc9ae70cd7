/**
 * Writes server/src/text/emoji/data.json: every Unicode emoji as `code: "canonical_name alias alias"`.
 *
 * emoji-names.json has the names that clients of this API know, the canonical one first. Each means the same here; where
 * another source uses such a name for another emoji, it is left out. The other sources add names: the list in the terminal
 * client, which reacts with names from it, the data source, and Unicode's labels and keywords.
 *
 * Run it by hand (`node server/scripts/emoji-data.ts`; it needs Python with pip) when one of the pinned sources changes. They
 * take 190 MB unpacked for 160 KB of names, so they are fetched here instead of being dependencies.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import names from "./emoji-names.json" with { type: "json" };

const SKIN_TONES = ["1f3fb", "1f3fc", "1f3fd", "1f3fe", "1f3ff"];
/** One clock face stands for all of them. */
const CLOCK_FACES = Array.from({ length: 0x18 }, (_, hour) => (0x1f550 + hour).toString(16)).filter(
  (c) => c !== "1f557",
);
const EXCLUDED = new Set([...SKIN_TONES, ...CLOCK_FACES]);
/** Names that no source has, but that we have used. */
const OWN_NAMES: Readonly<Record<string, readonly string[]>> = {
  "1f44d": ["thumbs"],
  "1fab2": ["beetle_emoji"],
  "1f997": ["cricket_emoji"],
  "1f9fe": ["receipt_emoji"],
  "1f9d1-200d-1f52c": ["scientist_emoji"],
};

interface SourceEmoji {
  readonly unified: string;
  readonly short_name: string;
  readonly short_names: readonly string[];
  readonly category: string;
  readonly sort_order: number;
}
type Annotations = Record<string, { default?: string[]; tts?: string[] }>;

/** The names that released clients know, by code and by name. */
interface ReleasedNames {
  readonly of: (code: string) => readonly string[];
  readonly isOfAnother: (name: string, code: string) => boolean;
}

interface NamedEmoji {
  readonly code: string;
  readonly canonical: string;
  /** Explicit names: those of released clients, and those of the data source. */
  readonly aliases: readonly string[];
  readonly keywords: readonly string[];
}

const scratch = mkdtempSync(join(tmpdir(), "emoji-data-"));
try {
  const named = nameAll(readSource(), readAnnotations(), readReleasedNames());
  const target = new URL("../src/text/emoji/data.json", import.meta.url);
  const table = Object.fromEntries(Object.entries(named).map(([code, all]) => [code, all.join(" ")]));
  writeFileSync(target, `${JSON.stringify(table, null, 2)}\n`);
  process.stdout.write(`${Object.keys(named).length} emoji, ${Object.values(named).flat().length} names\n`);
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

function readReleasedNames(): ReleasedNames {
  const options = { cwd: scratch, encoding: "utf8" } as const;
  const download = ["download", "--quiet", "--no-deps", "--ignore-requires-python", "zulip-term==0.7.0"];
  execFileSync("python3", ["-m", "pip", ...download], options);
  const print = [
    "import glob, json, zipfile",
    "data = {}",
    'exec(zipfile.ZipFile(glob.glob("zulip_term*.whl")[0]).read("zulipterminal/unicode_emojis.py"), data)',
    'print(json.dumps([[each["code"], [name, *each["aliases"]]] for name, each in data["EMOJI_DATA"].items()]))',
  ].join("\n");
  const terminal = new Map(
    JSON.parse(execFileSync("python3", ["-c", print], options)) as (readonly [string, readonly string[]])[],
  );
  const ours = new Map(Object.entries(names).map(([code, all]) => [code, all.split(" ")]));
  // The last one decides.
  const known = [...terminal, ...Object.entries(OWN_NAMES), ...ours];
  const codeByName = new Map(known.flatMap(([code, all]) => all.map((name) => [name, code] as const)));
  return {
    of: (code) => [...(ours.get(code) ?? []), ...(terminal.get(code) ?? []), ...(OWN_NAMES[code] ?? [])],
    isOfAnother: (name, code) => (codeByName.get(name) ?? code) !== code,
  };
}

function fromPackage(spec: string, file: string): unknown {
  const options = { cwd: scratch, encoding: "utf8" } as const;
  const archive = execFileSync("npm", ["pack", "--silent", spec], options).trim();
  execFileSync("tar", ["-xzf", archive, `package/${file}`], options);
  return JSON.parse(readFileSync(join(scratch, "package", file), "utf8"));
}

function nameAll(
  source: readonly SourceEmoji[],
  annotations: Annotations,
  released: ReleasedNames,
): Record<string, string[]> {
  const canonical = new Set<string>();
  const named = source.flatMap((emoji) => nameOne(emoji, { annotations, released, taken: canonical }) ?? []);
  const taken = new Set([...canonical, ...named.flatMap(({ aliases }) => aliases)]);
  const keywordUses = new Map<string, number>();
  for (const word of named.flatMap((emoji) => emoji.keywords)) keywordUses.set(word, (keywordUses.get(word) ?? 0) + 1);

  const seen = new Set(canonical);
  const claim = (name: string): boolean => !seen.has(name) && Boolean(seen.add(name));
  const table = Object.fromEntries(
    named.map((emoji) => [emoji.code, [emoji.canonical, ...emoji.aliases.filter(claim)]]),
  );
  for (const emoji of named) {
    // A keyword shared by several emoji is no name for any of them.
    const own = emoji.keywords.filter((word) => keywordUses.get(word) === 1 && !taken.has(word)).filter(claim);
    table[emoji.code]?.push(...own);
  }
  for (const [code, names] of Object.entries(table)) {
    const plain = names.map(plainLetters).filter((name) => !released.isOfAnother(name, code));
    names.push(...plain.filter(claim));
  }
  return table;
}

interface Naming {
  readonly annotations: Annotations;
  readonly released: ReleasedNames;
  readonly taken: Set<string>;
}

function nameOne(emoji: SourceEmoji, { annotations, released, taken }: Naming): NamedEmoji | undefined {
  const code = emoji.unified.toLowerCase().replace(/-fe0f/g, "");
  if (EXCLUDED.has(code)) return undefined;
  const annotation = annotations[characters(code)];
  const label = cleaned(annotation?.tts?.[0] ?? emoji.short_name);
  const known = released.of(code);
  // People type faces and feelings most, and use the names common in chat, not the formal labels.
  const byRule = emoji.category === "Smileys & Emotion" ? [emoji.short_name, label] : [label, ...emoji.short_names];
  const isFree = (name: string) => !taken.has(name) && !released.isOfAnother(name, code);
  const canonical = [...known, ...byRule, `${label}_emoji`].find(isFree);
  if (!canonical) throw new Error(`nothing is left to call ${code}, whose label is ${label}`);
  taken.add(canonical);
  const isAlias = (name: string) => name !== "" && name !== canonical && !released.isOfAnother(name, code);
  return {
    code,
    canonical,
    aliases: [...new Set([...known, ...emoji.short_names, label])].filter(isAlias),
    keywords: [...new Set((annotation?.default ?? []).map(cleaned))].filter(isAlias),
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
