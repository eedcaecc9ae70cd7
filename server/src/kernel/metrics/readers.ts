/** Who can read the metrics: this machine, listed addresses, and whoever has the token. Nobody else learns that there are any. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import type { Config } from "../config.ts";

interface MetricsRequest {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

export function metricsReaders({ metrics, trustedProxies }: Config): (request: MetricsRequest) => boolean {
  const listed = new BlockList();
  for (const address of ["127.0.0.0/8", "::1", ...metrics.allow]) add(listed, address);
  const digest = metrics.token === undefined ? undefined : digestOf(metrics.token);
  return ({ ip, headers }) => {
    const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
    if (digest && given !== undefined && timingSafeEqual(digestOf(given), digest)) return true;
    // Behind an undeclared proxy, everyone would seem to have its address.
    const isForwarded = headers["x-forwarded-for"] !== undefined && trustedProxies.length === 0;
    return !isForwarded && listed.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
  };
}

/** Of equal length, whatever is given. */
const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A socket for both kinds of addresses reports an IPv4 address as an IPv6 one. */
function add(list: BlockList, text: string): void {
  const [address = "", bits] = text.split("/");
  if (isIPv6(address)) {
    list.addSubnet(address, Number(bits ?? 128), "ipv6");
    return;
  }
  list.addSubnet(address, Number(bits ?? 32), "ipv4");
  list.addSubnet(`::ffff:${address}`, 96 + Number(bits ?? 32), "ipv6");
}
