import { createWriteStream } from "node:fs";
import { matchesGlob } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../../server/test/postgres.ts";
import { attacks } from "../hostile/attacks/index.ts";
import type { Attack, AttackOutcome } from "../hostile/enemy.ts";
import { attack, memoryOf, VictimProcess, type VictimWaits, watchMemory } from "../hostile/measure.ts";
import { makeSite, type Site } from "../hostile/site.ts";
import type { BenchPerson } from "../population.ts";
import { type Server, startParley } from "../processes.ts";
import { percentile, type Scenario } from "../scenario.ts";
import { MOST_STOLEN, untilNothingIsStolen, watchStolen } from "../stolen.ts";

const MAX_WAIT_MS = 250;
const MAX_MEMORY_MB = 300;
const SECONDS = 2;
const WARM_UP_MS = 4000;
const CALM_MS = 5000;
/** Remaining work is part of the attack: it ends when the server is as quiet as before. */
const AFTERMATH_MS = 500;
const LONGEST_AFTERMATH_MS = 10_000;
const CALM_SHARE = 0.5;
/** Waits of a machine that its host did not let run say nothing about the server. */
const REPEATED_AT_MOST = 5;
const LONGEST_UNREST_MS = 10 * 60_000;

/** PARLEY_BENCH_ATTACKS chooses attacks by name, with `*` as a wildcard, separated by commas. */
const wanted = (process.env.PARLEY_BENCH_ATTACKS ?? "*").split(",");
const chosen = attacks.filter(({ name }) => wanted.some((glob) => matchesGlob(name, glob)));
/** PARLEY_BENCH_LIMITS=off turns the rate limits off, as if a crowd attacked together. */
const hasLimits = process.env.PARLEY_BENCH_LIMITS !== "off";

/** The effect of an attack on others. */
interface AttackRow {
  readonly name: string;
  readonly as: string;
  readonly worst: Record<keyof VictimWaits["waits"], number>;
  readonly p99: number;
  /** The processor time of the event loop, in the wait in which it worked most. */
  readonly work: number;
  /** Peak above the idle server's memory, in MB. */
  readonly memory: number;
  readonly cpuSeconds: number;
  readonly answers: string;
  readonly trouble: string;
  /** The share of processor time that the host of a virtual machine gave to others. */
  readonly stolen: number;
}

export const hostile: Scenario = {
  name: "hostile",
  question: "How long do others wait, and how much memory is taken, while one account attacks?",
  async measureAlone() {
    const postgres = process.env.PARLEY_BENCH_DATABASE === "postgres" ? await startPostgres() : undefined;
    const site = await makeSite(postgres?.url);
    const siege = new Siege(site);
    try {
      await siege.begin();
      print(
        `Rate limits are ${hasLimits ? "the default ones" : "off"}; the database is ${postgres ? "PostgreSQL" : "SQLite"}.`,
      );
      print(HEAD);
      const calm = await siege.calm();
      print(line(calm));
      const rows: AttackRow[] = [];
      for (const each of chosen) {
        const row = await siege.endure(each);
        rows.push(row);
        print(line(row));
      }
      const worstOf = (of: (row: AttackRow) => number) => rows.reduce((most, row) => Math.max(most, of(row)), 0);
      const failed = rows.filter((row) => !isHeld(row));
      if (failed.length > 0)
        print(`\n${failed.length} of ${rows.length} attacks: ${failed.map(({ name }) => name).join(", ")}`);
      return [
        { what: "worst wait of others, calm", unit: " ms", parley: worstWait(calm) },
        {
          what: `worst wait of others, ${rows.length} attacks`,
          unit: " ms",
          parley: worstOf(worstWait),
          target: { atMost: MAX_WAIT_MS },
        },
        {
          what: "memory above idle, at most",
          unit: " MB",
          parley: worstOf(({ memory }) => memory),
          target: { atMost: MAX_MEMORY_MB },
        },
        {
          what: "attacks that a server did not survive",
          unit: "",
          parley: rows.filter(({ trouble }) => trouble !== "").length,
          target: { atMost: 0 },
        },
      ];
    } finally {
      await siege.end();
      await site.remove();
      await postgres?.stop();
    }
  },
};

const worstWait = ({ worst }: AttackRow): number => Math.max(worst.send, worst.read, worst.event);
const isHeld = (row: AttackRow): boolean =>
  worstWait(row) <= MAX_WAIT_MS && row.memory <= MAX_MEMORY_MB && row.trouble === "";

const isDisturbed = ({ stolen }: AttackRow): boolean => stolen > MOST_STOLEN;

/** A long wait with little work is the machine's fault: it is busy with something else. */
function slowOrLarge(row: AttackRow): string {
  if (row.work > MAX_WAIT_MS) return "slow";
  return worstWait(row) > MAX_WAIT_MS ? "waited" : "memory";
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
const HEAD =
  "| attack | by | worst send | worst read | worst event | p99 | work | memory | CPU | answers | |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---|---|";

function line(row: AttackRow): string {
  const { name, as, worst, p99, work, memory, cpuSeconds, answers, trouble } = row;
  const ms = (value: number) => `${Math.round(value)} ms`;
  const disturbed = isDisturbed(row) ? `, ${Math.round(100 * row.stolen)} % of the machine missing` : "";
  const verdict = isHeld(row) ? "ok" : `**${trouble || slowOrLarge(row)}**${disturbed}`;
  const cells = [
    name,
    as,
    ms(worst.send),
    ms(worst.read),
    ms(worst.event),
    ms(p99),
    ms(work),
    `${memory > 0 ? "+" : ""}${Math.round(memory)} MB`,
    `${cpuSeconds.toFixed(1)} s`,
    answers,
    verdict,
  ];
  return `| ${cells.join(" | ")} |`;
}

async function aftermath(server: Server): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_AFTERMATH_MS;
  for (let before = await server.cpuSeconds(); performance.now() < giveUpAt; ) {
    await sleep(AFTERMATH_MS);
    const now = await server.cpuSeconds();
    if (now === undefined || before === undefined || now - before < (CALM_SHARE * AFTERMATH_MS) / 1000) return;
    before = now;
  }
}

/** A server with its victims; restarted when an attack has ended or frozen it. */
class Siege {
  readonly #site: Site;
  readonly #counts = { member: 0, guest: 0, owner: 0, outsider: 0 };
  #server: Server | undefined;
  #victims: VictimProcess | undefined;
  #idle = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  async begin(): Promise<void> {
    const { directory, env, victims } = this.#site;
    const limits: Record<string, string> = hasLimits ? { PARLEY_RATE_LIMITS: "" } : {};
    this.#server = await startParley(directory, { ...env, ...limits });
    if (process.env.PARLEY_BENCH_LOG)
      this.#server.process.stdout?.pipe(createWriteStream(process.env.PARLEY_BENCH_LOG, { flags: "a" }));
    const [sender, reader, listener] = victims.people;
    this.#victims = await VictimProcess.start({
      port: this.#server.port,
      pid: this.#server.process.pid as number,
      logins: [sender.login, reader.login, listener.login],
      channelId: victims.channelId,
    });
    await sleep(WARM_UP_MS);
    this.#idle = (await memoryOf(this.#server)) ?? 0;
  }

  calm(): Promise<AttackRow> {
    return this.#measured("calm", "", async () => {
      await sleep(CALM_MS);
      return { answers: {}, isUnfinished: false };
    });
  }

  /** An attack that was measured on a disturbed machine, and did not hold, is repeated when that is over. */
  async endure(chosenAttack: Attack): Promise<AttackRow> {
    for (let repeated = 0; ; repeated++) {
      const row = await this.#endureOnce(chosenAttack);
      if (isHeld(row) || !isDisturbed(row) || repeated === REPEATED_AT_MOST) return row;
      await untilNothingIsStolen(LONGEST_UNREST_MS);
    }
  }

  async #endureOnce({ name, as = "member", seconds = SECONDS }: Attack): Promise<AttackRow> {
    const number = this.#counts[as]++;
    const account = as === "outsider" ? undefined : (this.#site.attackers[as][number] as BenchPerson);
    const { port } = this.#server as Server;
    const row = await this.#measured(name, as, () =>
      attack({
        name,
        port,
        seconds,
        localAddress: `127.0.1.${1 + (number % 250)}`,
        account,
        surroundings: this.#site.surroundings,
      }),
    );
    if (row.trouble !== "") await this.#startAnew();
    return row;
  }

  async end(): Promise<void> {
    await this.#victims?.leave();
    await this.#server?.stop();
  }

  async #measured(name: string, as: string, run: () => Promise<AttackOutcome>): Promise<AttackRow> {
    const server = this.#server as Server;
    const victims = this.#victims as VictimProcess;
    const memoryPeak = watchMemory(server);
    const before = await server.cpuSeconds();
    const stolen = await watchStolen();
    victims.begin();
    const { answers, isUnfinished } = await run();
    await aftermath(server);
    const { waits, work, failures } = await victims.end();
    const after = await server.cpuSeconds();
    const isGone = server.process.exitCode !== null || server.process.signalCode !== null;
    const worst = (kind: keyof VictimWaits["waits"]) => waits[kind].reduce((most, wait) => Math.max(most, wait), 0);
    return {
      name,
      as,
      worst: { send: worst("send"), read: worst("read"), event: worst("event") },
      p99: percentile([...waits.send, ...waits.read, ...waits.event], 0.99),
      work,
      memory: memoryPeak() - this.#idle,
      cpuSeconds: (after ?? Number.NaN) - (before ?? Number.NaN),
      answers: Object.entries(answers)
        .map(([status, count]) => `${status}×${count}`)
        .join(" "),
      stolen: await stolen(),
      trouble: isGone ? "ended" : isUnfinished ? "unanswered" : failures > 0 ? `${failures} refused` : "",
    };
  }

  async #startAnew(): Promise<void> {
    const server = this.#server as Server;
    await this.#victims?.leave();
    this.#victims = undefined;
    server.process.kill("SIGKILL");
    await server.stop().catch(() => undefined);
    await this.begin();
  }
}
