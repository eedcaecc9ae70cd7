/** The first messages to a newcomer, and the notices to others about them. */

import { type ChannelRow, channelsWithIds } from "../../channels/store.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { Flag } from "../../messages/flags.ts";
import { sendNotice } from "../../messages/notices/send.ts";
import { setFlagsOf } from "../../messages/read-state/exceptions.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import type { UserRow } from "../../people/users/present.ts";
import { userById } from "../../people/users/store.ts";
import { plainly, silently } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import { answerNewcomer } from "./answers.ts";

const SIGNUPS_TOPIC = "signups";

type WelcomeReader = Pick<UserRow, "id" | "settings">;

const noticesFor = ({ settings }: Pick<WelcomeReader, "settings">) =>
  noticesIn((withDefaults(userSettings, settings) as UserSettings).default_language);

/** Stars the welcome bot's messages, so that they can be found again. */
export async function welcomeNewcomer(ctx: Writing, newcomer: WelcomeReader, organizationsText: string): Promise<void> {
  const general = noticesFor(newcomer).welcome(plainly(ctx.realm.settings.name));
  const ids = [await sendNotice(ctx, { user: newcomer.id }, general, { as: "welcome" })];
  if (organizationsText.trim() !== "") ids.push(await sendOrganizationsWelcome(ctx, newcomer, organizationsText));
  await setFlagsOf(ctx.db, newcomer.id, ids, Flag.starred);
}

/** Posts an introduction in a new organization's first channel, where it can be deleted. */
export async function explain(ctx: Writing, channel: ChannelRow): Promise<void> {
  const { topic, messages } = noticesIn(ctx.realm.settings.default_language).firstSteps;
  for (const content of messages) await sendNotice(ctx, { channel, topic }, content, { as: "welcome" });
}

export function sendOrganizationsWelcome(ctx: Writing, reader: WelcomeReader, text: string): Promise<MessageId> {
  const content = noticesFor(reader).welcomeFromOrganization(text);
  return sendNotice(ctx, { user: reader.id }, content, { as: "welcome" });
}

export const welcomeAnswerJobs = [
  answerNewcomer.inside(async (ctx, { user_id, subject }) => {
    const reader = await userById(ctx.db, ctx.realm.id, user_id);
    if (!reader?.is_active || !ctx.realm.is_active) return;
    await sendNotice(ctx, { user: reader.id }, noticesFor(reader).welcomeAnswers[subject], { as: "welcome" });
  }),
];

/** In the channel that the organization chose for it, if any. */
export async function announceNewcomer(ctx: Writing, newcomer: Pick<UserRow, "id" | "full_name">): Promise<void> {
  const { signup_announcements_stream_id: id, default_language } = ctx.realm.settings;
  if (id === -1) return;
  const [channel] = await channelsWithIds(ctx.db, ctx.realm.id, [id]);
  if (!channel || channel.is_archived) return;
  const content = noticesIn(default_language).joined(silently(newcomer));
  await sendNotice(ctx, { channel, topic: SIGNUPS_TOPIC }, content);
}

export async function notifyInviter(ctx: Writing, inviter: UserRow, newcomer: UserRow): Promise<void> {
  if (!inviter.is_active) return;
  await sendNotice(ctx, { user: inviter.id }, noticesFor(inviter).acceptedInvitation(silently(newcomer)));
}
