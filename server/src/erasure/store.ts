import type { RealmId, UserId } from "../kernel/api/ids.ts";
import { isAnyTextOf } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { addressKey } from "../kernel/names/address-key.ts";
import { usersOf } from "../people/users/store.ts";

/** An account with its bots, oldest first. */
export async function accountsOf(db: Db, realmId: RealmId, id: UserId) {
  const bots = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("bot_owner_id", "=", id)
    .where("erased_at", "is", null)
    .execute();
  return usersOf(db, realmId, [id, ...bots.map((bot) => bot.id)]);
}

/** Invitations by which they joined, or could have. */
export async function forgetInvitationsTo(tx: TurnTx, realmId: RealmId, addresses: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("invitation")
    .where("realm_id", "=", realmId)
    .where(isAnyTextOf(tx, "email_key", addresses.map(addressKey)))
    .execute();
}
