import type { domains, ShapeOf } from "@parley/server/contract";
import { part, withEntry, withoutEntry } from "./part.ts";

export type Domain = ShapeOf<typeof domains.domainFields>;

/** The email domains whose users can join, by name. */
export type DomainsState = ReadonlyMap<string, Domain>;

const put = (state: DomainsState, { realm_domain }: { readonly realm_domain: Domain }) =>
  withEntry(state, realm_domain.domain, realm_domain);

export const domainsPart = part<DomainsState>({
  from: (snapshot) => new Map((snapshot.realm_domains ?? []).map((each) => [each.domain, each])),

  on: {
    realm_domains: {
      add: put,
      change: put,
      remove: (state, { domain }) => withoutEntry(state, domain),
    },
  },
});
