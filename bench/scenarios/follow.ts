import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { largeSlackArchive } from "@parley/server/imports/slack/testing.ts";
import type { Organization } from "../population.ts";
import { parleyWith, startParley } from "../processes.ts";
import type { Scenario } from "../scenario.ts";

const MESSAGES = Number(process.env.PARLEY_BENCH_MESSAGES ?? 100_000);
const COMMAND = fileURLToPath(new URL("../../server/dist/parley.js", import.meta.url));

interface CommandRun {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

async function run(directory: string, args: readonly string[]): Promise<CommandRun> {
  const began = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peakMegabytes = Number.NaN;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
    if (peak !== undefined) peakMegabytes = Number(peak) / 1024;
  }, 100);
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(watch);
  if (code !== 0) throw new Error(`parley ${args[0]} has ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, peakMegabytes };
}

export const following: Scenario = {
  name: "follow",
  question: `How many of ${MESSAGES.toLocaleString("en")} messages per second does \`parley follow\` copy from another Parley on this machine, and compare?`,
  async measureAlone() {
    const root = await mkdtemp(join(tmpdir(), "parley-bench-follow-"));
    const [there, here] = [join(root, "there"), join(root, "here")];
    try {
      const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
      const made = (await parleyWith({}, there, "init", "--json", "--name", "Bench", ...owner)) as Organization;
      const archive = join(root, "slack.zip");
      await writeFile(archive, largeSlackArchive({ messages: MESSAGES, people: 200, channels: 40 }));
      await run(there, ["import", "slack", archive]);
      const parley = await startParley(there);
      try {
        const key = join(root, "zuliprc");
        await writeFile(key, `[api]\nemail=${made.email}\nkey=${made.api_key}\n`);
        const follow = ["follow", `http://localhost:${parley.port}`, "--key-file", key];
        // Copies, walks over everything again, and compares.
        const copied = await run(here, [...follow, "--once"]);
        const compared = await run(here, [...follow, "--compare"]);
        const copying = copied.seconds - 2 * compared.seconds;
        return [
          { what: "messages copied, compared twice", unit: "/s", parley: MESSAGES / copied.seconds },
          { what: "messages copied", unit: "/s", parley: MESSAGES / copying },
          { what: "messages compared", unit: "/s", parley: MESSAGES / compared.seconds },
          { what: "most memory while copying", unit: " MB", parley: copied.peakMegabytes, target: { atMost: 500 } },
        ];
      } finally {
        await parley.stop();
      }
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};
