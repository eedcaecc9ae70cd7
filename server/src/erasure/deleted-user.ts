/** The account that has the channel messages of all erased people whose messages are reassigned. */
import { Role } from "../kernel/access/roles.ts";
import type { UserId } from "../kernel/api/ids.ts";
import type { Realm, Writing } from "../kernel/context.ts";
import { createUser } from "../people/users/actions.ts";
import { deactivateUser } from "../people/users/deactivate/actions.ts";
import { changeUser, userByDeliveryEmail } from "../people/users/store.ts";
import { noticesIn } from "../text/notices/texts/index.ts";

const addressOf = ({ host }: Realm) => `erased-users@${host}`;

/** Creates it when it is first needed. Nobody can sign in to it or reactivate it. */
export async function deletedUser(ctx: Writing): Promise<UserId> {
  const { db, realm } = ctx;
  const known = await userByDeliveryEmail(db, realm.id, addressOf(realm));
  if (known) return known.id;
  const { user } = await createUser(ctx, {
    email: addressOf(realm),
    full_name: noticesIn(realm.settings.default_language).deletedUser,
    is_name_shared: true,
    role: Role.member,
    password_hash: null,
    channels: [],
  });
  await deactivateUser(ctx, user);
  await changeUser(db, user.id, { erased_at: ctx.now });
  return user.id;
}
