/** Emails about a change of address: the new address confirms it, the old one is notified. */
import type { Realm } from "../../kernel/context.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";

interface EmailChangeTexts {
  readonly confirm: string;
  readonly asked: (from: string) => string;
  readonly button: string;
  readonly otherwise: string;
  readonly changed: string;
  readonly now: (email: string) => string;
  readonly notYou: string;
}

const words = (organization: string): { en: EmailChangeTexts; de: EmailChangeTexts } => ({
  en: {
    confirm: `Confirm your new email address for ${organization}`,
    asked: (from) => `Someone asked to change the email address of the account ${from} at ${organization} to this one.`,
    button: "Use this address",
    otherwise: "The link works once, within a day. If you didn't request this, ignore this email: nothing changes.",
    changed: `Your email address at ${organization} has changed`,
    now: (email) => `The email address of your account at ${organization} is now ${email}. Use it to sign in.`,
    notYou: "If you didn't do this, contact an administrator of the organization immediately.",
  },
  de: {
    confirm: `Bestätige deine neue Adresse für ${organization}`,
    asked: (from) => `Das Konto ${from} bei ${organization} soll von nun an diese Adresse haben.`,
    button: "Diese Adresse verwenden",
    otherwise:
      "Der Link gilt einmal und einen Tag lang. Weißt du nichts davon, dann ist nichts zu tun: Es ändert sich nichts.",
    changed: `Deine Adresse bei ${organization} hat sich geändert`,
    now: (email) => `Dein Konto bei ${organization} hat jetzt die Adresse ${email}. Melde dich von nun an mit ihr an.`,
    notYou: "Warst du das nicht, dann sage es sofort einem Administrator der Organisation.",
  },
});

const textsFor = (language: string, realm: Realm): EmailChangeTexts => inLanguage(language, words(realm.settings.name));

export function confirmationEmail(realm: Realm, language: string, { from, url }: { from: string; url: string }): Email {
  const { confirm, asked, button, otherwise } = textsFor(language, realm);
  return { subject: confirm, language, paragraphs: [asked(from), { label: button, url }, otherwise] };
}

export function changedEmail(realm: Realm, language: string, email: string): Email {
  const { changed, now, notYou } = textsFor(language, realm);
  return { subject: changed, language, paragraphs: [now(email), notYou] };
}
