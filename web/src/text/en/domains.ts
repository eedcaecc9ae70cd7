/** The domains whose email addresses can join: a part of the page of the organization's settings. */
export const domains = {
  title: "Allowed email domains",
  words: "email address domain restrict subdomain",
  help: "Only people with an email address of one of these domains can join.",
  off: "They count only while new people are restricted to them, above.",
  noneRestricted: "Nobody can join before you add a domain.",
  new: "Domain",
  subdomains: "Include subdomains",
  domain: "Domain",
  subdomainsTitle: "Subdomains",
  // Read out for the switch beside a domain.
  subdomainsOf: "Include subdomains of {domain}",
  allowed: "Included",
  notAllowed: "Not included",
  remove: "Remove {domain}",
  removed: "{domain} removed.",
  removedLast: "{domain} removed. It was the last one, so people are no longer restricted to domains.",
};
