/** Who receives events about a channel. */

import { Role } from "../kernel/access/roles.ts";
import { membersOf } from "../kernel/access/store.ts";
import type { UserId } from "../kernel/api/ids.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Db } from "../kernel/db/handles.ts";
import { type Audience, toAdministrators, toEveryone, toNonGuests } from "../kernel/events/audience.ts";
import { REVEALING } from "./permissions.ts";
import type { ChannelRow } from "./store.ts";

/** Everyone who may know that the channel exists. */
export async function toThoseWhoSee(db: Db, channel: ChannelRow): Promise<Audience> {
  const subscribed = { subscribersOf: channel.id };
  if (channel.is_web_public) return toEveryone;
  if (!channel.invite_only) return { ...toNonGuests, ...subscribed };
  return { ...toAdministrators, ...subscribed, users: await admitted(db, channel) };
}

/** Members of the groups whose permissions reveal a private channel. Guests never gain access this way. */
export async function admitted(db: Db, channel: ChannelRow): Promise<UserId[]> {
  const members = await membersOf(
    db,
    REVEALING.map((permission) => channel[permission]),
  );
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where(isAnyOf(db, "id", members))
    .where("role", "!=", Role.guest)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}
