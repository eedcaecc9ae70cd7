/** Emails to newcomers: about the account, and a day later about getting started. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { inLanguage } from "../../kernel/languages.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import type { UserRow } from "../../people/users/present.ts";
import { userById } from "../../people/users/store.ts";
import { welcomeWords } from "./words/index.ts";

const DAY_MS = 86_400_000;

const mailFirstSteps = jobKind<{ user_id: UserId }>("mail_first_steps");

/** Sends the first email at once, and schedules the second if the organization wants it. */
export function mailNewcomer(ctx: Writing, newcomer: UserRow): void {
  const { realm, app } = ctx;
  const { name, default_language: language, send_welcome_emails } = realm.settings;
  const { account } = inLanguage(language, welcomeWords);
  sendMail(ctx, newcomer, {
    subject: account.subject(name),
    language,
    paragraphs: [account.made(name, newcomer.delivery_email), { label: account.open, url: realm.url }],
  });
  if (send_welcome_emails)
    enqueue(ctx, mailFirstSteps({ user_id: newcomer.id }), { runAtMs: app.clock.now() + DAY_MS });
}

export const welcomeJobs = [
  mailFirstSteps.inside(async (ctx, { user_id }) => {
    const { db, realm } = ctx;
    const newcomer = await userById(db, realm.id, user_id);
    if (!newcomer?.is_active || !realm.is_active || !realm.settings.send_welcome_emails) return;
    const { name, default_language: language } = realm.settings;
    const { start } = inLanguage(language, welcomeWords);
    const open = { label: start.open, url: realm.url };
    sendMail(ctx, newcomer, { subject: start.subject(name), language, paragraphs: [...start.hints, open] });
  }),
];
