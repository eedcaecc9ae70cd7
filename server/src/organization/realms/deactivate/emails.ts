/** The email to the owners of a deactivated organization. */

import type { Realm } from "../../../kernel/context.ts";
import { dateFormat } from "../../../kernel/date-formats.ts";
import { inLanguage } from "../../../kernel/languages.ts";
import type { Email } from "../../../kernel/mail/email.ts";

interface Deactivation {
  /** `undefined` if the operator did it. */
  readonly by: string | undefined;
  readonly deletedAt: number | null;
}

interface DeactivationTexts {
  readonly subject: string;
  readonly closed: (by: string | undefined) => string;
  readonly kept: string;
  readonly deleted: (day: string) => string;
  readonly reopen: string;
}

const words = (organization: string): { en: DeactivationTexts; de: DeactivationTexts } => ({
  en: {
    subject: `${organization} has been deactivated`,
    closed: (by) =>
      by === undefined
        ? `${organization} has been deactivated. Nobody can sign in any more.`
        : `${by} deactivated ${organization}. Nobody can sign in any more.`,
    kept: "All of its data is kept.",
    deleted: (day) => `All of its data will be deleted on ${day}.`,
    reopen: "If this was a mistake, the server's operator can reactivate it.",
  },
  de: {
    subject: `${organization} ist deaktiviert`,
    closed: (by) =>
      by === undefined
        ? `${organization} wurde deaktiviert. Niemand kann sich mehr anmelden.`
        : `${by} hat ${organization} deaktiviert. Niemand kann sich mehr anmelden.`,
    kept: "Alles darin bleibt erhalten.",
    deleted: (day) => `Alles darin wird am ${day} gelöscht.`,
    reopen: "War das ein Versehen, dann kann sie wieder öffnen, wer den Server betreibt.",
  },
});

export function deactivatedEmail(realm: Realm, language: string, { by, deletedAt }: Deactivation): Email {
  const { subject, closed, kept, deleted, reopen } = inLanguage(language, words(realm.settings.name));
  const what = deletedAt === null ? kept : deleted(dayIn(language, deletedAt));
  return { subject, language, paragraphs: [closed(by), what, reopen] };
}

const dayIn = (language: string, seconds: number): string =>
  dateFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(seconds * 1000));
