/** Resolves the users in a request: ids or API emails. */
import { ApiError, demand, InsufficientPermission, said, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { accessOf } from "../../people/users/access/viewer.ts";
import { usersAddressed } from "../../people/users/lookup.ts";
import { apiEmail, type UserRow } from "../../people/users/present.ts";
import { usersOf } from "../../people/users/store.ts";

/** Whether anyone but the caller is meant, by any of the caller's addresses. */
export function namesOthers({ user, realm }: Context, sent: readonly (UserId | string)[] = []): boolean {
  const own = [apiEmail(realm, user), user.delivery_email].map(addressKey);
  return sent.some((each) => (typeof each === "string" ? !own.includes(addressKey(each)) : each !== user.id));
}

export async function principalsFor(ctx: Context, sent: readonly (UserId | string)[] | undefined): Promise<UserId[]> {
  if (sent === undefined || sent.length === 0) return [ctx.user.id];
  const wanted = [...new Set(sent)];
  const found: ReadonlyMap<UserId | string, UserRow> =
    typeof wanted[0] === "number"
      ? new Map((await usersOf(ctx.db, ctx.realm.id, wanted as UserId[])).map((user) => [user.id, user]))
      : await usersAddressed(ctx, wanted as string[]);
  const isAccessible = await accessOf(
    ctx,
    [...found.values()].map((user) => user.id),
  );
  const ids = wanted.map((each) => {
    const user = found.get(typeof each === "string" ? addressKey(each) : each);
    if (!user || user.system_bot !== null) throw new ApiError(said`No such user`);
    demand(isAccessible(user), new InsufficientPermission());
    if (!user.is_active) throw new ApiError(said`User is deactivated`);
    return user.id;
  });
  return [...new Set(ids)];
}
