/** `npm run bench` answers every question; `npm run bench -- sends reads` only these. */
import { cpus } from "node:os";
import { populate } from "./population.ts";
import { type Figure, type Scenario, verdict } from "./scenario.ts";
import { archive } from "./scenarios/archive.ts";
import { audience } from "./scenarios/audience.ts";
import { fanOut } from "./scenarios/fan-out.ts";
import { groups } from "./scenarios/groups.ts";
import { idleQueues } from "./scenarios/idle-queues.ts";
import { reads } from "./scenarios/reads.ts";
import { registering } from "./scenarios/registration.ts";
import { sends } from "./scenarios/sends.ts";
import { start } from "./scenarios/start.ts";
import { subscribe } from "./scenarios/subscribe.ts";
import { users } from "./scenarios/users.ts";

const scenarios: readonly Scenario[] = [
  sends,
  audience,
  reads,
  fanOut,
  groups,
  subscribe,
  users,
  registering,
  idleQueues,
  start,
  archive,
];

function chosen(names: readonly string[]): readonly Scenario[] {
  const unknown = names.find((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no scenario ${unknown}; there are ${scenarios.map(({ name }) => name).join(", ")}.`);
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name));
}

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const print = (text: string) => void process.stdout.write(`${text}\n`);

function row(figure: Figure): string {
  const { what, unit, parley, bare, ratioByCpu, target } = figure;
  const limit = target && ("atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`);
  const cells = [
    what.padEnd(42),
    `${number.format(parley)}${unit}`.padStart(10),
    (bare === undefined ? "" : `${number.format(bare)}${unit}`).padStart(10),
    (bare === undefined ? "" : (parley / bare).toFixed(2)).padStart(6),
    (ratioByCpu?.toFixed(2) ?? "").padStart(6),
    (limit ?? "").padStart(7),
    verdict(figure) ?? "",
  ];
  return `| ${cells.join(" | ").padEnd(103)} |`;
}

async function main(): Promise<void> {
  const wanted = chosen(process.argv.slice(2));
  const [cpu] = cpus();
  print(`Node ${process.version} on ${cpus().length} × ${cpu?.model ?? "unknown"}`);
  const population = await populate();
  const figures: Figure[] = [];
  try {
    for (const scenario of wanted) {
      print(`${scenario.name}: ${scenario.question}`);
      figures.push(...(await scenario.measure(population)));
    }
  } finally {
    await population.remove();
  }
  const heads = ["".padEnd(42), "Parley".padStart(10), "against".padStart(10), " ratio", "by CPU", " target", ""];
  print(`\n| ${heads.join(" | ").padEnd(103)} |`);
  print("|---|---:|---:|---:|---:|---:|---|");
  for (const figure of figures) print(row(figure));
}

await main();
