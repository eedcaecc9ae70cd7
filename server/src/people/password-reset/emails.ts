/** Emails to the owner of an account that a password reset was requested for. */
import type { Realm } from "../../kernel/context.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";
import { resetWords } from "./words/index.ts";

export function resetEmail({ settings: { name } }: Realm, language: string, url: string): Email {
  const { subject, asked, choose, otherwise } = inLanguage(language, resetWords).email;
  return { subject: subject(name), language, paragraphs: [asked(name), { label: choose, url }, otherwise] };
}

export function deactivatedEmail({ settings: { name } }: Realm, language: string): Email {
  const { subject, asked, noAccess } = inLanguage(language, resetWords).email;
  return { subject: subject(name), language, paragraphs: [asked(name), noAccess] };
}
