/** What this machine itself knows of names: its hosts file, and the domains in which short names are searched. */
import { open } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import type { ResolvedHost } from "./resolve.ts";

interface KnownNames {
  readonly addresses: ReadonlyMap<string, readonly ResolvedHost[]>;
  /** Domains. */
  readonly searched: readonly string[];
}

export type LocalNames = () => Promise<KnownNames>;

const HOSTS =
  process.platform === "win32" ? join(process.env.SystemRoot ?? "", "System32/drivers/etc/hosts") : "/etc/hosts";
const RESOLVER_SETTINGS = "/etc/resolv.conf";
/** Operators change these files seldom, and expect it to work soon. */
const READ_AGAIN_MS = 5000;
/** Lists of blocked names may have many megabytes: what comes later is left out. */
const MOST_BYTES = 1024 * 1024;
/** As many as the system itself uses. */
const MOST_DOMAINS = 6;

export function namesOfThisMachine({ hosts = HOSTS, settings = RESOLVER_SETTINGS } = {}): LocalNames {
  let known: Promise<KnownNames> | undefined;
  let readAt = 0;
  return () => {
    if (!known || performance.now() - readAt > READ_AGAIN_MS) {
      readAt = performance.now();
      known = Promise.all([linesOf(hosts), linesOf(settings)]).then(([listed, set]) => ({
        addresses: addressesIn(listed),
        searched: domainsIn(set),
      }));
    }
    return known;
  };
}

/** The words of each line. No lines if there is no such file. */
async function linesOf(file: string): Promise<string[][]> {
  try {
    await using opened = await open(file);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    return lines.map((line) =>
      line
        .replace(/[#;].*/, "")
        .trim()
        .split(/\s+/),
    );
  } catch {
    return [];
  }
}

function addressesIn(lines: readonly string[][]): Map<string, ResolvedHost[]> {
  const found = new Map<string, ResolvedHost[]>();
  for (const [address = "", ...names] of lines) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const listed = found.get(name);
      if (listed) listed.push({ address, family });
      else found.set(name, [{ address, family }]);
    }
  }
  return found;
}

/** The last line with domains counts. */
function domainsIn(lines: readonly string[][]): string[] {
  const [, ...domains] = lines.findLast(([word]) => word === "search" || word === "domain") ?? [];
  return domains.slice(0, MOST_DOMAINS).map((domain) => domain.toLowerCase().replace(/^\.|\.$/g, ""));
}
