/**
 * Names with two spellings: the specification's neutral one, which is ours, and the one that existing clients compare
 * exactly. A client gets the spelling for what it identifies as, and may send either.
 */
export type Dialect = "neutral" | "upstream";

/** By its User-Agent or, for browser scripts that cannot set one, by the `client` parameter. */
export function dialectOf(userAgent: string | undefined, client?: string): Dialect {
  return isUpstream(userAgent) || isUpstream(client) ? "upstream" : "neutral";
}

const isUpstream = (name: string | undefined): boolean => name?.startsWith("Zulip") === true;
