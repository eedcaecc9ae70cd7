/** Emails to an address that someone used to sign up. */
import type { Writing } from "../../kernel/context.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Paragraph } from "../../kernel/mail/email.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import type { SignUpEmailKind } from "./words/english.ts";
import { signUpWords } from "./words/index.ts";

export function mailSignUp(ctx: Writing, delivery_email: string, which: SignUpEmailKind, url?: string): void {
  const { name, default_language: language } = ctx.realm.settings;
  const words = inLanguage(language, signUpWords).emails[which];
  const link: Paragraph[] = words.open !== undefined && url !== undefined ? [{ label: words.open, url }] : [];
  const paragraphs = [words.said(name), ...link, words.also];
  sendMail(ctx, { delivery_email }, { subject: words.subject(name), language, paragraphs });
}
