/** Whom a request means: user ids or API emails. */
import { ApiError, type UserId } from "../../api/index.ts";
import type { Context } from "../../context.ts";
import { apiEmail, canSeeAddress } from "../../users/present.ts";
import { usersByAddress, usersOf } from "../../users/store.ts";

/** Whether anybody but the caller is meant, by whichever of the caller's addresses. */
export function namesOthers({ user, realm }: Context, sent: readonly (UserId | string)[] = []): boolean {
  const own = [apiEmail(realm, user), user.delivery_email].map((address) => address.toLowerCase());
  return sent.some((each) => (typeof each === "string" ? !own.includes(each.toLowerCase()) : each !== user.id));
}

export async function principalsFor(ctx: Context, sent: readonly (UserId | string)[] | undefined): Promise<UserId[]> {
  if (sent === undefined || sent.length === 0) return [ctx.user.id];
  const wanted = [...new Set(sent)];
  const users =
    typeof wanted[0] === "number"
      ? await usersOf(ctx.db, ctx.realm.id, wanted as UserId[])
      : await usersByAddress(ctx, wanted as string[]);
  const found = new Map<UserId | string, (typeof users)[number]>();
  for (const user of users) {
    found.set(user.id, user);
    found.set(apiEmail(ctx.realm, user).toLowerCase(), user);
    if (canSeeAddress(ctx.user, user)) found.set(user.delivery_email.toLowerCase(), user);
  }
  const ids = wanted.map((each) => {
    const user = found.get(typeof each === "string" ? each.toLowerCase() : each);
    if (!user || user.system_bot !== null) throw new ApiError("No such user");
    if (!user.is_active) throw new ApiError("User is deactivated");
    return user.id;
  });
  return [...new Set(ids)];
}
