import { event, oneOf, text } from "../../kernel/api/index.ts";
import { domainObject } from "./contract.ts";

/** Sent to everyone. */
export const domainAddEvent = event("realm_domains", { op: oneOf("add"), realm_domain: domainObject });
export const domainChangeEvent = event("realm_domains", { op: oneOf("change"), realm_domain: domainObject });
export const domainRemoveEvent = event("realm_domains", { op: oneOf("remove"), domain: text() });
