/**
 * Which mutants each test reaches, and how long it takes, from one run without any mutant. It is kept in a file for as
 * long as no source changes, so that neither a stopped run nor a second mutant in the same folder pays for it again.
 */
import { createHash } from "node:crypto";
import { appendFileSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readLines } from "./lines.ts";
import type { Mutant } from "./mutant.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const READ = ["server/{src,test,mutate}/**/*.ts", "client/src/**/*.ts"];

export type Engines = "sqlite" | "both";

export interface CoveredTest {
  /** Its place among the tests of its file: names can occur twice. */
  readonly nth: number;
  /** Of processor time. */
  readonly ms: number;
  readonly reaches: readonly number[];
}

/** A test to run, with its usual processor time. */
export interface ChosenTest {
  readonly file: string;
  readonly nth: number;
  readonly ms: number;
}

type Line =
  | { readonly file: string; readonly engines: Engines; readonly tests: readonly StoredTest[] }
  | { readonly loading: string };
/** The mutants are bits, in the order of all mutants. */
type StoredTest = readonly [nth: number, ms: number, reaches: string];

interface KnownTest extends ChosenTest {
  readonly reaches: Buffer;
}

export class Coverage {
  readonly #path: string;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #files = new Map<string, readonly KnownTest[]>();
  readonly #loading: Buffer;

  constructor(directory: string, mutants: readonly Mutant[]) {
    this.#ids = new Map(mutants.map(({ key }, id) => [key, id]));
    this.#loading = Buffer.alloc(Math.ceil(mutants.length / 8));
    this.#path = join(directory, `coverage-${fingerprint()}.jsonl`);
    mkdirSync(directory, { recursive: true });
    for (const line of readLines<Line>(this.#path)) this.#learn(line);
  }

  knows(file: string, engines: Engines): boolean {
    return this.#files.has(nameOf(file, engines));
  }

  /** What one file's tests reach. */
  add(file: string, engines: Engines, tests: readonly CoveredTest[]): void {
    const stored = tests.map(({ nth, ms, reaches }): StoredTest => [nth, Math.round(ms), this.#bits(reaches)]);
    this.#keep({ file, engines, tests: stored });
  }

  /** What loading some files and the server reaches. */
  addLoading(reaches: readonly number[]): void {
    this.#keep({ loading: this.#bits(reaches) });
  }

  /** The tests of these files that reach a mutant, fastest first. */
  testsFor({ key }: Mutant, files: readonly string[], engines: Engines): ChosenTest[] {
    const id = this.#ids.get(key) as number;
    return fastestFirst(this.#testsOf(files, engines).filter(({ reaches }) => has(reaches, id)));
  }

  allTests(files: readonly string[], engines: Engines): ChosenTest[] {
    return fastestFirst(this.#testsOf(files, engines));
  }

  isReachedByLoading({ key }: Mutant): boolean {
    return has(this.#loading, this.#ids.get(key) as number);
  }

  #testsOf(files: readonly string[], engines: Engines): readonly KnownTest[] {
    return files.flatMap((file) => this.#files.get(nameOf(file, engines)) ?? []);
  }

  #keep(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    this.#learn(line);
  }

  #learn(line: Line): void {
    if ("loading" in line) {
      for (const [at, byte] of Buffer.from(line.loading, "base64").entries())
        this.#loading[at] = (this.#loading[at] ?? 0) | byte;
      return;
    }
    const { file, engines, tests } = line;
    this.#files.set(
      nameOf(file, engines),
      tests.map(([nth, ms, reaches]) => ({ file, nth, ms, reaches: Buffer.from(reaches, "base64") })),
    );
  }

  #bits(ids: readonly number[]): string {
    const bits = Buffer.alloc(this.#loading.length);
    for (const id of ids) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
    return bits.toString("base64");
  }
}

const nameOf = (file: string, engines: Engines) => `${engines} ${file}`;
const fastestFirst = (tests: readonly KnownTest[]) =>
  tests.toSorted((a, b) => a.ms - b.ms).map(({ file, nth, ms }) => ({ file, nth, ms }));
const has = (bits: Buffer, id: number) => (((bits[id >> 3] ?? 0) >> (id & 7)) & 1) === 1;

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of globSync(READ, { cwd: ROOT }).toSorted())
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}
