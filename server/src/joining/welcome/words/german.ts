import type { WelcomeWords } from "./english.ts";

export const german: WelcomeWords = {
  account: {
    subject: (organization) => `Dein Konto bei ${organization}`,
    made: (organization, email) =>
      `Du hast jetzt ein Konto bei ${organization}. Melde dich mit deiner E-Mail-Adresse ${email} an. Um eine App zu verbinden, gib dort die Adresse hier unten ein.`,
    open: "Öffnen",
  },
  start: {
    subject: (organization) => `Die ersten Schritte bei ${organization}`,
    hints: [
      "Jede Nachricht in einem Kanal gehört zu einem Thema: So liest du ein Gespräch von Anfang bis Ende und lässt die anderen für später.",
      "Beginne für alles Neue ein eigenes Thema. Ein kurzer, treffender Name hilft allen, die es später lesen.",
      "Du bestimmst, worüber du benachrichtigt wirst: Schalte stumm, was dich nicht betrifft, und folge den Themen, die dich betreffen.",
    ],
    open: "Weiterlesen",
  },
};
