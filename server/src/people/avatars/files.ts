/** `/avatar/{user}` redirects to a user's picture, for clients that do not know its URL. */
import { admitsVisitors } from "../../kernel/access/visitors.ts";
import { demand, type UserId } from "../../kernel/api/index.ts";
import type { OpenContext } from "../../kernel/context.ts";
import { builtInPictures } from "../../kernel/files/built-in.ts";
import { NotLoggedIn } from "../../kernel/http/authenticate.ts";
import type { FileAddress, Redirection } from "../../kernel/http/files.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { visitorTo } from "../../organization/realm.ts";
import { canAccess } from "../users/access/viewer.ts";
import { avatarUrl, canSeeAddress, type UserRow } from "../users/present.ts";
import { addresseesWithIds, usersByAddress } from "../users/store.ts";
import { BUILT_IN_NAMES, BUILT_IN_PREFIX, UNKNOWN_USER_URL } from "./built-in.ts";
import { drawnAddresses } from "./drawn/files.ts";

export const avatarAddresses: readonly FileAddress[] = [
  {
    prefix: "/avatar/",
    async find(ctx, rest) {
      const [, named = "", medium] = /^([^/]+)(\/medium)?$/.exec(rest) ?? [];
      return avatarOf(ctx, named, { medium: medium !== undefined });
    },
  },

  builtInPictures(
    BUILT_IN_PREFIX,
    Object.fromEntries(BUILT_IN_NAMES.map((name) => [name, new URL(`./${name}`, import.meta.url)])),
  ),

  drawnAddresses,
];

/** Missing users and users the viewer cannot access have the same picture. */
async function avatarOf(ctx: OpenContext, named: string, size: { medium: boolean }): Promise<Redirection> {
  const isId = /^\d{1,15}$/.test(named);
  if (!ctx.user) {
    // Otherwise anyone could find out which email addresses have accounts.
    demand(isId && (await admitsVisitors(ctx.app, ctx.db, ctx.realm)), new NotLoggedIn());
  }
  const found = isId ? await userWithId(ctx, Number(named)) : await userAt(ctx, named);
  const viewing = { ...ctx, user: ctx.user ?? visitorTo(ctx.realm) };
  const user = found && (await canAccess(viewing, found)) ? found : undefined;
  const location = user ? avatarUrl(ctx.realm, user, size) : UNKNOWN_USER_URL;
  return { location, countedAs: ctx.user ? undefined : `avatar ${ctx.realm.id} ${named}` };
}

async function userWithId({ db, realm }: OpenContext, id: UserId): Promise<UserRow | undefined> {
  const [user] = await addresseesWithIds(db, realm.id, [id]);
  return user;
}

/** By the dummy address, which anyone can use, or by the real one if the viewer can see it. */
async function userAt(ctx: OpenContext, address: string): Promise<UserRow | undefined> {
  const viewer = ctx.user ?? visitorTo(ctx.realm);
  const users = await usersByAddress(ctx, [address]);
  return users.find((user) => addressKey(address) !== addressKey(user.delivery_email) || canSeeAddress(viewer, user));
}
