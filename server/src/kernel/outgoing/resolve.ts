/**
 * Looks names up for outgoing requests, by asking the system's DNS servers directly. The system's own way (`getaddrinfo`)
 * takes one of the four threads that also read files and hash passwords: a few names whose servers never respond would
 * keep everybody waiting. Like the system, it prefers the hosts file and completes short names.
 */
import { Resolver, lookup as systemLookup } from "node:dns/promises";
import { type LocalNames, namesOfThisMachine } from "./local-names.ts";

export interface ResolvedHost {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedHost[]>;

interface NameSources {
  readonly local?: LocalNames;
  /** DNS servers, as `127.0.0.1:53`. By default those of the system. */
  readonly servers?: readonly string[];
}

const TIMEOUT_MS = 2000;
const TRIES = 2;
/** With several servers that do not respond, and for both families. */
const LONGEST_MS = 10_000;
/** There is nothing at the name. */
const NOTHING = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
const LOOPBACK: readonly ResolvedHost[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

export function resolveNames({ local = namesOfThisMachine(), servers }: NameSources = {}): Resolve {
  return async (given) => {
    const hostname = given.toLowerCase().replace(/\.$/, "");
    const { addresses, searched } = await local();
    const listed = addresses.get(hostname);
    if (listed) return listed;
    // By definition (RFC 6761), whatever a DNS server says.
    if (/(^|\.)localhost$/.test(hostname)) return LOOPBACK;
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const patience = setTimeout(() => resolver.cancel(), LONGEST_MS).unref();
    try {
      return await firstFound(resolver, candidatesOf(hostname, given.endsWith(".") ? [] : searched));
    } catch (error) {
      if (hasNoServer(resolver, error)) return await systemLookup(hostname, { all: true });
      throw error;
    } finally {
      clearTimeout(patience);
    }
  };
}

/** A name without a dot is first looked for where the machine is, as `getaddrinfo` does. */
function candidatesOf(hostname: string, searched: readonly string[]): string[] {
  const completed = searched.map((domain) => `${hostname}.${domain}`);
  return hostname.includes(".") ? [hostname, ...completed] : [...completed, hostname];
}

async function firstFound(resolver: Resolver, names: readonly string[]): Promise<readonly ResolvedHost[]> {
  for (const name of names) {
    const found = await addressesAt(resolver, name);
    if (found.length > 0) return found;
  }
  return [];
}

/** If one family is unknown because the DNS does not answer, the other one is enough. */
async function addressesAt(resolver: Resolver, name: string): Promise<ResolvedHost[]> {
  const asked = await Promise.allSettled([
    resolver.resolve4(name).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(name).then((found) => found.map((address) => ({ address, family: 6 }))),
  ]);
  const found = asked.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const silent = asked.find((each) => each.status === "rejected" && !NOTHING.has(each.reason.code));
  if (found.length === 0 && silent?.status === "rejected") throw silent.reason;
  return found;
}

/** Without a setting, this machine itself is asked, where there may be no server: then names have other sources. */
function hasNoServer(resolver: Resolver, error: unknown): boolean {
  const [server, ...more] = resolver.getServers();
  const isDefault = server === undefined || (server === "127.0.0.1" && more.length === 0);
  return isDefault && (error as NodeJS.ErrnoException).code === "ECONNREFUSED";
}
