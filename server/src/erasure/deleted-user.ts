/** The account that has the channel messages of all erased people whose messages are reassigned. */
import { Role } from "../kernel/access/roles.ts";
import type { UserId } from "../kernel/api/ids.ts";
import type { Realm, Writing } from "../kernel/context.ts";
import { createUser } from "../people/users/actions.ts";
import { deactivateUser } from "../people/users/deactivate/actions.ts";
import { changeUser, isErased, userByDeliveryEmail } from "../people/users/store.ts";
import { noticesIn } from "../text/notices/texts/index.ts";

/** Nobody can choose such an address, but somebody may have one from before. */
const addressOf = ({ host }: Realm, nth: number) => `erased-users${nth > 1 ? `-${nth}` : ""}@${host}`;

/** Creates it when it is first needed. Nobody can sign in to it or reactivate it. */
export async function deletedUser(ctx: Writing): Promise<UserId> {
  const { db, realm } = ctx;
  for (let nth = 1; ; nth++) {
    const email = addressOf(realm, nth);
    const known = await userByDeliveryEmail(db, realm.id, email);
    if (!known) return createDeletedUser(ctx, email);
    if (await isErased(db, known.id)) return known.id;
  }
}

async function createDeletedUser(ctx: Writing, email: string): Promise<UserId> {
  const { db, realm } = ctx;
  const { user } = await createUser(ctx, {
    email,
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
