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

/** Marks their messages as read first, so that clients have nothing to recount when they learn of the mute. */
export async function muteUser(ctx: WriteContext, id: UserId): Promise<void> {
  const { db, user, now } = ctx;
  demand(id !== user.id, new CannotMuteSelf());
  demand(await canAccess(ctx, await userToMute(ctx, id)), new InsufficientPermission());
  demand(!(await isMutedBy(db, user.id, id)), new AlreadyMuted());
  await demandRoom(ctx, "muted_users", { user_id: user.id });
  demand(await insertMute(db, user, id, now), new AlreadyMuted());
  await happened(ctx, userMuted, { userId: id });
  await announceMutedUsers(ctx);
}

export async function unmuteUser(ctx: WriteContext, id: UserId): Promise<void> {
  // Works even if the caller can no longer access the user.
  await userToMute(ctx, id);
  demand(await deleteMute(ctx.db, ctx.user, id), new NotMuted());
  await announceMutedUsers(ctx);
}

/** Anyone who can have sent messages: also bots, including built-in ones, and deactivated accounts. */
async function userToMute({ db, realm }: WriteContext, id: UserId): Promise<UserRow> {
  const [known] = await addresseesWithIds(db, realm.id, [id]);
  if (!known) throw new NoSuchUser();
  return known;
}

async function announceMutedUsers(ctx: WriteContext): Promise<void> {
  append(ctx, mutedUsersEvent({ muted_users: await mutedBy(ctx.db, ctx.user.id) }), toUsers(ctx.user.id));
}
