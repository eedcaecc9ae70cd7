/**
 * Which addresses the server may call on somebody's behalf. Whoever chooses an address that we call could otherwise reach
 * what only our own machine and its neighbours are meant to reach.
 */
import { BlockList, isIP, isIPv4 } from "node:net";

/** Nobody can allow these: what they reach is never somebody's service. */
const NEVER = networks(
  "0.0.0.0/8", // this machine, on some systems
  "169.254.0.0/16", // link-local, where clouds keep their metadata and keys
  "100.100.100.200", // the metadata of Alibaba Cloud
  "168.63.129.16", // and of Azure
  "192.0.0.192", // and of Oracle Cloud
  "224.0.0.0/4", // multicast
  "255.255.255.255", // broadcast
  "::",
  "fe80::/10", // link-local
  "fd00:ec2::254", // the metadata of Amazon
  "fd20:ce::254", // and of Google
  "ff00::/8", // multicast
);

/** Open only to whoever the operator lists: machines that are not on the internet, and networks that nothing is in. */
const UNLISTED_IPV4 = networks(
  "10.0.0.0/8",
  "100.64.0.0/10", // behind a provider's NAT
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "240.0.0.0/4",
);

/** Of IPv6 all but what is assigned to the internet, */
const INTERNET_IPV6 = networks("2000::/3");
/** without what wraps an IPv4 address for some tunnel, or is there for documents. */
const UNLISTED_IPV6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

const LOOPBACK = networks("127.0.0.0/8", "::1");

export interface Guard {
  /** Whether an address in its usual form may be called. */
  permits(address: string): boolean;
}

interface Rules {
  /** Addresses and networks that the operator opens. */
  readonly allowed: readonly string[];
  /** Somebody tries the server on their own machine, with what it calls beside it. */
  allowsLoopback(): boolean;
}

export function guardOf({ allowed, allowsLoopback }: Rules): Guard {
  const listed = networks(...allowed);
  return {
    permits(given) {
      const address = withoutWrapping(given);
      if (address === undefined || isIn(NEVER, address)) return false;
      return isOnInternet(address) || isIn(listed, address) || (isIn(LOOPBACK, address) && allowsLoopback());
    },
  };
}

function isOnInternet(address: string): boolean {
  if (isIPv4(address)) return !isIn(UNLISTED_IPV4, address);
  return isIn(INTERNET_IPV6, address) && !isIn(UNLISTED_IPV6, address);
}

/** `localhost` and what is below it means this machine by definition; other names have to be looked up. */
export function isLoopbackHost(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  return isIP(name) === 0 ? /(^|\.)localhost\.?$/i.test(name) : isIn(LOOPBACK, name);
}

/** As URLs write an IPv6 address. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

/** `::ffff:10.0.0.1` and, where NAT64 translates, `64:ff9b::10.0.0.1` are that IPv4 address, whatever they look like. */
const WRAPPED = [
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/** The address that is reached in the end; undefined for what is none. */
function withoutWrapping(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  if (family === 4) return address;
  const groups = groupsOf(address);
  if (!WRAPPED.some((prefix) => prefix.every((group, index) => groups[index] === group))) return address;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [bare = ""] = address.split("%");
  // The last two may be written as an IPv4 address.
  const plain = bare.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = [], tail = []] = plain.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

function networks(...list: readonly string[]): BlockList {
  const found = new BlockList();
  for (const entry of list) {
    const [address = "", bits] = entry.split("/");
    const family = familyOf(address);
    if (bits === undefined) found.addAddress(address, family);
    else found.addSubnet(address, Number(bits), family);
  }
  return found;
}

const isIn = (list: BlockList, address: string): boolean => list.check(address, familyOf(address));

function familyOf(address: string) {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
