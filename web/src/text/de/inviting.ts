/** The terms in the dialog that invites people, which are loaded with it. */
import type { inviting as english } from "../en/inviting.ts";
import type { Translated } from "../translated.ts";

export const inviting: Translated<typeof english> = {
  custom: "Andere Dauer …",
  length: "Dauer",
  unit: "Einheit",
  hours: "Stunden",
  days: "Tage",
  weeks: "Wochen",
  wrong: "Gib eine ganze Zahl ab 1 ein.",
  guestHelp: "Gäste sehen nur die Kanäle, in denen sie sind.",
  defaults: "Standardkanäle",
  defaultsHelp: "{names}. Ändern sie sich vor dem Beitritt, gelten die neuen.",
  noDefaults: "Derzeit gibt es keine.",
  others: "Andere Kanäle",
  groups: "Gruppen für den Anfang",
  welcome: "Willkommensnachricht",
  welcomeStandard: "Die Nachricht der Organisation",
  welcomeNone: "Keine",
  welcomeCustom: "Andere Nachricht …",
  welcomeText: "Text der Nachricht",
  welcomeHelp: "Ergänzt, was Welcome Bot allen Neuen schreibt. Markdown ist möglich.",
  sendTest: "Test an dich selbst senden",
  testSent: "Welcome Bot hat dir die Nachricht gesendet.",
  notify: "Benachrichtigen, wenn jemand beitritt",
};
