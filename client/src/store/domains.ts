import type { domains, ShapeOf } from "@parley/server/contract";
import { part, withEntry } from "./part.ts";

export type Domain = ShapeOf<typeof domains.domainFields>;

/** Whose addresses may join, by the domain's name. */
export type DomainsState = ReadonlyMap<string, Domain>;

export const domainsPart = part<DomainsState>({
  from: (snapshot) => new Map((snapshot.realm_domains ?? []).map((each) => [each.domain, each])),

  apply(state, event) {
    if (event.type !== "realm_domains") return state;
    if (event.op === "remove") return new Map([...state].filter(([domain]) => domain !== event.domain));
    const changed = event.realm_domain as Domain;
    return withEntry(state, changed.domain, changed);
  },
});
