/** The domains whose email addresses may join. */

import { textIn } from "../imports/json.ts";
import { addDomain, changeDomain, removeDomain } from "../organization/domains/contract.ts";
import type { Difference } from "./difference.ts";
import { MAX_DOMAINS } from "./limits.ts";
import type { Sides } from "./sides.ts";
import { listIn, type OrganizationState } from "./state.ts";

export function domainDifferences({ remote, local, server, owner }: Sides): Difference[] {
  const [there, here] = [domainsIn(remote), domainsIn(local)];
  const differs = (domain: string, mend: () => Promise<unknown>): Difference => ({
    says: `The domain ${domain} differs.`,
    mend: async () => void (await mend()),
  });
  return [
    ...[...there]
      .filter(([domain, allow]) => here.get(domain) !== allow)
      .map(([domain, allow_subdomains]) =>
        differs(domain, () =>
          server.call(owner, here.has(domain) ? changeDomain : addDomain, { domain, allow_subdomains }),
        ),
      ),
    // The last: without any domain, nothing is restricted any more.
    ...[...here.keys()]
      .filter((domain) => !there.has(domain))
      .map((domain) => differs(domain, () => server.call(owner, removeDomain, { domain }))),
  ];
}

/** Whether each includes its subdomains. */
const domainsIn = ({ fields }: OrganizationState): ReadonlyMap<string, boolean> =>
  new Map(
    listIn(fields, "realm_domains", "domains", MAX_DOMAINS).map(({ domain, allow_subdomains }) => [
      textIn(domain).trim().toLowerCase(),
      allow_subdomains === true,
    ]),
  );
