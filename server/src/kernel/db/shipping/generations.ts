/** Which generations of a shipped log there are, what they reach, and which can be continued. */
import { LOG_FOLDER, timeIn } from "../../backups/names.ts";
import type { BackupStore } from "../../backups/store.ts";
import {
  type GenerationStart,
  generationOf,
  type ListedSegment,
  sameChecksum,
  sameSalts,
  segmentCalled,
  startName,
  unpackSegment,
} from "./segment.ts";
import type { LogHeader, LogPosition, WriteAheadLog } from "./wal.ts";

export interface ListedGeneration {
  readonly name: string;
  readonly isComplete: boolean;
  /** In their order. */
  readonly segments: readonly ListedSegment[];
  readonly names: readonly string[];
}

/** All of them, the newest first. */
export async function generationsIn(store: BackupStore): Promise<ListedGeneration[]> {
  const byName = Map.groupBy(await store.names(LOG_FOLDER), (name) => generationOf(name) ?? "");
  byName.delete("");
  return [...byName]
    .map(([name, names]) => ({
      name,
      names,
      isComplete: names.includes(startName(name)),
      segments: names
        .flatMap((each) => segmentCalled(each) ?? [])
        .sort((one, other) => one.run - other.run || one.from - other.from),
    }))
    .sort((one, other) => (one.name < other.name ? 1 : -1));
}

export async function startOf(store: BackupStore, generation: string): Promise<GenerationStart> {
  const bytes = await store.readBytes(startName(generation));
  const start = bytes && (JSON.parse(bytes.toString()) as Partial<GenerationStart>);
  if (start?.parley_log !== 1 || !/^[0-9a-f]{64}$/.test(start.secret_key ?? "") || !start.position)
    throw new Error(`The beginning of the log ${generation} is missing or damaged.`);
  return start as GenerationStart;
}

interface ResumableLog {
  readonly generation: { readonly name: string; readonly begunAtMs: number };
  readonly run: number;
  readonly position: LogPosition;
  /** Everything that was committed before this time is shipped. */
  readonly knownUntilMs: number;
}

/** The newest generation, if the log on this disk continues exactly what was shipped of it. */
export async function resumable(
  store: BackupStore,
  header: LogHeader,
  log: WriteAheadLog,
): Promise<ResumableLog | undefined> {
  const newest = (await generationsIn(store)).find(({ isComplete }) => isComplete);
  if (!newest) return undefined;
  const start = await startOf(store, newest.name);
  const last = newest.segments.at(-1);
  const bytes = last && (await store.readBytes(last.name));
  const heading = bytes && (await unpackSegment(bytes)).heading;
  const { salts, position } = heading ? { salts: heading.salts, position: heading.to } : start;
  if (!salts || !sameSalts(salts, header.salts) || position.frame === 0) return undefined;
  const checksum = log.checksumAt(header, position.frame);
  if (!checksum || !sameChecksum(checksum, position.checksum)) return undefined;
  return {
    generation: { name: newest.name, begunAtMs: start.begun_at_ms },
    run: heading?.run ?? 0,
    position,
    knownUntilMs: heading?.marks.at(-1)?.fromMs ?? start.begun_at_ms,
  };
}

/**
 * The earliest time to which the log can be restored, to the second, in milliseconds since 1970; undefined while there is no log. Looks
 * at one name after the other, because a busy log has hundreds of thousands.
 */
export async function earliestRestorable(store: BackupStore): Promise<number | undefined> {
  let earliest: number | undefined;
  for await (const name of store.eachName(LOG_FOLDER)) {
    const generation = generationOf(name);
    if (generation === undefined || name !== startName(generation)) continue;
    earliest = Math.min(earliest ?? Number.POSITIVE_INFINITY, timeIn(generation) ?? 0);
  }
  return earliest;
}

/** The files of generations that ended before this time, and of such that were never completed. */
export async function oldGenerations(store: BackupStore, beforeMs: number): Promise<string[]> {
  const all = await generationsIn(store);
  const complete = all.filter(({ isComplete }) => isComplete);
  // One ends where the next begins.
  const ended = complete.slice(1).filter((_, index) => (timeIn(complete[index]?.name ?? "") ?? 0) < beforeMs);
  return [...all.filter(({ isComplete }) => !isComplete), ...ended].flatMap(({ names }) => names);
}
