/** Emails to an address that someone used to sign up. */
import type { Writing } from "../../kernel/context.ts";
import { inLanguage, type Spoken } from "../../kernel/languages.ts";
import type { Paragraph } from "../../kernel/mail/email.ts";
import { sendMail } from "../../kernel/mail/send.ts";

interface SignUpEmail {
  subject(organization: string): string;
  said(organization: string): string;
  /** The button; omitted if there is nothing to do. */
  open?: string;
  also: string;
}

export type SignUpEmailKind = "confirm" | "hasAccount" | "deactivated";

const WORDS: Spoken<{ language: string } & Record<SignUpEmailKind, SignUpEmail>> = {
  en: {
    language: "en",
    confirm: {
      subject: (organization) => `Confirm your email address for ${organization}`,
      said: (organization) =>
        `One more step to create your account at ${organization}: confirm that this address is yours.`,
      open: "Confirm and continue",
      also: "The link works for one day. If you didn't sign up, you can ignore this email.",
    },
    hasAccount: {
      subject: (organization) => `You already have an account at ${organization}`,
      said: (organization) =>
        `Someone tried to sign up at ${organization} with this address, which already has an account there.`,
      open: "Sign in",
      also: "If this wasn't you, you can ignore this email.",
    },
    deactivated: {
      subject: (organization) => `Your account at ${organization} is deactivated`,
      said: (organization) =>
        `Someone tried to sign up at ${organization} with this address. Its account there has been deactivated; an administrator of the organization can reactivate it.`,
      also: "If this wasn't you, you can ignore this email.",
    },
  },
  de: {
    language: "de",
    confirm: {
      subject: (organization) => `Bestätige deine Adresse für ${organization}`,
      said: (organization) =>
        `Noch ein Schritt, und du hast ein Konto bei ${organization}: Bestätige, dass diese Adresse dir gehört.`,
      open: "Bestätigen und weiter",
      also: "Der Link gilt einen Tag. Wenn du dich nicht angemeldet hast, kannst du diese Mail ignorieren.",
    },
    hasAccount: {
      subject: (organization) => `Du hast schon ein Konto bei ${organization}`,
      said: (organization) =>
        `Jemand hat sich bei ${organization} mit dieser Adresse neu angemeldet. Sie hat dort schon ein Konto.`,
      open: "Anmelden",
      also: "Wenn du das nicht warst, kannst du diese Mail ignorieren.",
    },
    deactivated: {
      subject: (organization) => `Dein Konto bei ${organization} ist deaktiviert`,
      said: (organization) =>
        `Jemand hat sich bei ${organization} mit dieser Adresse neu angemeldet. Ihr Konto dort ist deaktiviert; Administratoren der Organisation können es wieder aktivieren.`,
      also: "Wenn du das nicht warst, kannst du diese Mail ignorieren.",
    },
  },
};

export function mailSignUp(ctx: Writing, delivery_email: string, which: SignUpEmailKind, url?: string): void {
  const { name, default_language } = ctx.realm.settings;
  const { language, [which]: words } = inLanguage(default_language, WORDS);
  const link: Paragraph[] = words.open !== undefined && url !== undefined ? [{ label: words.open, url }] : [];
  const paragraphs = [words.said(name), ...link, words.also];
  sendMail(ctx, { delivery_email }, { subject: words.subject(name), language, paragraphs });
}
