/** The email about a new sign-in, so that users notice if it was not theirs. */

import type { Realm } from "../../kernel/context.ts";
import { dateFormat } from "../../kernel/date-formats.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";
import { deviceIn } from "../sessions/device.ts";

export interface SignedIn {
  readonly language: string;
  readonly email: string;
  readonly timezone: string;
  /** UNIX seconds. */
  readonly at: number;
  readonly ip: string;
  readonly userAgent: string;
}

interface SignInTexts {
  readonly subject: string;
  readonly happened: string;
  readonly details: (when: string, device: string, ip: string) => string;
  readonly unknown: string;
  readonly notYou: string;
  readonly button: string;
}

const words = (organization: string, email: string): { en: SignInTexts; de: SignInTexts } => ({
  en: {
    subject: `New sign-in to ${organization}`,
    happened: `Someone just signed in to ${organization} as ${email}.`,
    details: (when, device, ip) => `When: ${when}. With: ${device}. From: ${ip}.`,
    unknown: "an unknown browser",
    notYou:
      "If this was you, you don't need to do anything. If not, choose a new password now; this signs everyone else out.",
    button: "Choose a new password",
  },
  de: {
    subject: `Neue Anmeldung bei ${organization}`,
    happened: `Gerade hat sich jemand bei ${organization} als ${email} angemeldet.`,
    details: (when, device, ip) => `Wann: ${when}. Womit: ${device}. Woher: ${ip}.`,
    unknown: "ein unbekannter Browser",
    notYou:
      "Warst du das, dann ist nichts zu tun. Wenn nicht, wähle jetzt ein neues Passwort: Das meldet alle anderen ab.",
    button: "Neues Passwort wählen",
  },
});

export function signedInEmail(realm: Realm, { language, email, timezone, at, ip, userAgent }: SignedIn): Email {
  const { subject, happened, details, unknown, notYou, button } = inLanguage(
    language,
    words(realm.settings.name, email),
  );
  const device = deviceIn(userAgent) ?? unknown;
  const link = { label: button, url: `${realm.url}/accounts/password/reset/` };
  return {
    subject,
    language,
    paragraphs: [happened, details(momentIn(language, timezone, at), device, ip), notYou, link],
  };
}

/** Includes the time zone, because the reader may be in another one by now. */
function momentIn(language: string, timezone: string, at: number): string {
  const timeZone = timezone === "" ? "UTC" : timezone;
  const format = dateFormat(language, { dateStyle: "long", timeStyle: "short", timeZone });
  return `${format.format(at * 1000)} (${timeZone})`;
}
