/** The domains contract. */
import {
  badRequest,
  bool,
  int,
  list,
  operation,
  type Sentence,
  said,
  shortText,
  strictObject,
  text,
  tuple,
} from "../../kernel/api/index.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";

export const domainFields = { domain: shortText(), allow_subdomains: bool() };
export const domainObject = strictObject(domainFields);

export const invalidDomain = badRequest<{ reason: Sentence }>(({ reason }) => said`Invalid domain: ${reason}`);
export const domainTaken = badRequest<{ domain: string }>(
  ({ domain }) => said`The domain ${domain} is already a part of your organization.`,
);
export const noSuchDomain = badRequest<{ domain: string }>(({ domain }) => said`No entry found for domain ${domain}.`);

export const getDomains = operation({
  method: "GET",
  path: "/realm/domains",
  summary: "List the domains whose email addresses may join if the organization restricts them.",
  response: { domains: list(domainObject) },
});

export const addDomain = operation({
  method: "POST",
  path: "/realm/domains",
  summary: "Allow email addresses from a domain to join.",
  gate: "owner",
  params: domainFields,
  audit: ["domain_added"],
  response: { new_domain: tuple(int(), text()) },
  errors: [collections.domains.Full, MustBeOwner],
});

export const changeDomain = operation({
  method: "PATCH",
  path: "/realm/domains/{domain}",
  summary: "Change whether a domain includes its subdomains.",
  gate: "owner",
  params: domainFields,
  audit: ["domain_changed"],
  response: {},
  errors: [MustBeOwner],
});

export const removeDomain = operation({
  method: "DELETE",
  path: "/realm/domains/{domain}",
  summary: "Remove a domain. Removing the last one ends the restriction.",
  gate: "owner",
  params: { domain: domainFields.domain },
  audit: ["domain_removed", "realm_setting_changed"],
  response: {},
  errors: [MustBeOwner],
});

export const domainsState = { realm_domains: list(domainObject) };
