/** Giving an account another address. */
import type { Writing } from "../context.ts";
import { fold } from "../db/names.ts";
import { toEveryone } from "../events/audience.ts";
import { append } from "../events/log.ts";
import { userUpdateEvent } from "../users/events.ts";
import { addressVisibleUpto, apiEmail, avatarUrl, type UserRow } from "../users/present.ts";
import { changeUser } from "../users/store.ts";

/** Those who see the address hear it; everyone hears of the picture that is found by it, and of what the API shows. */
export async function changeAddress(ctx: Writing, before: UserRow, delivery_email: string): Promise<void> {
  await changeUser(ctx.db, before.id, { delivery_email, delivery_email_key: fold(delivery_email) });
  const after = { ...before, delivery_email };
  const { id: user_id, avatar_source, avatar_version } = after;
  append(ctx, userUpdateEvent({ op: "update", person: { user_id, delivery_email } }), {
    roles: [0, addressVisibleUpto(after)],
    users: [user_id],
  });
  if (avatar_source === "G") {
    const pictures = { avatar_url: avatarUrl(after), avatar_url_medium: avatarUrl(after, { medium: true }) };
    const person = { user_id, ...pictures, avatar_source, avatar_version };
    append(ctx, userUpdateEvent({ op: "update", person }), toEveryone);
  }
  const new_email = apiEmail(ctx.realm, after);
  if (new_email !== apiEmail(ctx.realm, before))
    append(ctx, userUpdateEvent({ op: "update", person: { user_id, new_email } }), toEveryone);
}
