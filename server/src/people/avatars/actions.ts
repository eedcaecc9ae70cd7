/** Sets and removes avatars, of people and bots alike. The caller checks permissions. */
import type { UserId } from "../../kernel/api/ids.ts";
import { type Context, change, type OpenContext, type Writing } from "../../kernel/context.ts";
import { removeFiles } from "../../kernel/files/jobs.ts";
import type { ReceivedFile } from "../../kernel/http/receive.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { drawn, square } from "../../organization/pictures/draw.ts";
import { keysOf, newPicturePath, putPictures } from "../../organization/pictures/store.ts";
import { toUsersWithAccess } from "../users/access/audience.ts";
import { NoSuchUser } from "../users/contract.ts";
import type { UserRow } from "../users/present.ts";
import { changeUser, userById } from "../users/store.ts";
import { announceAvatar } from "./announce.ts";

const SIDE_PX = 100;
const MEDIUM_SIDE_PX = 500;

/** Returns the changed user. */
export async function uploadAvatar(ctx: Context, userId: UserId, file: ReceivedFile): Promise<UserRow> {
  return withAvatar(ctx, file, (path) => change(ctx, (writing) => changeAvatar(writing, userId, path)));
}

/** For changes that include an avatar: stores it and passes its path to `work`. Deletes the files if `work` fails. */
export async function withAvatar<T>(
  ctx: OpenContext,
  file: ReceivedFile,
  work: (avatarPath: string) => Promise<T>,
): Promise<T> {
  const path = await storeAvatar(ctx, file);
  try {
    return await work(path);
  } catch (error) {
    await ctx.app.storage.remove(keysOf(path));
    throw error;
  }
}

/** Outside any transaction, because drawing is slow. */
async function storeAvatar({ app, realm }: OpenContext, file: ReceivedFile): Promise<string> {
  const [small, medium] = (await drawn(file, [square(SIDE_PX), square(MEDIUM_SIDE_PX)])) as [Buffer, Buffer];
  const path = newPicturePath(realm.id);
  await putPictures(app, path, small, medium);
  return path;
}

/** Without a path, the user gets the drawn avatar again, or the provider's. */
export async function changeAvatar(ctx: Writing, userId: UserId, avatar_path: string | null): Promise<UserRow> {
  const { db, realm } = ctx;
  const user = await userById(db, realm.id, userId);
  if (!user) throw new NoSuchUser();
  if (avatar_path === null && user.avatar_path === null) return user;
  const avatar_source = avatar_path === null ? ("G" as const) : ("U" as const);
  const changes = { avatar_path, avatar_source, avatar_version: user.avatar_version + 1 };
  await changeUser(db, user.id, changes);
  if (user.avatar_path !== null) enqueue(ctx, removeFiles({ keys: keysOf(user.avatar_path) }));
  const after = { ...user, ...changes };
  await announceAvatar(ctx, after, await toUsersWithAccess(ctx, after));
  return after;
}
