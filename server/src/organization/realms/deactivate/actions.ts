/** Deactivates and reactivates organizations. No data is lost before the scheduled deletion. */

import { badRequest, demand } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { Writing } from "../../../kernel/context.ts";
import { toEveryone } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { deleteQueuesIn } from "../../../kernel/events/queue-store.ts";
import { sendMail } from "../../../kernel/mail/send.ts";
import { happened } from "../../../kernel/moments.ts";
import { organizationClosed } from "../../moments.ts";
import { DeletedTooSoon, HeldOrganizationStays, MIN_DELETION_DELAY_DAYS } from "../contract.ts";
import { realmDeactivatedEvent } from "../events.ts";
import { deactivatedEmail } from "./emails.ts";
import { hasLegalHold, ownersOf, setActive, stateOf } from "./store.ts";

const DAY = 24 * 3600;

const IsDeactivated = badRequest("The organization is already deactivated.");
const IsActive = badRequest("The organization is active.");
const IsBeingDeleted = badRequest("The organization is being deleted.");

/** Invalidates all credentials and invitations, and ends all queues with the event. */
export async function deactivateRealm(
  ctx: Writing,
  { deletionDelayDays }: { deletionDelayDays: number | null },
): Promise<void> {
  const { db, realm } = ctx;
  demand(deletionDelayDays === null || deletionDelayDays >= MIN_DELETION_DELAY_DAYS, new DeletedTooSoon());
  demand(deletionDelayDays === null || !(await hasLegalHold(db, realm.id)), new HeldOrganizationStays());
  demand((await stateOf(db, realm.id)).is_active, new IsDeactivated());
  const scheduled_deletion_at = deletionDelayDays === null ? null : ctx.now + deletionDelayDays * DAY;
  await setActive(db, realm.id, { is_active: false, scheduled_deletion_at });
  record(ctx, "realm_deactivated", { deletion_delay_days: deletionDelayDays });
  await deleteQueuesIn(db, realm.id);
  await happened(ctx, organizationClosed, undefined);
  await emailOwners(ctx, scheduled_deletion_at);
  const event = realmDeactivatedEvent({ op: "deactivated", realm_id: realm.id });
  append(ctx, event, toEveryone, { effects: { silencesAll: true } });
}

/** By email, because nothing else reaches them any more. */
async function emailOwners(ctx: Writing, deletedAt: number | null): Promise<void> {
  const { db, realm, user } = ctx;
  for (const owner of await ownersOf(db, realm.id)) {
    const language = (owner.settings.default_language as string | undefined) ?? realm.settings.default_language;
    sendMail(ctx, owner, deactivatedEmail(realm, language, { by: user?.full_name, deletedAt }));
  }
}

/** For the operator only, because nobody in the organization can sign in. */
export async function reactivateRealm(ctx: Writing): Promise<void> {
  const { db, realm } = ctx;
  const { is_active, scheduled_deletion_at } = await stateOf(db, realm.id);
  demand(!is_active, new IsActive());
  demand(scheduled_deletion_at === null || scheduled_deletion_at > ctx.now, new IsBeingDeleted());
  await setActive(db, realm.id, { is_active: true, scheduled_deletion_at: null });
  record(ctx, "realm_reactivated", {});
}
