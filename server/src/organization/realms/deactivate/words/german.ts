import type { DeactivationWords } from "./english.ts";

export const german: DeactivationWords = {
  subject: (organization) => `${organization} ist deaktiviert`,
  closed: (organization, by) =>
    by === undefined
      ? `${organization} wurde deaktiviert. Niemand kann sich mehr anmelden.`
      : `${by} hat ${organization} deaktiviert. Niemand kann sich mehr anmelden.`,
  kept: "Alle Daten bleiben erhalten.",
  deleted: (day) => `Alle Daten werden am ${day} gelöscht.`,
  reopen: "War das ein Versehen, dann kann der Betreiber des Servers sie wieder aktivieren.",
};
