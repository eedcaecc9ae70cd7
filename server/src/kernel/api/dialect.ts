/**
 * Names that have two spellings: the neutral one of the specification, which is ours, and the one that the clients people
 * already have compare exactly. A client gets the spelling that goes with what it says of itself, and may send either.
 */
export type Dialect = "neutral" | "upstream";

/** By its User-Agent; or, where a script in a browser cannot set that, by the name in the parameter `client`. */
export function dialectOf(userAgent: string | undefined, client?: string): Dialect {
  return isUpstream(userAgent) || isUpstream(client) ? "upstream" : "neutral";
}

const isUpstream = (name: string | undefined): boolean => name?.startsWith("Zulip") === true;
