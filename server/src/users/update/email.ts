/** Giving somebody another address. */
import { demand, type UserId } from "../../api/index.ts";
import type { Writing } from "../../context.ts";
import { append } from "../../events/log.ts";
import { toThoseWhoAccess } from "../access/audience.ts";
import { InvalidNewEmail, newEmailFault } from "../contract.ts";
import { userUpdateEvent } from "../events.ts";
import { isEmailAddress } from "../names.ts";
import { addressVisibleUpto, apiEmail, presentAvatar, type UserRow } from "../present.ts";
import { changeUser, userByDeliveryEmail } from "../store.ts";
import { isSystemBotAddress } from "../system-bots.ts";

/** Changed at once: whoever may do this needs no confirmation by mail. */
export async function changeAddress(ctx: Writing, user: UserRow, delivery_email: string): Promise<void> {
  demand(isEmailAddress(delivery_email), new InvalidNewEmail());
  const reason = await faultOfAddress(ctx, delivery_email, user.id);
  if (reason !== undefined) throw newEmailFault({ reason });
  await changeUser(ctx.db, user.id, { delivery_email });
  await announceAddress(ctx, user, { ...user, delivery_email });
}

/** Why an account cannot have this address, or nothing. */
async function faultOfAddress(ctx: Writing, address: string, own: UserId): Promise<string | undefined> {
  if (isSystemBotAddress(address)) return "Reserved for system bots.";
  const holder = await userByDeliveryEmail(ctx.db, ctx.realm.id, address);
  if (!holder || holder.id === own) return undefined;
  return holder.is_active ? "Already has an account." : "Account has been deactivated.";
}

/** Those who see the address hear it; everyone hears of the picture that is found by it, and of the address that the API shows. */
async function announceAddress(ctx: Writing, before: UserRow, after: UserRow): Promise<void> {
  const { id: user_id, delivery_email } = after;
  const seeing = await toThoseWhoAccess(ctx, after, [0, addressVisibleUpto(after)]);
  append(ctx, userUpdateEvent({ op: "update", person: { user_id, delivery_email } }), {
    ...seeing,
    users: [...new Set([user_id, ...(seeing.users ?? [])])],
  });
  const audience = await toThoseWhoAccess(ctx, after);
  if (after.avatar_source === "G")
    append(ctx, userUpdateEvent({ op: "update", person: { user_id, ...presentAvatar(after) } }), audience);
  const new_email = apiEmail(ctx.realm, after);
  if (new_email !== apiEmail(ctx.realm, before))
    append(ctx, userUpdateEvent({ op: "update", person: { user_id, new_email } }), audience);
}
