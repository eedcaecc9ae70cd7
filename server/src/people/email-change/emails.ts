/** Emails about addresses: a new one confirms a change and the old one is notified, or one's own is confirmed. */
import type { Realm } from "../../kernel/context.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";
import { emailChangeWords } from "./words/index.ts";

export function confirmationEmail(
  { settings: { name } }: Realm,
  language: string,
  { from, url }: { from: string; url: string },
): Email {
  const { button, confirmation } = inLanguage(language, emailChangeWords);
  return {
    subject: confirmation.subject(name),
    language,
    paragraphs: [confirmation.asked(from, name), { label: button, url }, confirmation.otherwise],
  };
}

export function ownConfirmationEmail(
  { settings: { name } }: Realm,
  language: string,
  { email, url }: { email: string; url: string },
): Email {
  const { own } = inLanguage(language, emailChangeWords);
  return {
    subject: own.subject(name),
    language,
    paragraphs: [own.asked(email, name), { label: own.button, url }, own.otherwise],
  };
}

export function changedEmail({ settings: { name } }: Realm, language: string, email: string): Email {
  const { changed } = inLanguage(language, emailChangeWords);
  return { subject: changed.subject(name), language, paragraphs: [changed.now(email, name), changed.notYou] };
}
