/** What may be called a domain, and which domains an address is in. */
import { demand } from "../../kernel/api/index.ts";
import { invalidDomain } from "./contract.ts";
import type { Domain } from "./store.ts";

const MAX_LENGTH = 255;

/** As it is stored: in lower case. */
export function checkDomainName(sent: string): string {
  const domain = sent.trim().toLowerCase();
  const labels = domain.split(".");
  const refuse = (holds: boolean, reason: string) => demand(!holds, invalidDomain({ reason }));
  refuse(domain === "", "it is empty.");
  refuse(labels.length < 2, "it has no dot.");
  refuse(domain.length > MAX_LENGTH, `it is longer than ${MAX_LENGTH} characters.`);
  refuse(domain.startsWith(".") || domain.endsWith("."), "it begins or ends with a dot.");
  refuse(labels.includes(""), "two dots follow each other.");
  refuse(
    labels.some((label) => label.startsWith("-") || label.endsWith("-")),
    "a part of it begins or ends with a dash.",
  );
  refuse(!/^[a-z0-9.-]+$/.test(domain), "only letters, digits, dots and dashes are allowed.");
  return domain;
}

/** An address's domain, and those that it is below, the closest first: `mail.example.com`, `example.com`, `com`. */
export function domainsAround(email: string): string[] {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.map((_, start) => labels.slice(start).join("."));
}

/** Whether an address is in one of these domains, or below one that stands for its subdomains too. */
export function isWithin(domains: readonly Domain[], email: string): boolean {
  const [own, ...above] = domainsAround(email);
  return domains.some(({ domain, allow_subdomains }) => domain === own || (allow_subdomains && above.includes(domain)));
}
