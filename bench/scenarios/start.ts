import { setTimeout as sleep } from "node:timers/promises";
import { startParley } from "../processes.ts";
import { median, type Scenario } from "../scenario.ts";

const ROUNDS = 3;
/** By then V8 has given back what only the start needed. */
const IDLE_MS = 120_000;

async function residentMegabytes(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1];
  return Number(bytes) / 1024 / 1024;
}

export const start: Scenario = {
  name: "start",
  question: "How soon is the server ready, and how much memory does it then hold, and after two idle minutes?",
  async measure({ copy }) {
    const seconds: number[] = [];
    const megabytes: number[] = [];
    let idleMegabytes = Number.NaN;
    for (let round = 0; round < ROUNDS; round++) {
      const directory = await copy();
      const begin = performance.now();
      const parley = await startParley(directory);
      seconds.push((performance.now() - begin) / 1000);
      megabytes.push(await residentMegabytes(parley.port));
      if (round === ROUNDS - 1) {
        await sleep(IDLE_MS);
        idleMegabytes = await residentMegabytes(parley.port);
      }
      await parley.stop();
    }
    return [
      { what: "memory after start (RSS)", unit: " MB", parley: median(megabytes) },
      { what: "memory after two idle minutes", unit: " MB", parley: idleMegabytes, target: { atMost: 120 } },
      { what: "time until ready", unit: " s", parley: median(seconds), target: { atMost: 0.6 } },
    ];
  },
};
