/** A report is a notice in the moderators' channel; nothing else is stored. */
import { type Channel, channelById } from "../../channels/store.ts";
import type { WriteContext } from "../../kernel/context.ts";
import type { UserRow } from "../../people/users/present.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { messageLink, quote, shortened, silently } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";
import type { Message } from "../access.ts";
import { sendNotice } from "../notices/send.ts";
import { participantsOf } from "../store.ts";
import { ReportingNotEnabled, type ReportType } from "./contract.ts";

/** How much of the message a notice quotes. */
const MAX_QUOTED_LENGTH = 8500;

/** The channel for reports. One that has become public or archived since it was chosen receives none. */
export async function moderationChannel(ctx: WriteContext): Promise<Channel> {
  const id = ctx.realm.settings.moderation_request_channel_id;
  const channel = await channelById(ctx.db, ctx.realm.id, ctx.user.id, id);
  if (!channel?.invite_only || channel.is_archived) throw new ReportingNotEnabled();
  return channel;
}

interface Complaint {
  report_type: ReportType;
  description: string;
}

export async function reportMessage(ctx: WriteContext, channel: Channel, message: Message, complaint: Complaint) {
  const { db, realm, user } = ctx;
  const [sender] = (await usersWithIds(db, [message.sender_id])) as [UserRow];
  const texts = noticesIn(realm.settings.default_language);
  const place = message.channel
    ? { link: messageLink(message.channel, message.subject, message.id) }
    : { people: texts.list((await participants(ctx, message)).map(silently)) };
  const notice = texts.messageReported({
    reporter: silently(user),
    sender: silently(sender),
    place,
    reason: complaint.report_type,
    notes: complaint.description,
    // As a quote, so that nobody is mentioned again.
    content: quote(shortened(message.content, MAX_QUOTED_LENGTH)),
  });
  await sendNotice(ctx, { channel, topic: texts.moderationTopic(sender.full_name) }, notice);
}

async function participants({ db }: WriteContext, { recipient_id }: Message) {
  return (await participantsOf(db, [recipient_id])).get(recipient_id) ?? [];
}
