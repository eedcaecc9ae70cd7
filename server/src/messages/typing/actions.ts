/** Sends typing notifications to connected users; nothing is stored. */

import type { ChannelRow } from "../../channels/store.ts";
import { strangersIn } from "../../channels/strangers.ts";
import { demand, type ShapeOf, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { announceEphemeral } from "../../kernel/events/ephemeral.ts";
import { apiEmail, type UserRow } from "../../people/users/present.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { normaliseTopic } from "../../text/topics.ts";
import type { Message } from "../access.ts";
import { readersOf } from "../audience.ts";
import { MissingTopic } from "../contract.ts";
import { demandMayEdit } from "../edit/check.ts";
import { mutersOf } from "../preferences.ts";
import { checkRecipients, peopleAddressed } from "../recipients.ts";
import { channelToPostIn } from "../send/prepare.ts";
import { participantsOf } from "../store.ts";
import {
  ChannelTypingDisabled,
  DirectTypingDisabled,
  EmptyTo,
  MissingChannelId,
  MissingTo,
  type setTyping,
} from "./contract.ts";
import { typingEditMessageEvent, typingEvent } from "./events.ts";
import { interested, interestedSubscribers } from "./store.ts";

type TypingRequest = ShapeOf<(typeof setTyping)["params"]>;

export async function tellTyping(ctx: Context, request: TypingRequest): Promise<void> {
  await (request.type === "direct" ? tellPeople(ctx, request) : tellChannel(ctx, request));
}

async function tellPeople(ctx: Context, { op, to }: TypingRequest): Promise<void> {
  const { db, user } = ctx;
  if (to === undefined) throw new MissingTo();
  demand(to.length > 0, new EmptyTo());
  demand(user.settings.send_private_typing_notifications, new DirectTypingDisabled());
  const addressed = await peopleAddressed(ctx, to);
  await checkRecipients(ctx, addressed);
  const others = addressed.filter((person) => person.id !== user.id);
  const participants = [...others, ...(await usersWithIds(db, [user.id]))].sort((a, b) => a.id - b.id);
  const body = {
    op,
    message_type: "direct" as const,
    sender: person(ctx, user),
    recipients: participants.map((each) => person(ctx, each)),
  };
  announceEphemeral(ctx, typingEvent(body), await thoseWhoListen(ctx, interested(participants)));
}

async function tellChannel(ctx: Context, { op, stream_id, topic: sent }: TypingRequest): Promise<void> {
  const { db, user } = ctx;
  if (stream_id === undefined) throw new MissingChannelId();
  if (sent === undefined) throw new MissingTopic();
  demand(user.settings.send_stream_typing_notifications, new ChannelTypingDisabled());
  const topic = normaliseTopic(sent);
  const channel = await channelToPostIn(ctx, stream_id);
  const listeners = await interestedSubscribers(db, channel.id);
  if (!listeners) return;
  const body = { op, message_type: "stream" as const, sender: person(ctx, user), stream_id, topic };
  announceEphemeral(ctx, typingEvent(body), await thoseWhoListen(ctx, listeners, channel));
}

/** Guests who cannot access the user learn nothing, and users who muted them are not notified. */
async function thoseWhoListen(ctx: Context, listeners: readonly UserId[], channel?: ChannelRow) {
  const strangers = channel ? await strangersIn(ctx, channel) : [];
  const except = [...strangers, ...(await mutersOf(ctx, ctx.user.id))];
  return { users: listeners, except };
}

type TypingUser = Pick<UserRow, "id" | "delivery_email" | "bot_type" | "settings">;

const person = ({ realm }: Context, user: TypingUser) => ({ user_id: user.id, email: apiEmail(realm, user) });

/** Without the grace period: an edit that could no longer be saved is not started. */
export async function tellEditing(ctx: Context, message: Message, op: "start" | "stop"): Promise<void> {
  const { db, realm, user, now } = ctx;
  demandMayEdit(realm, { isOwn: message.sender_id === user.id, ageSeconds: now - message.sent_at, graceSeconds: 0 });
  const { id: message_id, channel } = message;
  const common = { op, sender_id: user.id, message_id };
  if (channel) {
    demand(user.settings.send_stream_typing_notifications, new ChannelTypingDisabled());
    const recipient = { type: "channel" as const, channel_id: channel.id, topic: message.subject };
    const listeners = await interestedSubscribers(db, channel.id);
    if (!listeners) return;
    // Protected history hides the message from some of them.
    const { except: unaware = [] } = await readersOf(db, message);
    const { users, except } = await thoseWhoListen(ctx, listeners, channel);
    const audience = { users, except: [...unaware, ...except] };
    announceEphemeral(ctx, typingEditMessageEvent({ ...common, recipient }), audience);
    return;
  }
  demand(user.settings.send_private_typing_notifications, new DirectTypingDisabled());
  const participants = (await participantsOf(db, [message.recipient_id])).get(message.recipient_id) ?? [];
  const user_ids = participants.map(({ id }) => id);
  const recipient = { type: "direct" as const, user_ids };
  const listeners = interested(await usersWithIds(db, user_ids));
  announceEphemeral(ctx, typingEditMessageEvent({ ...common, recipient }), await thoseWhoListen(ctx, listeners));
}
