import type { Writing } from "../../kernel/context.ts";
import type { Audience } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { announceBotChange } from "../bots/announce.ts";
import { userUpdateEvent } from "../users/events.ts";
import { avatarUrl, presentAvatar, type UserRow } from "../users/present.ts";

/** Sends the user's current avatar; for a bot, also to those who manage it. */
export async function announceAvatar(ctx: Writing, user: UserRow, audience: Audience): Promise<void> {
  const person = { user_id: user.id, ...presentAvatar(ctx.realm, user) };
  append(ctx, userUpdateEvent({ op: "update", person }), audience);
  if (user.bot_type !== null) await announceBotChange(ctx, user, { avatar_url: avatarUrl(ctx.realm, user) });
}
