/** Changes a user's email address. */

import { demand } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { Writing } from "../../../kernel/context.ts";
import { append } from "../../../kernel/events/log.ts";
import { announceAvatar } from "../../avatars/announce.ts";
import { toUsersWithAccess } from "../access/audience.ts";
import { ADDRESS_FAULTS, addressFault } from "../addresses.ts";
import { InvalidNewEmail, newEmailFault } from "../contract.ts";
import { userUpdateEvent } from "../events.ts";
import { addressVisibleUpto, apiEmail, avatarUrl, type UserRow } from "../present.ts";
import { changeUser } from "../store.ts";

/** Throws if the account cannot have this address. */
export async function checkNewAddress(ctx: Writing, user: UserRow, address: string): Promise<void> {
  const fault = await addressFault(ctx, address, user.id);
  demand(fault !== "invalid", new InvalidNewEmail());
  if (fault) throw newEmailFault({ reason: ADDRESS_FAULTS[fault] });
}

interface NewAddress {
  readonly delivery_email: string;
  /** Whether the person has proven that it is theirs. */
  readonly is_email_verified: boolean;
}

/** Users who can see the address receive it; everyone receives its avatar and the API's email field. */
export async function changeAddress(ctx: Writing, before: UserRow, address: NewAddress): Promise<void> {
  const { delivery_email } = address;
  await changeUser(ctx.db, before.id, address);
  // The link that confirms an own address is proof enough.
  record(ctx, "user_email_changed", { user: before.id }, { as: before.id });
  await announceAddress(ctx, before, { ...before, delivery_email });
}

/** After the address has changed, but not who can see it. */
export async function announceAddress(ctx: Writing, before: UserRow, after: UserRow): Promise<void> {
  const { id: user_id, delivery_email } = after;
  const seeing = await toUsersWithAccess(ctx, after, [0, addressVisibleUpto(after)]);
  append(ctx, userUpdateEvent({ op: "update", person: { user_id, delivery_email } }), {
    ...seeing,
    users: [...new Set([user_id, ...(seeing.users ?? [])])],
  });
  const audience = await toUsersWithAccess(ctx, after);
  if (avatarUrl(ctx.realm, after) !== avatarUrl(ctx.realm, before)) await announceAvatar(ctx, after, audience);
  const new_email = apiEmail(ctx.realm, after);
  if (new_email !== apiEmail(ctx.realm, before))
    append(ctx, userUpdateEvent({ op: "update", person: { user_id, new_email } }), audience);
}
