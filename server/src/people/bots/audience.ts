/** Who receives events about a bot: its owner and the human administrators. */
import { Role } from "../../kernel/access/roles.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { type Audience, toAdministrators } from "../../kernel/events/audience.ts";

/** Excludes bots with an administrator's role. */
export async function toHumanAdministrators(db: Db, realmId: RealmId): Promise<Audience> {
  const bots = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("role", "<=", Role.administrator)
    .where("bot_type", "is not", null)
    .orderBy("id")
    .execute();
  return bots.length === 0 ? toAdministrators : { ...toAdministrators, except: bots.map((bot) => bot.id) };
}

export async function toManagersOf(
  db: Db,
  realmId: RealmId,
  { bot_owner_id }: { bot_owner_id: UserId | null },
): Promise<Audience> {
  const administrators = await toHumanAdministrators(db, realmId);
  return bot_owner_id === null ? administrators : { ...administrators, users: [bot_owner_id] };
}
