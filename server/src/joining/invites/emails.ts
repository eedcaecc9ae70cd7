/** The email with an invitation. */

import type { Writing } from "../../kernel/context.ts";
import { dateFormat } from "../../kernel/date-formats.ts";
import { inLanguage, type Spoken } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import { mailLink } from "./keys.ts";
import type { Invitation } from "./store.ts";

interface InviteTexts {
  language: string;
  subject(organization: string, inviter: string): string;
  reminder(organization: string): string;
  invited(organization: string, inviter: string): string;
  join: string;
  until(date: string): string;
  ignore: string;
}

const WORDS: Spoken<InviteTexts> = {
  en: {
    language: "en",
    subject: (organization, inviter) => `${inviter} invited you to ${organization}`,
    reminder: (organization) => `Your invitation to ${organization} is about to expire`,
    invited: (organization, inviter) =>
      `${inviter} invited you to join ${organization}, where the team talks in channels and topics.`,
    join: "Join",
    until: (date) => `The link works until ${date}.`,
    ignore: "If you don't know the sender, you can ignore this email.",
  },
  de: {
    language: "de",
    subject: (organization, inviter) => `${inviter} hat dich zu ${organization} eingeladen`,
    reminder: (organization) => `Deine Einladung zu ${organization} läuft bald ab`,
    invited: (organization, inviter) =>
      `${inviter} möchte dich bei ${organization} dabeihaben, wo das Team in Kanälen und Themen spricht.`,
    join: "Beitreten",
    until: (date) => `Der Link gilt bis ${date}.`,
    ignore: "Wenn du nicht weißt, wer das ist, kannst du diese Mail ignorieren: ohne dich geschieht nichts.",
  },
};

export interface Mailing {
  /** The inviter's name. */
  readonly inviter: string;
  readonly key: string;
  readonly isReminder?: boolean;
}

export function mailInvitation(ctx: Writing, invitation: Invitation, { inviter, key, isReminder }: Mailing): void {
  const { name, default_language } = ctx.realm.settings;
  const words = inLanguage(default_language, WORDS);
  const { expires_at } = invitation;
  const email: Email = {
    subject: isReminder ? words.reminder(name) : words.subject(name, inviter),
    language: words.language,
    paragraphs: [
      words.invited(name, inviter),
      { label: words.join, url: mailLink(ctx.realm, key) },
      ...(expires_at === null ? [] : [words.until(dateIn(words.language, expires_at))]),
      words.ignore,
    ],
  };
  sendMail(ctx, { delivery_email: invitation.email as string }, email);
}

/** Includes the time zone, because the reader's is unknown. */
const dateIn = (language: string, moment: number): string =>
  dateFormat(language, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" }).format(moment * 1000);
