import type { InvitationWords } from "./english.ts";

export const german: InvitationWords = {
  subject: (organization, inviter) => `${inviter} hat dich zu ${organization} eingeladen`,
  reminder: (organization) => `Deine Einladung zu ${organization} läuft bald ab`,
  invited: (organization, inviter) =>
    `${inviter} hat dich zu ${organization} eingeladen. Dort unterhält sich das Team in Kanälen und Themen.`,
  join: "Beitreten",
  until: (date) => `Der Link gilt bis ${date}.`,
  ignore: "Wenn du nicht weißt, wer das ist, kannst du diese E-Mail ignorieren.",
};
