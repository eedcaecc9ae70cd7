/** From where a server can be opened, and under which addresses. */
import type { NetworkInterfaceInfo } from "node:os";
import { serveCommandLine } from "../../kernel/command-line.ts";
import { isLocalName } from "../../kernel/names/host.ts";

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** PARLEY_URL, if it is set. */
  readonly externalUrl: string | undefined;
}

export interface Reach {
  /** What people on this machine open; undefined if Parley listens on another address only. */
  readonly here: string | undefined;
  /** What people on other machines open. Empty if nobody there can. */
  readonly network: readonly string[];
  /** The links that Parley makes do not work for everyone who can open it. */
  readonly warning?: string;
  /** How to let other machines in, if they are not. */
  readonly hint?: string;
}

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

const EVERYWHERE = ["0.0.0.0", "::", "[::]"];

export function reachOf({ host, port, externalUrl }: Listening, interfaces: Interfaces): Reach {
  const at = (name: string) => `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
  const isEverywhere = EVERYWHERE.includes(host);
  const isHere = isEverywhere || isLocalName(host);
  const machines = ownAddresses(interfaces).map(at);
  const outside = isEverywhere ? machines : isHere ? [] : [at(host)];
  const isPublic = externalUrl !== undefined && !isLocalName(new URL(externalUrl).hostname);
  const example = machines[0] ?? at("192.0.2.7");
  const reach = {
    here: isHere ? at("localhost") : undefined,
    network: [...new Set([...(isPublic ? [externalUrl] : []), ...outside])],
  };
  if (outside.length > 0 && !isPublic) {
    const links = externalUrl ?? at("localhost");
    const warning = `Invitations and other links begin with ${links}, which only works on this machine. Set PARLEY_URL to the address that others open, such as ${outside[0]}.`;
    return { ...reach, warning };
  }
  if (reach.network.length > 0) return reach;
  return { ...reach, hint: serveCommandLine(`--host 0.0.0.0 --url ${example}`) };
}

/** IPv4 addresses, without those of this machine alone and those that a machine without a network gives itself. */
const ownAddresses = (interfaces: Interfaces): string[] =>
  Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."))
    .map(({ address }) => address);

/** One sentence for the log. */
export function reachInWords({ here, network }: Reach): string {
  const places = [
    ...(here === undefined ? [] : [`on this machine: ${here}`]),
    network.length > 0 ? `from other machines: ${network.join(", ")}` : "from other machines: not reachable",
  ];
  return `Open Parley ${places.join("; ")}`;
}
