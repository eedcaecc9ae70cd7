/** Runs a command of Parley to its end, and measures it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../server/dist/parley.js", import.meta.url));
/** As the `parley` script starts it. */
const OPTIONS = ["--max-semi-space-size=16"];
const MEMORY = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "131072" };
const LOOK_MS = 100;

export interface CommandRun {
  readonly seconds: number;
  /** NaN where there is no /proc. */
  readonly peakMegabytes: number;
}

export async function runCommand(directory: string, ...args: readonly string[]): Promise<CommandRun> {
  const began = performance.now();
  const child = spawn(process.execPath, [...OPTIONS, COMMAND, ...args], {
    env: { ...process.env, ...MEMORY, PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peakMegabytes = Number.NaN;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
    if (peak !== undefined) peakMegabytes = Number(peak) / 1024;
  }, LOOK_MS);
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(watch);
  if (code !== 0) throw new Error(`parley ${args[0]} has ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, peakMegabytes };
}
