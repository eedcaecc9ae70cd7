import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { guardOf, isLoopbackHost } from "./addresses.ts";
import { OutgoingClient } from "./client.ts";
import type { Resolve } from "./resolve.ts";

/** The client that this server calls with, as its operator has set it up. */
export function openOutgoing(config: Config, clock: Clock, url: () => string, resolve?: Resolve): OutgoingClient {
  const allowsLoopback = () => isLoopbackHost(new URL(url()).hostname);
  return new OutgoingClient({ guard: guardOf({ allowed: config.outgoingAllow, allowsLoopback }), clock, resolve });
}
