import { strangersIn } from "../../channels/strangers.ts";
import { policyAfterParticipating } from "../../channels/user-topics/automatic.ts";
import { demand } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import type { Audience } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandFits } from "../../kernel/limits/room.ts";
import { dummyEmail, UNKNOWN_NAME } from "../../people/users/access/unknown.ts";
import { apiEmail } from "../../people/users/present.ts";
import { checkEmoji, type EmojiReference } from "../../text/emoji/reference.ts";
import type { Message } from "../access.ts";
import { readersOf } from "../audience.ts";
import { ReactionAlreadyExists, ReactionDoesNotExist } from "./contract.ts";
import { reactionEvent } from "./events.ts";
import { deleteReaction, type EmojiKey, insertReaction, reactionsTo } from "./store.ts";

/** Anyone who can read a message may react to it. */
export async function addReaction(ctx: WriteContext, message: Message, emoji: EmojiReference): Promise<void> {
  const { db, realm, user } = ctx;
  const all = await reactionsTo(db, [message.id]);
  const same = all.filter(
    ({ reaction_type, emoji_code }) => reaction_type === emoji.reaction_type && emoji_code === emoji.emoji_code,
  );
  demand(!same.some(({ user_id }) => user_id === user.id), new ReactionAlreadyExists());
  // The first reaction chose the name; joining it is always possible, even if the emoji is gone.
  const [first] = same;
  if (!first) checkEmoji(realm, emoji);
  demandFits(ctx, "reactions_by_user", all.filter(({ user_id }) => user_id === user.id).length + 1);
  if (!first) demandFits(ctx, "emoji_on_message", new Set(all.map(emojiKey)).size + 1);
  const reaction = { ...emoji, emoji_name: first?.emoji_name ?? emoji.emoji_name };
  await insertReaction(db, { ...reaction, message_id: message.id, user_id: user.id });
  await policyAfterParticipating(ctx, message.channel, message.subject);
  await announce(ctx, "add", message, reaction, await readersOf(db, message));
}

const emojiKey = ({ reaction_type, emoji_code }: EmojiKey) => `${reaction_type} ${emoji_code}`;

export async function removeReaction(
  ctx: WriteContext,
  message: Message,
  { former_code, ...emoji }: EmojiKey & { readonly former_code?: string },
): Promise<void> {
  // The audience is determined first: one's own reaction may be the only reason to receive it.
  const audience = await readersOf(ctx.db, message);
  const remove = (key: EmojiKey) => deleteReaction(ctx.db, message.id, ctx.user.id, key);
  const removed =
    (await remove(emoji)) ??
    (former_code === undefined ? undefined : await remove({ ...emoji, emoji_code: former_code }));
  if (!removed) throw new ReactionDoesNotExist();
  await announce(ctx, "remove", message, removed, audience);
}

async function announce(
  ctx: WriteContext,
  op: "add" | "remove",
  message: Message,
  emoji: EmojiReference,
  audience: Audience,
): Promise<void> {
  const { realm, user } = ctx;
  const { id: user_id, full_name } = user;
  const who = { user_id, email: apiEmail(realm, user), full_name };
  // Guests who cannot access the user learn that someone reacted.
  const unknown = { user_id, email: dummyEmail(realm, user_id), full_name: UNKNOWN_NAME };
  const strangers = message.channel ? await strangersIn(ctx, message.channel) : [];
  const personal = Object.fromEntries(strangers.map((id) => [id, { user: unknown }]));
  const event = reactionEvent({ op, message_id: message.id, user_id, user: who, ...emoji });
  append(ctx, event, audience, strangers.length > 0 ? { personal } : {});
}
