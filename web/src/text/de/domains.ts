/** The domains whose email addresses can join: a part of the page of the organization's settings. */
import type { domains as english } from "../en/domains.ts";
import type { Translated } from "../translated.ts";

export const domains: Translated<typeof english> = {
  title: "Zugelassene E-Mail-Domains",
  words: "e-mail adresse domain beschränken subdomain",
  help: "Nur Personen mit einer E-Mail-Adresse einer dieser Domains können beitreten.",
  off: "Sie gelten nur, solange neue Personen oben auf sie beschränkt sind.",
  noneRestricted: "Niemand kann beitreten, bevor du eine Domain hinzufügst.",
  new: "Domain",
  subdomains: "Mit Subdomains",
  domain: "Domain",
  subdomainsTitle: "Subdomains",
  subdomainsOf: "Mit Subdomains von {domain}",
  allowed: "Zugelassen",
  notAllowed: "Nicht zugelassen",
  remove: "{domain} entfernen",
  removed: "{domain} entfernt.",
  removedLast: "{domain} entfernt. Es war die letzte Domain, darum ist der Beitritt nicht mehr auf Domains beschränkt.",
};
