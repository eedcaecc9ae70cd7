/** The list of open invitations. */
import type { invitations as english } from "../en/invitations.ts";
import type { Translated } from "../translated.ts";

export const invitations: Translated<typeof english> = {
  help: "Einladungen und Links aller, die noch niemand verwendet hat.",
  ownHelp: "Deine Einladungen und Links, die noch niemand verwendet hat. Administratoren sehen die aller.",
  mayNot: "Du darfst niemanden in diese Organisation einladen.",
  none: "Keine Einladung ist offen.",
  for: "Einladung",
  link: "Link für alle",
  sent: "Gesendet: {date}",
  by: "Eingeladen von",
  expires: "Läuft ab",
  copyFor: "Link kopieren: {name}",
  resend: "Erneut senden",
  resendTo: "Erneut an {name} senden",
  resent: "Erneut an {name} gesendet.",
  revoke: "Widerrufen",
  revokeNamed: "Widerrufen: {name}",
  revokeQuestion: "Einladung für {name} widerrufen?",
  revokeLinkQuestion: "Diesen Link widerrufen?",
  revokeLoss: "Niemand kann mehr damit beitreten. Das lässt sich nicht rückgängig machen.",
};
