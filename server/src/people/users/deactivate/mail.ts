/** Tells somebody by mail that their account is deactivated. */
import type { Writing } from "../../../kernel/context.ts";
import { sendMail } from "../../../kernel/mail/send.ts";
import { noticesIn } from "../../../text/notices/texts/index.ts";
import type { UserRow } from "../present.ts";

/** An empty comment is none; who wants no mail sent leaves the comment out. */
export function notifyOfDeactivation(ctx: Writing, person: UserRow, comment: string): void {
  const { name, default_language } = ctx.realm.settings;
  const language = (person.settings.default_language as string | undefined) ?? default_language;
  const say = noticesIn(language).accountDeactivated;
  const written = comment.trim();
  const paragraphs = [say.text(name), ...(written === "" ? [] : [say.comment, written])];
  sendMail(ctx, person, { subject: say.subject(name), language, paragraphs });
}
