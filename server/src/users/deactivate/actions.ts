/** Deactivating an account: it keeps everything it has and can do nothing. */
import { isOwner } from "../../access/roles.ts";
import { type ChannelId, demand, type UserId } from "../../api/index.ts";
import { announceBotChange } from "../../bots/announce.ts";
import { toThoseWhoSee } from "../../channels/audience.ts";
import { peerRemoveEvent } from "../../channels/events.ts";
import { channelsSubscribedBy } from "../../channels/store.ts";
import type { Writing } from "../../context.ts";
import { type Audience, toEveryone } from "../../events/audience.ts";
import { append, takeTurn } from "../../events/log.ts";
import { deleteQueuesOf } from "../../events/queue-store.ts";
import { OnlyOwner, UserIsDeactivated } from "../contract.ts";
import { userUpdateEvent } from "../events.ts";
import { activeBotsOf, hasOtherActiveOwner, isStillActive, markDeactivated } from "./store.ts";

interface AccountToClose {
  readonly id: UserId;
  readonly bot_type: number | null;
  readonly bot_owner_id: UserId | null;
}

/** Deactivates a user, and first the bots that work for them; the caller has checked who may. */
export async function deactivateUser(ctx: Writing, user: AccountToClose & { role: number }): Promise<void> {
  const { db, realm } = ctx;
  // First, as in every change: two owners cannot deactivate each other at once.
  await takeTurn(db, realm.id);
  demand(await isStillActive(db, user.id), new UserIsDeactivated());
  demand(!isOwner(user) || (await hasOtherActiveOwner(db, realm.id, user.id)), new OnlyOwner());
  for (const bot of await activeBotsOf(db, user.id)) await deactivateAccount(ctx, bot);
  await deactivateAccount(ctx, user);
}

/** Subscriptions stay as they are but count for nobody. The account itself hears no more: its queues end. */
async function deactivateAccount(ctx: Writing, user: AccountToClose): Promise<void> {
  const { id: userId } = user;
  await markDeactivated(ctx.db, userId);
  await deleteQueuesOf(ctx.db, [userId]);
  await announceAbsence(ctx, userId);
  const event = userUpdateEvent({ op: "update", person: { user_id: userId, is_active: false } });
  append(ctx, event, { ...toEveryone, except: [userId] }, { effects: { silences: [userId] } });
  if (user.bot_type !== null) await announceBotChange(ctx, user, { is_active: false });
}

/** One event for all channels whose subscribers the same people see. */
async function announceAbsence(ctx: Writing, userId: UserId): Promise<void> {
  const sets = new Map<string, { audience: Audience; stream_ids: ChannelId[] }>();
  for (const channel of await channelsSubscribedBy(ctx.db, userId)) {
    const audience = await toThoseWhoSee(ctx.db, channel);
    const key = JSON.stringify(audience);
    const set = sets.get(key) ?? { audience, stream_ids: [] };
    set.stream_ids.push(channel.id);
    sets.set(key, set);
  }
  for (const { audience, stream_ids } of sets.values()) {
    const event = peerRemoveEvent({ op: "peer_remove", stream_ids, user_ids: [userId] });
    append(ctx, event, { ...audience, except: [userId] });
  }
}
