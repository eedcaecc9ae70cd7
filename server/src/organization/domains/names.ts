/** Checks domain names, and matches email addresses against domains. */
import { demand, type Sentence, said } from "../../kernel/api/index.ts";
import { invalidDomain } from "./contract.ts";
import type { Domain } from "./store.ts";

const MAX_LENGTH = 255;

/** Returns the stored form, in lower case. */
export function checkDomainName(sent: string): string {
  const domain = sent.trim().toLowerCase();
  const labels = domain.split(".");
  const refuse = (holds: boolean, reason: Sentence) => demand(!holds, invalidDomain({ reason }));
  refuse(domain === "", said`it is empty.`);
  refuse(labels.length < 2, said`it has no dot.`);
  refuse(domain.length > MAX_LENGTH, said`it is longer than ${MAX_LENGTH} characters.`);
  refuse(domain.startsWith(".") || domain.endsWith("."), said`it begins or ends with a dot.`);
  refuse(labels.includes(""), said`two dots follow each other.`);
  refuse(
    labels.some((label) => label.startsWith("-") || label.endsWith("-")),
    said`a part of it begins or ends with a dash.`,
  );
  refuse(!/^[a-z0-9.-]+$/.test(domain), said`only letters, digits, dots and dashes are allowed.`);
  return domain;
}

/** An address's domain and its parent domains: `mail.example.com`, `example.com`, `com`. */
export function domainsAround(email: string): string[] {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.map((_, start) => labels.slice(start).join("."));
}

/** Whether an address belongs to one of these domains, or to a subdomain of one that allows them. */
export function isWithin(domains: readonly Domain[], email: string): boolean {
  const [own, ...above] = domainsAround(email);
  return domains.some(({ domain, allow_subdomains }) => domain === own || (allow_subdomains && above.includes(domain)));
}
