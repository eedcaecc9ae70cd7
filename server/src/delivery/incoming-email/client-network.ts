import { isIPv6 } from "node:net";

/** Whom a connection is counted for: an IPv4 address, or the /64 network of an IPv6 address, all of which one client has. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%", 1)[0] as string).split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => "0");
  const network = [...first, ...gap, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
