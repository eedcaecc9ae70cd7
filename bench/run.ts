/** `npm run bench` runs every scenario; `npm run bench -- sends reads` only these. */
import { cpus } from "node:os";
import { type Population, populate } from "./population.ts";
import { type Figure, type Scenario, verdict } from "./scenario.ts";
import { archive } from "./scenarios/archive.ts";
import { audience } from "./scenarios/audience.ts";
import { disk } from "./scenarios/disk.ts";
import { endurance } from "./scenarios/endurance.ts";
import { engines } from "./scenarios/engines.ts";
import { fanOut } from "./scenarios/fan-out.ts";
import { following } from "./scenarios/follow.ts";
import { groups } from "./scenarios/groups.ts";
import { hostile } from "./scenarios/hostile.ts";
import { idleQueues } from "./scenarios/idle-queues.ts";
import { importing } from "./scenarios/import.ts";
import { reads } from "./scenarios/reads.ts";
import { readsInThreads } from "./scenarios/reads-in-threads.ts";
import { registering } from "./scenarios/registration.ts";
import { registeringTogether } from "./scenarios/registration-sizes.ts";
import { scale } from "./scenarios/scale.ts";
import { sends } from "./scenarios/sends.ts";
import { sendsPostgres } from "./scenarios/sends-postgres.ts";
import { start } from "./scenarios/start.ts";
import { subscribe } from "./scenarios/subscribe.ts";
import { users } from "./scenarios/users.ts";
import { webLarge } from "./scenarios/web-large.ts";
import { webMemory } from "./scenarios/web-memory.ts";
import { webPalette } from "./scenarios/web-palette.ts";
import { webScroll } from "./scenarios/web-scroll.ts";
import { webStart } from "./scenarios/web-start.ts";
import { webSwitch } from "./scenarios/web-switch.ts";
import { webTyping } from "./scenarios/web-typing.ts";
import { openWorkspace, type WorkspaceSite } from "./web/chromium.ts";

const scenarios: readonly Scenario[] = [
  sends,
  sendsPostgres,
  engines,
  audience,
  reads,
  readsInThreads,
  fanOut,
  endurance,
  groups,
  subscribe,
  users,
  registering,
  registeringTogether,
  idleQueues,
  start,
  disk,
  archive,
  importing,
  following,
  scale,
  hostile,
  webStart,
  webScroll,
  webSwitch,
  webTyping,
  webPalette,
  webLarge,
  webMemory,
];

/** A name selects its scenario; what is none selects a family: `web` means `web-start`, `web-scroll` and so on. */
function isMeant({ name }: Scenario, word: string): boolean {
  const isName = scenarios.some((scenario) => scenario.name === word);
  return isName ? name === word : name.startsWith(`${word}-`);
}

function chosen(names: readonly string[]): readonly Scenario[] {
  const unknown = names.find((name) => !scenarios.some((scenario) => isMeant(scenario, name)));
  if (unknown !== undefined)
    throw new Error(`There is no scenario ${unknown}; there are ${scenarios.map(({ name }) => name).join(", ")}.`);
  return names.length === 0 ? scenarios : scenarios.filter((scenario) => names.some((name) => isMeant(scenario, name)));
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
  let population: Population | undefined;
  let workspace: WorkspaceSite | undefined;
  const figures: Figure[] = [];
  try {
    for (const scenario of wanted) {
      print(`${scenario.name}: ${scenario.question}`);
      if ("measureAlone" in scenario) {
        figures.push(...(await scenario.measureAlone()));
      } else if ("measureInWorkspace" in scenario) {
        workspace ??= await openWorkspace();
        figures.push(...(await scenario.measureInWorkspace(workspace)));
      } else {
        population ??= await populate();
        figures.push(...(await scenario.measure(population)));
      }
    }
  } finally {
    if (figures.length > 0) printTable(figures);
    await workspace?.close();
    await population?.remove();
  }
}

function printTable(figures: readonly Figure[]): void {
  const heads = ["".padEnd(42), "Parley".padStart(10), "against".padStart(10), " ratio", "by CPU", " target", ""];
  print(`\n| ${heads.join(" | ").padEnd(103)} |`);
  print("|---|---:|---:|---:|---:|---:|---|");
  for (const figure of figures) print(row(figure));
}

await main();
