/** Placing and lifting legal holds, and refusing what they forbid. */
import { channelFor } from "../../channels/access.ts";
import type { ChannelRow } from "../../channels/store.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import { demand, type ShapeOf } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context, WriteContext } from "../../kernel/context.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { userFor } from "../../people/users/access/viewer.ts";
import { type EditedText, keepsAnother } from "../history/store.ts";
import {
  AlreadyHeld,
  HeldHistoryIsFull,
  HeldMessageStays,
  HoldWhat,
  InvalidHold,
  type placeLegalHold as placement,
  UnderLegalHold,
} from "./contract.ts";
import { areHeld, deleteHold, holdOnChannel, holdOnUser, insertHold } from "./store.ts";

type Placement = ShapeOf<typeof placement.params>;

export async function placeLegalHold(ctx: WriteContext, { user_id, channel_id, reason }: Placement): Promise<number> {
  const { db, realm, user, now } = ctx;
  const row = { realm_id: realm.id, reason, placed_at: now, placed_by: user.id };
  if (user_id !== undefined) {
    demand(channel_id === undefined, new HoldWhat());
    const person = await userFor(ctx, user_id);
    demand((await holdOnUser(db, person.id)) === undefined, new AlreadyHeld());
    await demandRoom(ctx, "legal_holds", { realm_id: realm.id });
    const hold_id = await insertHold(db, { ...row, user_id: person.id, channel_id: null });
    record(ctx, "user_hold_placed", { user: person.id, hold_id });
    return hold_id;
  }
  if (channel_id === undefined) throw new HoldWhat();
  const channel = await channelFor(ctx, channel_id);
  demand((await holdOnChannel(db, channel.id)) === undefined, new AlreadyHeld());
  await demandRoom(ctx, "legal_holds", { realm_id: realm.id });
  const hold_id = await insertHold(db, { ...row, user_id: null, channel_id: channel.id });
  record(ctx, "channel_hold_placed", { channel: channel.id, hold_id });
  return hold_id;
}

export async function liftLegalHold(ctx: WriteContext, hold_id: number): Promise<void> {
  const hold = await deleteHold(ctx.db, ctx.realm.id, hold_id);
  if (!hold) throw new InvalidHold();
  const { user_id, channel_id } = hold;
  if (user_id !== null) record(ctx, "user_hold_lifted", { user: user_id, hold_id });
  if (channel_id !== null) record(ctx, "channel_hold_lifted", { channel: channel_id, hold_id });
}

export async function demandNotHeld({ db, realm }: Context, ids: readonly MessageId[]): Promise<void> {
  demand(!(await areHeld(db, realm.id, ids)), new UnderLegalHold());
}

/** Of a held message every version is kept, so an edit is refused where its history would have to forget one. */
export async function demandRoomInHistory({ db, realm }: Context, message: EditedText): Promise<void> {
  demand(keepsAnother(message) || !(await areHeld(db, realm.id, [message.id])), new HeldHistoryIsFull());
}

/** A message that leaves its channel would leave the hold on it. */
export async function demandMayLeave({ db }: Context, channel: ChannelRow): Promise<void> {
  demand((await holdOnChannel(db, channel.id)) === undefined, new HeldMessageStays());
}
