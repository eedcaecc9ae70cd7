/**
 * Unsubscribes from emails without signing in: through a page that asks for confirmation, or through the one-click
 * request of email clients (RFC 8058). The link never expires, can do nothing else and does not reveal whose it is: it
 * may be in a mailbox that the reader has abandoned.
 */

import { timingSafeEqual } from "node:crypto";
import { setSubscriptionSetting } from "../../../channels/subscribe/settings.ts";
import type { UserId } from "../../../kernel/api/ids.ts";
import { notAudited } from "../../../kernel/api/index.ts";
import { type App, change, type OpenContext, type Realm, type WriteContext } from "../../../kernel/context.ts";
import { button } from "../../../kernel/pages/fields.ts";
import { html } from "../../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, type Visit, wordsFor } from "../../../kernel/pages/page.ts";
import type { UserSettings } from "../../../organization/settings/user-settings.ts";
import { updateSettings } from "../../../people/settings/actions.ts";
import { readingAs } from "./reader.ts";
import { missedMessageWords } from "./words/index.ts";

/** The settings that turn off each kind of email. */
const OFF = {
  missed_messages: {
    enable_offline_email_notifications: false,
    enable_followed_topic_email_notifications: false,
    enable_stream_email_notifications: false,
  },
  digest: { enable_digest_emails: false },
} as const satisfies Record<string, Partial<UserSettings>>;

export type MailKind = keyof typeof OFF;

const isKind = (kind: string | undefined): kind is MailKind => kind !== undefined && Object.hasOwn(OFF, kind);

const sealOf = (app: App, realm: Realm, kind: MailKind, userId: number) =>
  app.secrets.keyedHash("unsubscribe", `${realm.id} ${userId} ${kind}`);

function areEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function unsubscribeUrl(
  { app, realm }: Pick<OpenContext, "app" | "realm">,
  kind: MailKind,
  userId: UserId,
): string {
  return `${realm.url}/accounts/unsubscribe/${kind}/${userId}-${sealOf(app, realm, kind, userId)}/`;
}

const unsubscribePage: Page = {
  path: "/accounts/unsubscribe/:kind/:key/",
  // Having the link is enough, and the response reveals nothing.
  acceptsForeignForms: true,
  async show(visit) {
    const words = wordsFor(visit, missedMessageWords).page;
    const link = await linkIn(visit);
    if (!link) return over(visit);
    const title = words.titles[link.kind];
    const body = html`<h1>${title}</h1><p class="lead">${words.explain}</p>
${form(visit, button(words.button))}`;
    return { title, body };
  },
  audit: notAudited("a personal preference"),
  async submit(visit) {
    const words = wordsFor(visit, missedMessageWords).page;
    const link = await linkIn(visit);
    if (!link) return over(visit);
    await change(visit, async (ctx) => {
      const reading = await readingAs(ctx, link.userId);
      if (reading) await stop(reading, link.kind);
    });
    return { title: words.done, body: html`<h1>${words.done}</h1><p class="lead">${words.again}</p>` };
  },
};

interface Unsubscribing {
  readonly kind: MailKind;
  readonly userId: UserId;
}

async function linkIn({ app, db, realm, params }: Visit): Promise<Unsubscribing | undefined> {
  const { kind, key = "" } = params;
  const [, id, seal] = /^(\d{1,15})-([\w-]+)$/.exec(key) ?? [];
  const userId = Number(id);
  if (!isKind(kind) || seal === undefined || !areEqual(seal, sealOf(app, realm, kind, userId))) return undefined;
  const user = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return user && { kind, userId };
}

/** Turns off the settings of single channels too: people who unsubscribe expect no further email. */
async function stop(reading: WriteContext, kind: MailKind): Promise<void> {
  await updateSettings(reading, { values: OFF[kind] });
  if (kind !== "missed_messages") return;
  const channels = await reading.db
    .selectFrom("subscription")
    .select("channel_id")
    .where("user_id", "=", reading.user.id)
    .where("is_subscribed", "=", true)
    .where("email_notifications", "=", true)
    .execute();
  for (const { channel_id } of channels)
    await setSubscriptionSetting(reading, channel_id, "email_notifications", false);
}

function over(visit: Visit): PageAnswer {
  const words = wordsFor(visit, missedMessageWords).page;
  const body = html`<h1>${words.over}</h1><p class="lead">${words.overExplained}</p>`;
  return { title: words.over, body, status: 404 };
}

export const unsubscribePages = [unsubscribePage];
