/** The email to the owners of a deactivated organization. */

import type { Realm } from "../../../kernel/context.ts";
import { dateFormat } from "../../../kernel/date-formats.ts";
import { inLanguage } from "../../../kernel/languages.ts";
import type { Email } from "../../../kernel/mail/email.ts";
import { deactivationWords } from "./words/index.ts";

interface Deactivation {
  /** `undefined` if the operator did it. */
  readonly by: string | undefined;
  readonly deletedAt: number | null;
}

export function deactivatedEmail(
  { settings: { name } }: Realm,
  language: string,
  { by, deletedAt }: Deactivation,
): Email {
  const { subject, closed, kept, deleted, reopen } = inLanguage(language, deactivationWords);
  const what = deletedAt === null ? kept : deleted(dayIn(language, deletedAt));
  return { subject: subject(name), language, paragraphs: [closed(name, by), what, reopen] };
}

const dayIn = (language: string, seconds: number): string =>
  dateFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(seconds * 1000));
