/** Every mutant of the server: derived from its code, or written by hand. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { derive } from "./derive.ts";
import { handMutants } from "./hand/index.ts";
import type { HandMutant, Mutant } from "./mutant.ts";
import { switchableAround } from "./place.ts";

export const SOURCES = fileURLToPath(new URL("../src", import.meta.url));
/** The command line's tests start processes; migrations never change. */
const LEFT_OUT = ["**/*.test.ts", "**/testing.ts", "**/test-*.ts", "cli/**", "kernel/db/migrations/**", "**/life/**"];

interface Source {
  readonly file: string;
  readonly text: string;
}

export function allMutants(): Mutant[] {
  const sources = globSync("**/*.ts", { cwd: SOURCES, exclude: LEFT_OUT })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(SOURCES, file), "utf8") }));
  const derived = sources.flatMap((source) => derivedIn(source));
  return withKeys([...derived, ...handMutants.map((each) => placed(each, sources))]);
}

type Unkeyed = Omit<Mutant, "key">;

function derivedIn({ file, text: source }: Source): Unkeyed[] {
  return derive(file, source).map(({ kind, start, end, text }) => ({
    kind,
    file,
    line: lineAt(source, start),
    what: oneLine(source.slice(start, end)),
    start,
    end,
    text,
    isBlock: false,
  }));
}

function placed({ find, replace, breaks }: HandMutant, sources: readonly Source[]): Unkeyed {
  const pattern = new RegExp(find.trim().split(/\s+/).map(RegExp.escape).join("\\s+"), "g");
  const places = sources.flatMap((source) => [...source.text.matchAll(pattern)].map((match) => ({ source, match })));
  const [place, ...others] = places;
  if (!place || others.length > 0) throw new Error(`This is in the sources ${places.length} times, not once: ${find}`);
  const { source, match } = place;
  const { start, end, text: put } = narrowed(match, find, replace);
  const around = switchableAround(source.file, source.text, start, end);
  const text = `${source.text.slice(around.start, start)}${put}${source.text.slice(end, around.end)}`;
  return { kind: "hand", file: source.file, line: lineAt(source.text, start), what: breaks, ...around, text };
}

/** Replaces only the words that differ; the others locate it. */
function narrowed(match: RegExpExecArray, find: string, replace: string) {
  const [before, after] = [find.trim().split(/\s+/), replace.split(/\s+/).filter((word) => word !== "")];
  const words = [...match[0].matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    start: match.index + index,
    end: match.index + index + word.length,
  }));
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same++;
  let sameAtEnd = 0;
  while (sameAtEnd < most - same && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) sameAtEnd++;
  const start = words[same]?.start ?? (words.at(-1)?.end as number);
  const end = words.length - sameAtEnd > same ? (words[words.length - sameAtEnd - 1]?.end as number) : start;
  const put = after.slice(same, after.length - sameAtEnd);
  const text = put.map((word) => (start === end ? `${word} ` : word)).join(start === end ? "" : " ");
  // The end of a statement is not part of its expression.
  const replaced = match[0].slice(start - match.index, end - match.index);
  let last = 0;
  while (last < Math.min(replaced.length, text.length) && replaced.at(-1 - last) === text.at(-1 - last)) last++;
  return { start, end: end - last, text: text.slice(0, text.length - last) };
}

const lineAt = (source: string, at: number) => source.slice(0, at).split("\n").length;
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Keys are hashes of the change itself, so results and reasons survive when a file moves or changes elsewhere. */
function withKeys(mutants: readonly Unkeyed[]): Mutant[] {
  const count = new Map<string, number>();
  return mutants.map((mutant) => {
    const name = mutant.file.split("/").at(-1);
    const content = [name, mutant.kind, mutant.what, mutant.text].join("\0");
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
    const nth = (count.get(hash) ?? 0) + 1;
    count.set(hash, nth);
    return { ...mutant, key: nth === 1 ? hash : `${hash}-${nth}` };
  });
}
