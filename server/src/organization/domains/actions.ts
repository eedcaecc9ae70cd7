/** Changes the list of domains whose email addresses can join. */

import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { realmUpdateEvent } from "../realms/events.ts";
import { storedSettings, storeSettings } from "../realms/store.ts";
import { domainTaken, noSuchDomain } from "./contract.ts";
import { domainAddEvent, domainChangeEvent, domainRemoveEvent } from "./events.ts";
import { checkDomainName } from "./names.ts";
import { type Domain, deleteDomain, domainsOf, insertDomain, setAllowSubdomains } from "./store.ts";

export async function addDomain(ctx: WriteContext, sent: Domain): Promise<[id: number, domain: string]> {
  const { db, realm } = ctx;
  const added = { ...sent, domain: checkDomainName(sent.domain) };
  const isKnown = (await domainsOf(db, realm.id)).some(({ domain }) => domain === added.domain);
  demand(!isKnown, domainTaken(added));
  await demandRoom(ctx, "domains", { realm_id: realm.id });
  const id = await insertDomain(db, realm.id, added);
  record(ctx, "domain_added", { domain_id: id, allow_subdomains: added.allow_subdomains });
  append(ctx, domainAddEvent({ op: "add", realm_domain: added }), toEveryone);
  return [id, added.domain];
}

export async function changeDomain(ctx: WriteContext, { domain: name, allow_subdomains }: Domain): Promise<void> {
  const { entry } = await listWith(ctx, name);
  if (entry.allow_subdomains === allow_subdomains) return;
  const changed = { domain: entry.domain, allow_subdomains };
  const domain_id = await setAllowSubdomains(ctx.db, ctx.realm.id, changed);
  record(ctx, "domain_changed", { domain_id, allow_subdomains });
  append(ctx, domainChangeEvent({ op: "change", realm_domain: changed }), toEveryone);
}

export async function removeDomain(ctx: WriteContext, name: string): Promise<void> {
  const { db, realm } = ctx;
  const { entry, domains } = await listWith(ctx, name);
  record(ctx, "domain_removed", { domain_id: await deleteDomain(db, realm.id, entry.domain) });
  // A restriction without any domain would keep everyone out.
  const setting = "emails_restricted_to_domains";
  if (domains.length === 1 && (await storedSettings(db, realm.id))[setting]) {
    await storeSettings(db, realm.id, { [setting]: false });
    record(ctx, "realm_setting_changed", { setting, from: true, to: false });
    append(ctx, realmUpdateEvent({ op: "update", property: setting, value: false }), toEveryone);
  }
  append(ctx, domainRemoveEvent({ op: "remove", domain: entry.domain }), toEveryone);
}

/** The whole list, and the entry that the request names. */
async function listWith({ db, realm }: WriteContext, name: string): Promise<{ domains: Domain[]; entry: Domain }> {
  const domains = await domainsOf(db, realm.id);
  const entry = domains.find(({ domain }) => domain === name.toLowerCase());
  if (!entry) throw noSuchDomain({ domain: name });
  return { domains, entry };
}
