/** Tells somebody by mail that their account is deactivated. */
import type { Writing } from "../../context.ts";
import { enqueue, jobKind } from "../../jobs/job-kind.ts";
import { noticesIn, spokenFor } from "../../notices/texts/index.ts";
import type { UserRow } from "../present.ts";

export interface DeactivationMail {
  readonly to: { readonly delivery_email: string; readonly full_name: string };
  readonly letter: { readonly subject: string; readonly language: string; readonly paragraphs: readonly string[] };
}

/** Waits for whoever carries mail out of the house. */
export const deactivationMail = jobKind<DeactivationMail>("deactivation_mail");

/** An empty comment is none; who wants no mail sent leaves the comment out. */
export function notifyOfDeactivation(ctx: Writing, person: UserRow, comment: string): void {
  const { delivery_email, full_name, settings } = person;
  const { name, default_language } = ctx.realm.settings;
  const language = spokenFor((settings.default_language as string | undefined) ?? default_language);
  const say = noticesIn(language).accountDeactivated;
  const written = comment.trim();
  const paragraphs = [say.text(name), ...(written === "" ? [] : [say.comment, written])];
  const letter = { subject: say.subject(name), language, paragraphs };
  enqueue(ctx, deactivationMail({ to: { delivery_email, full_name }, letter }));
}
