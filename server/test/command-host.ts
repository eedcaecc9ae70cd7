/**
 * A process that runs commands of the built command line, one after another: to load it takes 0.7 s of processor time, and to run most
 * commands much less. Each gets its own arguments and environment, and must leave nothing open, as a process of its own would not end.
 * `commands.ts` asks it.
 */
import { registerHooks } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";

export interface HostedCommand {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

const PARLEY = new URL("../dist/parley.js", import.meta.url).href;
/** Longer than it takes to close connections on a busy machine. */
const ENDS_WITHIN_MS = 20_000;

// What the entry imports last is the command line.
let commandLine = "";
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    if (context.parentURL === PARLEY) commandLine = resolved.url;
    return resolved;
  },
});

interface CommandLine {
  run(args: readonly string[]): Promise<void>;
}

/** Loads the command line, which runs the command that is in the arguments of the process, and returns how to run another. */
async function load(): Promise<CommandLine> {
  process.argv = [process.execPath, PARLEY, "--version"];
  const stdout = capture(process.stdout);
  await import(PARLEY);
  stdout.release();
  return (await import(commandLine)) as CommandLine;
}
const loaded = load();

async function outcomeOf({ args, env }: HostedCommand): Promise<CommandOutcome> {
  const { run } = await loaded;
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, PARLEY, ...args];
  process.exitCode = undefined;
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  const before = resources();
  try {
    await run(args);
    await closed(before);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.release(), stderr: stderr.release() };
  } finally {
    stdout.release();
    stderr.release();
  }
}

/** What keeps a process from ending. Node keeps the request of a read for the next one. */
const resources = () => process.getActiveResourcesInfo().filter((each) => each !== "FileHandleReadWrap");

async function closed(before: readonly string[]): Promise<void> {
  for (const deadline = performance.now() + ENDS_WITHIN_MS; ; await sleep(5)) {
    const left = resources();
    for (const each of before) if (left.includes(each)) left.splice(left.indexOf(each), 1);
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error(`The command does not end: ${left.join(", ")}`);
  }
}

function capture(stream: NodeJS.WriteStream): { release(): string } {
  const { write } = stream;
  let written = "";
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    written += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const callback = rest.find((each) => typeof each === "function");
    if (callback) process.nextTick(callback as () => void);
    return true;
  }) as typeof write;
  return {
    release() {
      stream.write = write;
      return written;
    },
  };
}

process.on("message", (command: HostedCommand) => {
  void outcomeOf(command).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit());
