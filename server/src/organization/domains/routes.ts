import { route } from "../../kernel/http/route.ts";
import { addDomain, changeDomain, removeDomain } from "./actions.ts";
import * as contract from "./contract.ts";
import { domainsOf } from "./store.ts";

export const domainRoutes = [
  route(contract.getDomains, async ({ db, realm }) => ({ domains: await domainsOf(db, realm.id) })),

  route(contract.addDomain, async (ctx, domain) => ({ new_domain: await addDomain(ctx, domain) })),

  route(contract.changeDomain, async (ctx, domain) => {
    await changeDomain(ctx, domain);
    return {};
  }),

  route(contract.removeDomain, async (ctx, { domain }) => {
    await removeDomain(ctx, domain);
    return {};
  }),
];
