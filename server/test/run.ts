/**
 * `npm test`: every test file of the workspaces, with one PostgreSQL for the whole run and a database for each file.
 * A few processes take the files one after another, those that take long first (decision 126).
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, setPriority, tmpdir } from "node:os";
import { join, matchesGlob, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { testsOfChanges } from "./changed.ts";
import { unfinishedFiles, writeQueue } from "./file-queue.ts";
import { makeInstallations } from "./installations.ts";
import { populate } from "./neighbours/populate.ts";
import { startPostgres } from "./postgres.ts";
import { makeScratch } from "./scratch.ts";
import { slowest } from "./slowest.ts";
import { makeTemplates } from "./templates.ts";
import { mostUsed, startedSeconds } from "./usage.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EVERYTHING = [
  "server/**/*.test.ts",
  "client/**/*.test.ts",
  "web/**/*.test.ts",
  "e2e/**/*.test.ts",
  "bench/*/*.test.ts",
];
/** In this order: the longest first, or the run would end with one of them alone; then the others, by their names. */
const FIRST = [
  "server/test/catalogue/catalogue.test.ts",
  "e2e/**",
  "server/src/canary.test.ts",
  "server/src/messages/access-matrix.test.ts",
  "server/src/registration/streams.test.ts",
  "server/src/messages/life/*",
  "server/src/cli/**",
  "server/src/exports/archive/*",
  "server/src/follow/*",
  "server/reference/**",
  "client/*.test.ts",
];
/** They measure the memory of their process. */
const BY_ITSELF = ["server/src/costs.test.ts"];
/** One after the other, and before the others have their turn: whoever looks at a screen does not wait as long as they do. */
const IN_A_BROWSER = ["e2e/web/**", "e2e/{api-page,identity-provider,setup,sign-in,sign-up}.test.ts"];
/** They open the web client, or start the server, as it is built. */
const ON_WHAT_IS_BUILT = [
  ...["e2e/**", "web/**", "bench/**"],
  ...["server/src/kernel/http/*", "server/src/cli/**", "server/build/*"],
];
/** Processes that are started when others end early: one has had enough, or was ended by an error. */
const FOR_EACH_PROCESS = 4;

const files = chosenFiles(process.argv.slice(2));
if (files.length === 0) {
  process.stdout.write("No test file is chosen.\n");
  process.exit(process.argv[2] === "--changed" ? 0 : 1);
}

const isIn = (patterns: readonly string[]) => (file: string) =>
  patterns.some((pattern) => matchesGlob(relative(ROOT, file), pattern));
if (files.some(isIn(ON_WHAT_IS_BUILT)))
  for (const build of ["web/build.ts", "server/build/build.ts"])
    execFileSync(process.execPath, [join(ROOT, build)], { stdio: "inherit" });
// Types are stripped and sources compiled once, and not again in every process.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, "node_modules/.cache/compiled-tests");
const entries = mkdtempSync(join(tmpdir(), "parley-tests-"));
const scratch = makeScratch();
process.env.PARLEY_TEST_SCRATCH = scratch.directory;
const postgres = await startPostgres({ keptIn: scratch.directory });
const templates = await makeTemplates(scratch.directory, postgres.url, populate);
const installations = mkdtempSync(join(scratch.directory, "installations-"));
if (files.some(isIn(["e2e/**"]))) await makeInstallations(installations, postgres.url);
const env = {
  ...process.env,
  PARLEY_TEST_POSTGRES: postgres.url,
  PARLEY_TEST_TEMPLATES: templates.directory,
  PARLEY_TEST_INSTALLATIONS: installations,
  PARLEY_TEST_USAGE: join(entries, "usage"),
};
const timings = join(entries, "timings");
mkdirSync(timings);
const options = [
  "--test",
  "--test-timeout=1200000",
  // Tests leave much behind that is soon garbage: with room for it, less is copied.
  "--max-semi-space-size=32",
  // The tags of tests, by which `slowest.ts` knows their files.
  "--disable-warning=ExperimentalWarning",
  ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
  `--test-reporter=${new URL("./slowest.ts", import.meta.url)}`,
];
const inBrowser = files.filter(isIn(IN_A_BROWSER));
const rest = files.filter((file) => !inBrowser.includes(file));
const shown = run(inBrowser, {
  name: "browser",
  concurrency: 1,
  niceness: 0,
  isHeldBack: rest.length > 0,
  endsWithTests: true,
});
// They wait for other processes and for PostgreSQL much of the time: one more than there are cores keeps these busy.
const others = run(rest, {
  name: "others",
  concurrency: availableParallelism() + 1,
  niceness: 5,
  isHeldBack: false,
  endsWithTests: false,
});
const results = [await others, await shown];
for (const { heldBack } of results) process.stdout.write(heldBack);
const unfinished = results
  .flatMap((result) => result.unfinished)
  .map((file) => `${relative(ROOT, fileURLToPath(file))}\n`);
if (unfinished.length > 0) process.stdout.write(`\nNot run to the end:\n${unfinished.join("")}`);
process.stdout.write(slowest(timings, ROOT));
const beforeStop = startedSeconds();
await postgres.stop();
process.stdout.write(mostUsed(env.PARLEY_TEST_USAGE, ROOT, startedSeconds() - beforeStop));
templates.remove();
rmSync(entries, { recursive: true, force: true });
scratch.remove();
process.exitCode = results.every(({ code }) => code === 0) && unfinished.length === 0 ? 0 : 1;

interface Lane {
  readonly name: string;
  readonly concurrency: number;
  /** Whoever is nicer lets others go first; what a process starts is as nice as it is. */
  readonly niceness: number;
  /** What it prints is shown at the end, so that it does not mix with what another prints. */
  readonly isHeldBack: boolean;
  /** A process ends with its last test, though a browser that does not close holds it. */
  readonly endsWithTests: boolean;
}

async function run(chosen: readonly string[], { name, concurrency, niceness, isHeldBack, endsWithTests }: Lane) {
  if (chosen.length === 0) return { code: 0, heldBack: "", unfinished: [] };
  const { entered, queues } = writeEntries(chosen, concurrency);
  const own = [
    `--test-reporter-destination=${join(timings, name)}`,
    `--test-concurrency=${concurrency}`,
    ...(endsWithTests ? ["--test-force-exit"] : []),
  ];
  const child = spawn(process.execPath, [...options, ...own, ...entered], {
    env,
    stdio: ["ignore", isHeldBack ? "pipe" : "inherit", "inherit"],
  });
  if (child.pid !== undefined) setPriority(child.pid, niceness);
  const heldBack = child.stdout ? text(child.stdout) : "";
  const [code] = (await once(child, "close")) as [number | null];
  return { code, heldBack: await heldBack, unfinished: queues.flatMap(unfinishedFiles) };
}

function chosenFiles(wanted: readonly string[]): string[] {
  const find = (patterns: readonly string[], cwd: string) =>
    globSync(patterns, { cwd, exclude: ["**/node_modules/**"] });
  if (wanted[0] === "--changed") return testsOfChanges(ROOT, find(EVERYTHING, ROOT)).map((file) => join(ROOT, file));
  if (wanted.length > 0) return find(wanted, process.cwd()).map((file) => resolve(file));
  return find(EVERYTHING, ROOT).map((file) => join(ROOT, file));
}

/** In the order in which they are started. */
function inOrder(all: readonly string[]): string[] {
  const left = new Set(all.toSorted());
  const first = FIRST.flatMap((pattern) => {
    const files = [...left].filter((file) => matchesGlob(relative(ROOT, file), pattern));
    for (const file of files) left.delete(file);
    return files;
  });
  return [...first, ...left];
}

/** Node's runner starts a process for each file that it is given, in the order of their names. */
function writeEntries(chosen: readonly string[], concurrency: number): { entered: string[]; queues: string[] } {
  const directory = mkdtempSync(join(entries, "run-"));
  const queues: string[] = [];
  const entered: string[] = [];
  const addProcesses = (files: readonly string[], count: number) => {
    const queue = mkdtempSync(join(directory, "queue-"));
    writeQueue(
      queue,
      files.map((file) => pathToFileURL(file).href),
    );
    queues.push(queue);
    for (let n = 0; n < count; n++) {
      const entry = join(directory, `${String(entered.length).padStart(3, "0")}.test.mjs`);
      writeFileSync(entry, entryFor(queue, { isLast: count - n <= concurrency }));
      entered.push(entry);
    }
  };
  const [alone, shared] = [chosen.filter(isIn(BY_ITSELF)), chosen.filter((file) => !isIn(BY_ITSELF)(file))];
  for (const file of alone) addProcesses([file], 1);
  const processes = Math.min(concurrency, shared.length);
  addProcesses(inOrder(shared), shared.length > concurrency ? processes * FOR_EACH_PROCESS : processes);
  return { entered, queues };
}

function entryFor(queue: string, options: { readonly isLast: boolean }): string {
  const [untracked, passwords, waiting, loader] = ["untracked", "passwords", "file-queue", "together"].map((name) =>
    JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href),
  );
  return [
    `import ${untracked};`,
    `import ${passwords};`,
    `const { takeFiles } = await import(${waiting});`,
    `const { together } = await import(${loader});`,
    `await together(takeFiles(${JSON.stringify(queue)}, ${JSON.stringify(options)}));`,
  ].join("\n");
}
