/** Emails to newcomers: about the account, and a day later about getting started. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { inLanguage, type Spoken } from "../../kernel/languages.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import type { UserRow } from "../../people/users/present.ts";
import { userById } from "../../people/users/store.ts";

interface WelcomeTexts {
  language: string;
  account: { subject(organization: string): string; made(organization: string, email: string): string; open: string };
  start: { subject(organization: string): string; hints: readonly string[]; open: string };
}

const WORDS: Spoken<WelcomeTexts> = {
  en: {
    language: "en",
    account: {
      subject: (organization) => `Your account at ${organization}`,
      made: (organization, email) =>
        `You now have an account at ${organization}. Sign in with your email address, ${email}. To connect an app, enter the address below.`,
      open: "Open",
    },
    start: {
      subject: (organization) => `Getting started at ${organization}`,
      hints: [
        "Every message in a channel belongs to a topic, so you can read one conversation from start to finish and leave the others for later.",
        "Start a new topic for anything new. A short, descriptive name helps everyone who reads it later.",
        "You choose your notifications: mute what doesn't concern you, and follow the topics that do.",
      ],
      open: "Continue reading",
    },
  },
  de: {
    language: "de",
    account: {
      subject: (organization) => `Dein Konto bei ${organization}`,
      made: (organization, email) =>
        `Du hast jetzt ein Konto bei ${organization}. Melde dich mit deiner Adresse ${email} an. Deinen Apps gibst du die Adresse hier unten.`,
      open: "Öffnen",
    },
    start: {
      subject: (organization) => `Die ersten Schritte bei ${organization}`,
      hints: [
        "Jede Nachricht in einem Kanal gehört zu einem Thema: So liest du ein Gespräch von Anfang bis Ende und lässt die anderen für später.",
        "Beginne für alles Neue ein eigenes Thema. Ein paar Worte, worum es geht, helfen allen, die später kommen.",
        "Du entscheidest, was du erfährst: Schalte stumm, was dich nicht angeht, und folge den Themen, die es tun.",
      ],
      open: "Weiterlesen",
    },
  },
};

const DAY_MS = 86_400_000;

const mailFirstSteps = jobKind<{ user_id: UserId }>("mail_first_steps");

/** Sends the first email at once, and schedules the second if the organization wants it. */
export function mailNewcomer(ctx: Writing, newcomer: UserRow): void {
  const { realm, app } = ctx;
  const { name, default_language, send_welcome_emails } = realm.settings;
  const { language, account } = inLanguage(default_language, WORDS);
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
    const { language, start } = inLanguage(realm.settings.default_language, WORDS);
    const { name } = realm.settings;
    const open = { label: start.open, url: realm.url };
    sendMail(ctx, newcomer, { subject: start.subject(name), language, paragraphs: [...start.hints, open] });
  }),
];
