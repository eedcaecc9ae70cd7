/** The email to a person whose account was deactivated. */
import type { Writing } from "../../../kernel/context.ts";
import { sendMail } from "../../../kernel/mail/send.ts";
import { noticesIn } from "../../../text/notices/texts/index.ts";
import type { UserRow } from "../present.ts";

/** An empty comment is left out of the email. Without any comment, callers send no email. */
export function notifyOfDeactivation(ctx: Writing, person: UserRow, comment: string): void {
  const { name, default_language } = ctx.realm.settings;
  const language = (person.settings.default_language as string | undefined) ?? default_language;
  const texts = noticesIn(language).accountDeactivated;
  const trimmed = comment.trim();
  const paragraphs = [texts.text(name), ...(trimmed === "" ? [] : [texts.comment, trimmed])];
  sendMail(ctx, person, { subject: texts.subject(name), language, paragraphs });
}
