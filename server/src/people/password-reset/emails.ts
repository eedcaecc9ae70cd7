/** Emails to the owner of an account that a password reset was requested for. */
import type { Realm } from "../../kernel/context.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";

interface PasswordResetTexts {
  readonly subject: string;
  readonly asked: string;
  readonly choose: string;
  readonly otherwise: string;
  readonly noAccess: string;
}

const words = (organization: string): { en: PasswordResetTexts; de: PasswordResetTexts } => ({
  en: {
    subject: `Reset your password for ${organization}`,
    asked: `Someone, probably you, requested a new password for your account at ${organization}.`,
    choose: "Choose a new password",
    otherwise:
      "The link works once, within a day. If you didn't request it, ignore this email: your password stays the same.",
    noAccess: "Your account there has been deactivated and no longer has a password. Contact an administrator.",
  },
  de: {
    subject: `Ein neues Passwort für ${organization}`,
    asked: `Jemand, vermutlich du, hat ein neues Passwort für dein Konto bei ${organization} angefordert.`,
    choose: "Neues Passwort wählen",
    otherwise:
      "Der Link gilt einmal und einen Tag lang. Warst du es nicht, dann ist nichts zu tun: Dein Passwort bleibt, wie es ist.",
    noAccess: "Dein Konto dort ist deaktiviert und hat kein Passwort mehr. Frage einen Administrator.",
  },
});

const textsFor = (language: string, realm: Realm): PasswordResetTexts =>
  inLanguage(language, words(realm.settings.name));

export function resetEmail(realm: Realm, language: string, url: string): Email {
  const { subject, asked, choose, otherwise } = textsFor(language, realm);
  return { subject, language, paragraphs: [asked, { label: choose, url }, otherwise] };
}

export function deactivatedEmail(realm: Realm, language: string): Email {
  const { subject, asked, noAccess } = textsFor(language, realm);
  return { subject, language, paragraphs: [asked, noAccess] };
}
