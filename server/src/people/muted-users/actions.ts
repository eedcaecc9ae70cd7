import type { UserId } from "../../kernel/api/ids.ts";
import { demand, InsufficientPermission } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { happened } from "../../kernel/moments.ts";
import { userMuted } from "../moments.ts";
import { canAccess } from "../users/access/viewer.ts";
import { NoSuchUser } from "../users/contract.ts";
import type { UserRow } from "../users/present.ts";
import { addresseesWithIds } from "../users/store.ts";
import { AlreadyMuted, CannotMuteSelf, NotMuted } from "./contract.ts";
import { mutedUsersEvent } from "./events.ts";
import { deleteMute, insertMute, isMutedBy, mutedBy } from "./store.ts";

/** Their messages are read first: a client that hears of the mute has nothing of theirs left to count. */
export async function muteUser(ctx: WriteContext, id: UserId): Promise<void> {
  const { db, user, now } = ctx;
  demand(id !== user.id, new CannotMuteSelf());
  demand(await canAccess(ctx, await userToMute(ctx, id)), new InsufficientPermission());
  demand(!(await isMutedBy(db, user.id, id)), new AlreadyMuted());
  await demandRoom(ctx, "muted_users", { user_id: user.id });
  demand(await insertMute(db, user, id, now), new AlreadyMuted());
  await happened(ctx, userMuted, { userId: id });
  await announce(ctx);
}

export async function unmuteUser(ctx: WriteContext, id: UserId): Promise<void> {
  // Also whom one cannot access any more.
  await userToMute(ctx, id);
  demand(await deleteMute(ctx.db, ctx.user, id), new NotMuted());
  await announce(ctx);
}

/** Anybody whose messages one may have: bots, built-in ones too, and accounts that are no longer in use. */
async function userToMute({ db, realm }: WriteContext, id: UserId): Promise<UserRow> {
  const [known] = await addresseesWithIds(db, realm.id, [id]);
  if (!known) throw new NoSuchUser();
  return known;
}

async function announce(ctx: WriteContext): Promise<void> {
  append(ctx, mutedUsersEvent({ muted_users: await mutedBy(ctx.db, ctx.user.id) }), toUsers(ctx.user.id));
}
