/** The server that a load is put on: one that is started for it, or any other that speaks the same API. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { administer } from "../../server/test/databases.ts";
import { type PostgresServer, startPostgres } from "../../server/test/postgres.ts";
import { memoryOf } from "../hostile/measure.ts";
import type { Address } from "../load/connection.ts";
import type { LoadRequest } from "../load/jobs.ts";
import type { BenchPerson } from "../population.ts";
import { cpuSecondsOfFamily, cpuSecondsOfPostgres, load, startParley } from "../processes.ts";
import { PEOPLE as LARGEST, makeLargeOrganization } from "../scale/organization.ts";

export interface LoadTarget {
  readonly at: Address;
  /** Basic credentials; the first ten are in the small channel, all of them in the large one. */
  readonly logins: readonly string[];
  readonly channels: { readonly small: number; readonly large: number };
  /** Processor time so far, with that of the database; unknown if the server is elsewhere. */
  cpuSeconds(): Promise<number | undefined>;
  /** The memory of the server's process in MB. */
  memory(): Promise<number | undefined>;
  /** Ends the server if it was started for this; returns by how much its files have grown. */
  stop(): Promise<{ grownBytes: number | undefined }>;
}

/** With 100 channels: an organization has a tenth as many channels as people. */
export const DEFAULT_PEOPLE = 1000;
const SMALL = 10;
const DURABLE = { fsync: "on", synchronous_commit: "on" };

/** A new server with a new organization. */
export async function ownTarget(engine: "sqlite" | "postgres", people = DEFAULT_PEOPLE): Promise<LoadTarget> {
  const postgres = engine === "postgres" ? await startPostgres({ settings: DURABLE }) : undefined;
  const organization = await makeLargeOrganization(people / LARGEST, postgres?.url);
  const { directory, env, channels } = organization;
  const small = channels.find(({ members }, index) => index > 0 && members.length === SMALL) ?? channels[0];
  const before = await bytesOf(directory, postgres);
  const server = await startParley(directory, env);
  const inSmall = new Set(small.members.map(({ id }) => id));
  const isFirst = ({ id }: BenchPerson) => inSmall.has(id);
  const all = organization.people;
  const ordered = [...all.filter(isFirst), ...all.filter((person) => !isFirst(person))];
  return {
    at: { port: server.port },
    logins: ordered.map(({ login }) => login),
    channels: { small: small.id, large: channels[0].id },
    async cpuSeconds() {
      const own = await server.cpuSeconds();
      return own === undefined ? undefined : own + ((await cpuSecondsOfPostgres(postgres)) ?? 0);
    },
    memory: () => memoryOf(server),
    async stop() {
      await server.stop();
      const grownBytes = (await bytesOf(directory, postgres)) - before;
      await postgres?.stop();
      await organization.remove();
      return { grownBytes };
    },
  };
}

/** The files of the database, without the log of PostgreSQL. */
async function bytesOf(directory: string, postgres: PostgresServer | undefined): Promise<number> {
  if (postgres) await administer(postgres.url, "checkpoint");
  const root = postgres ? join(postgres.data, "base") : directory;
  const names = await readdir(root, { recursive: true });
  const isCounted = (name: string) => postgres !== undefined || name.startsWith("parley.db");
  const sizes = await Promise.all(names.filter(isCounted).map(async (name) => (await stat(join(root, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export interface GivenServer {
  readonly url: string;
  /** A file with the credentials of people of one organization, `email:key` in each line. The first can subscribe others. */
  readonly loginsFile: string;
  /** The host name that requests are for, if the URL has an address or another name. */
  readonly hostName?: string | undefined;
  /** The server's process, if it is on this machine. */
  readonly pid?: number | undefined;
}

/** A running server. Its channels are created by the first person. */
export async function givenTarget({ url, loginsFile, hostName, pid }: GivenServer): Promise<LoadTarget> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "http:") throw new Error(`${url}: only http is spoken, without a proxy in between.`);
  const at = { host: hostname, port: Number(port || 80), hostName: hostName ?? hostname };
  const logins = (await readFile(loginsFile, "utf8")).split("\n").filter(Boolean);
  const [first = ""] = logins;
  const ask = async (requests: readonly LoadRequest[]) =>
    (await load({ kind: "batch", ...at, connections: 1, requests })).map((answer) => JSON.parse(answer));
  const accounts = await ask(logins.map((as) => ({ method: "GET", path: "/api/v1/users/me", as })));
  const ids = (accounts as { user_id: number }[]).map(({ user_id }) => user_id);
  const channel = async (name: string, members: readonly number[]): Promise<number> => {
    const form = { subscriptions: JSON.stringify([{ name }]), principals: JSON.stringify(members) };
    const query = new URLSearchParams({ stream: name });
    const [, found] = await ask([
      { method: "POST", path: "/api/v1/users/me/subscriptions", as: first, form },
      { method: "GET", path: `/api/v1/get_stream_id?${query}`, as: first },
    ]);
    return (found as { stream_id: number }).stream_id;
  };
  return {
    at,
    logins,
    channels: {
      small: await channel("load small", ids.slice(0, SMALL)),
      large: await channel("load large", ids),
    },
    cpuSeconds: async () => (pid === undefined ? undefined : cpuSecondsOfFamily(pid)),
    memory: async () => (pid === undefined ? undefined : memoryOf({ process: { pid } })),
    stop: async () => ({ grownBytes: undefined }),
  };
}
