/** The email with an invitation. */

import type { Writing } from "../../kernel/context.ts";
import { dateFormat } from "../../kernel/date-formats.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import { mailLink } from "./keys.ts";
import type { Invitation } from "./store.ts";
import { invitationWords } from "./words/index.ts";

export interface Mailing {
  /** The inviter's name. */
  readonly inviter: string;
  readonly key: string;
  readonly isReminder?: boolean;
}

export function mailInvitation(ctx: Writing, invitation: Invitation, { inviter, key, isReminder }: Mailing): void {
  const { name, default_language: language } = ctx.realm.settings;
  const words = inLanguage(language, invitationWords);
  const { expires_at } = invitation;
  const email: Email = {
    subject: isReminder ? words.reminder(name) : words.subject(name, inviter),
    language,
    paragraphs: [
      words.invited(name, inviter),
      { label: words.join, url: mailLink(ctx.realm, key) },
      ...(expires_at === null ? [] : [words.until(dateIn(language, expires_at))]),
      words.ignore,
    ],
  };
  sendMail(ctx, { delivery_email: invitation.email as string }, email);
}

/** Includes the time zone, because the reader's is unknown. */
const dateIn = (language: string, moment: number): string =>
  dateFormat(language, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" }).format(moment * 1000);
