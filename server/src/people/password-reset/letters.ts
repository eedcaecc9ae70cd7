/** What somebody is mailed who has asked for a new password, or for whom somebody has. */
import type { Realm } from "../../kernel/context.ts";
import type { Letter } from "../../kernel/mail/letter.ts";
import { inLanguage } from "../../organization/settings/languages.ts";

interface Words {
  readonly subject: string;
  readonly asked: string;
  readonly choose: string;
  readonly otherwise: string;
  readonly noAccess: string;
}

const words = (organization: string): { en: Words; de: Words } => ({
  en: {
    subject: `A new password for ${organization}`,
    asked: `Somebody, probably you, has asked for a new password for your account at ${organization}.`,
    choose: "Choose a new password",
    otherwise: "The link works once, within a day. If it was not you, ignore this mail: your password stays as it is.",
    noAccess: "Your account there has been deactivated, so it has no password any more. Ask an administrator.",
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

const said = (language: string, realm: Realm): Words => inLanguage(language, words(realm.settings.name));

export function resetLetter(realm: Realm, language: string, url: string): Letter {
  const { subject, asked, choose, otherwise } = said(language, realm);
  return { subject, language, paragraphs: [asked, { label: choose, url }, otherwise] };
}

export function deactivatedLetter(realm: Realm, language: string): Letter {
  const { subject, asked, noAccess } = said(language, realm);
  return { subject, language, paragraphs: [asked, noAccess] };
}
