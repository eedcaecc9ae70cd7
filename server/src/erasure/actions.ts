/**
 * Erases people. The request deactivates the accounts and empties them, so that nobody sees the person from then on; a
 * job removes the rest (`jobs.ts`).
 */
import { isOwner } from "../kernel/access/roles.ts";
import { demand, type UserId } from "../kernel/api/index.ts";
import { record } from "../kernel/audit/record.ts";
import type { WriteContext } from "../kernel/context.ts";
import { enqueue } from "../kernel/jobs/job-kind.ts";
import { UnderLegalHold } from "../messages/legal-holds/contract.ts";
import { holdConcerning } from "../messages/legal-holds/store.ts";
import type { ErasedMessages } from "../organization/settings/realm-settings.ts";
import { userFor } from "../people/users/access/viewer.ts";
import { deactivateUser } from "../people/users/deactivate/actions.ts";
import { hasOtherActiveOwner } from "../people/users/deactivate/store.ts";
import type { UserRow } from "../people/users/present.ts";
import { isErased } from "../people/users/store.ts";
import { clearAccount } from "./account.ts";
import { AlreadyErased, ErasureNotAllowed, HeldPersonStays, LastOwnerStays } from "./contract.ts";
import { eraseTraces, FIRST_STAGE } from "./job-kind.ts";
import { forgetMailTo } from "./mail.ts";
import { accountsOf, forgetInvitationsTo } from "./store.ts";

export async function eraseOneself(ctx: WriteContext): Promise<void> {
  demand(ctx.realm.settings.allow_own_erasure, new ErasureNotAllowed());
  await erase(ctx, await userFor(ctx, ctx.user.id), ctx.realm.settings.messages_of_erased_users);
}

export async function eraseUser(ctx: WriteContext, id: UserId, messages: ErasedMessages | undefined): Promise<void> {
  await erase(ctx, await userFor(ctx, id), messages ?? ctx.realm.settings.messages_of_erased_users);
}

/** A person's bots go with them: their names and settings are the person's words. */
async function erase(ctx: WriteContext, person: UserRow, messages: ErasedMessages): Promise<void> {
  const { db, realm } = ctx;
  demand(!(await isErased(db, person.id)), new AlreadyErased());
  const isNeeded =
    isOwner(person) &&
    person.bot_type === null &&
    person.is_active &&
    !(await hasOtherActiveOwner(db, realm.id, person.id));
  demand(!isNeeded, new LastOwnerStays());
  const user_ids = (await accountsOf(db, realm.id, person.id)).map((account) => account.id);
  const hold = await holdConcerning(db, realm.id, user_ids);
  if (hold) throw isOwner(ctx.user) ? new HeldPersonStays({ reason: hold.reason }) : new UnderLegalHold();

  record(ctx, "user_erasure_started", { user: person.id, messages });
  if (person.is_active) await deactivateUser(ctx, person);
  const accounts = await accountsOf(db, realm.id, person.id);
  const addresses = accounts.map((account) => account.delivery_email);
  await forgetMailTo(ctx, addresses);
  await forgetInvitationsTo(db, realm.id, addresses);
  for (const account of accounts) await clearAccount(ctx, account);
  enqueue(ctx, eraseTraces({ user_ids, messages, stage: FIRST_STAGE, after: 0 }));
}
