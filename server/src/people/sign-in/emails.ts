/** The email about a new sign-in, so that users notice if it was not theirs. */

import type { Realm } from "../../kernel/context.ts";
import { dateFormat } from "../../kernel/date-formats.ts";
import { inLanguage } from "../../kernel/languages.ts";
import type { Email } from "../../kernel/mail/email.ts";
import { deviceIn } from "../sessions/device.ts";
import { signInWords } from "./words/index.ts";

export interface SignedIn {
  readonly language: string;
  readonly email: string;
  readonly timezone: string;
  /** UNIX seconds. */
  readonly at: number;
  readonly ip: string;
  readonly userAgent: string;
}

export function signedInEmail(
  { url, settings: { name } }: Realm,
  { language, email, timezone, at, ip, userAgent }: SignedIn,
): Email {
  const words = inLanguage(language, signInWords).email;
  const device = deviceIn(userAgent) ?? words.unknownDevice;
  return {
    subject: words.subject(name),
    language,
    paragraphs: [
      words.happened(name, email),
      words.details(momentIn(language, timezone, at), device, ip),
      words.notYou,
      { label: words.button, url: `${url}/accounts/password/reset/` },
    ],
  };
}

/** Includes the time zone, because the reader may be in another one by now. */
function momentIn(language: string, timezone: string, at: number): string {
  const timeZone = timezone === "" ? "UTC" : timezone;
  const format = dateFormat(language, { dateStyle: "long", timeStyle: "short", timeZone });
  return `${format.format(at * 1000)} (${timeZone})`;
}
