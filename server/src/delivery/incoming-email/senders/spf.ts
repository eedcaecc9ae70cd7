/** Whether a domain lets an address send its email (SPF, RFC 7208). */
import { BlockList, isIPv6 } from "node:net";
import type { MailDns } from "./dns.ts";
import { expanded, type SpfFacts } from "./spf-macros.ts";

/** What makes an evaluation wrong for good, so that nothing is proved. */
class Broken extends Error {}

const MAX_LOOKUPS = 10;
const MAX_VOID_LOOKUPS = 2;
const MAX_MAIL_SERVERS = 10;

interface Evaluation extends SpfFacts {
  readonly dns: MailDns;
  lookups: number;
  voidLookups: number;
}

/** True only if the domain says so. Throws if the DNS does not answer. */
export async function maySend(dns: MailDns, facts: SpfFacts & { readonly domain: string }): Promise<boolean> {
  try {
    return (await qualifierFor({ ...facts, dns, lookups: 0, voidLookups: 0 }, facts.domain)) === "+";
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
}

/** The qualifier of the first mechanism that matches; undefined if the domain says nothing. */
async function qualifierFor(evaluation: Evaluation, domain: string): Promise<string | undefined> {
  const records = (await evaluation.dns.texts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
  if (records.length > 1) throw new Broken();
  const [record] = records;
  if (record === undefined) return undefined;
  const terms = record.split(/ +/).slice(1).filter(Boolean);
  const redirects = terms.filter((term) => /^redirect=/i.test(term));
  if (redirects.length > 1) throw new Broken();
  for (const term of terms) {
    if (/^[a-z][\w.-]*=/i.test(term)) continue;
    const [, qualifier = "", name = "", rest = ""] = /^([+?~-]?)([a-z\d]+)((?:[:/].*)?)$/i.exec(term) ?? [];
    if (await matches(evaluation, domain, name.toLowerCase(), rest)) return qualifier || "+";
  }
  if (redirects[0] === undefined) return "?";
  countLookup(evaluation);
  const target = expanded(redirects[0].slice("redirect=".length), evaluation, domain);
  const result = target === undefined ? undefined : await qualifierFor(evaluation, target);
  if (result === undefined) throw new Broken();
  return result;
}

async function matches(evaluation: Evaluation, domain: string, name: string, rest: string): Promise<boolean> {
  const { client, dns } = evaluation;
  if (name === "all" && rest === "") return true;
  if (name === "ip4" || name === "ip6") return isWithin(client, rest.slice(1), name === "ip4" ? 4 : 6);
  const written = /^(?::([^/]+))?(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(rest);
  if (!written || !["a", "mx", "include", "exists", "ptr"].includes(name)) throw new Broken();
  const [, given, prefix4, prefix6] = written;
  countLookup(evaluation);
  // Slow and deprecated: nobody is proved by it.
  if (name === "ptr") return false;
  const target = given === undefined ? domain : expanded(given, evaluation, domain);
  if (target === undefined || (given === undefined && (name === "include" || name === "exists"))) throw new Broken();
  if (name === "include") {
    const result = await qualifierFor(evaluation, target);
    if (result === undefined) throw new Broken();
    return result === "+";
  }
  if (name === "exists") return (await looked(evaluation, dns.addresses(target, 4))).length > 0;
  const family = isIPv6(client) ? 6 : 4;
  const prefix = family === 4 ? (prefix4 ?? "32") : (prefix6 ?? "128");
  const hosts = name === "mx" ? await looked(evaluation, dns.mailServers(target)) : [target];
  if (hosts.length > MAX_MAIL_SERVERS) throw new Broken();
  for (const host of hosts)
    for (const address of await looked(evaluation, dns.addresses(host, family)))
      if (isWithin(client, `${address}/${prefix}`, family)) return true;
  return false;
}

function countLookup(evaluation: Evaluation): void {
  if (++evaluation.lookups > MAX_LOOKUPS) throw new Broken();
}

async function looked<T>(evaluation: Evaluation, asking: Promise<readonly T[]>): Promise<readonly T[]> {
  const found = await asking;
  if (found.length === 0 && ++evaluation.voidLookups > MAX_VOID_LOOKUPS) throw new Broken();
  return found;
}

function isWithin(client: string, network: string, family: 4 | 6): boolean {
  const [address = "", prefix, ...more] = network.split("/");
  const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
  const list = new BlockList();
  try {
    list.addSubnet(address, bits, family === 4 ? "ipv4" : "ipv6");
  } catch {
    throw new Broken();
  }
  if (more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) throw new Broken();
  return isIPv6(client) === (family === 6) && list.check(client, family === 4 ? "ipv4" : "ipv6");
}
