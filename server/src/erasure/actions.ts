/**
 * Erases people. The request deactivates the accounts and empties them, so that nobody sees the person from then on; a
 * job removes the rest (`jobs.ts`).
 */
import { rememberErased } from "../imports/accounts.ts";
import { isOwner } from "../kernel/access/roles.ts";
import { demand, type UserId } from "../kernel/api/index.ts";
import { record } from "../kernel/audit/record.ts";
import { type Context, change, type WriteContext } from "../kernel/context.ts";
import { MustBeOwner } from "../kernel/http/gate.ts";
import { enqueue } from "../kernel/jobs/job-kind.ts";
import { UnderLegalHold } from "../messages/legal-holds/contract.ts";
import { type HoldSearch, holdConcerning, searchHolds } from "../messages/legal-holds/search.ts";
import { realmInTurn } from "../organization/realms/in-turn.ts";
import type { ErasedMessages } from "../organization/settings/realm-settings.ts";
import { userFor } from "../people/users/access/viewer.ts";
import { UserDeactivated } from "../people/users/contract.ts";
import { deactivateUser } from "../people/users/deactivate/actions.ts";
import { hasOtherActiveOwner } from "../people/users/deactivate/store.ts";
import type { UserRow } from "../people/users/present.ts";
import { accountsWithRights } from "../people/users/rights.ts";
import { isErased } from "../people/users/store.ts";
import { clearAccount } from "./account.ts";
import { AlreadyErased, ErasureNotAllowed, HeldPersonStays, LastOwnerStays } from "./contract.ts";
import { eraseTraces, FIRST_STAGE } from "./job-kind.ts";
import { forgetMailTo } from "./mail.ts";
import { accountsOf, forgetInvitationsTo } from "./store.ts";

export async function eraseOneself(ctx: Context): Promise<void> {
  demand(ctx.realm.settings.allow_own_erasure, new ErasureNotAllowed());
  await searchAndErase(ctx, ctx.user.id, async (writing, person, search) => {
    demand(writing.realm.settings.allow_own_erasure, new ErasureNotAllowed());
    return erase(writing, person, writing.realm.settings.messages_of_erased_users, search);
  });
}

export async function eraseUser(ctx: Context, id: UserId, messages: ErasedMessages | undefined): Promise<void> {
  await searchAndErase(ctx, id, async (writing, person, search) => {
    demand(isOwner(writing.user), new MustBeOwner());
    return erase(writing, person, messages ?? writing.realm.settings.messages_of_erased_users, search);
  });
}

/**
 * Nobody waits while the person's messages are searched for legal holds. If an owner places or lifts one meanwhile, or the person
 * gets another bot, they are searched once more.
 */
async function searchAndErase(
  ctx: Context,
  id: UserId,
  attempt: (writing: WriteContext, person: UserRow, search: HoldSearch) => Promise<"erased" | "outdated">,
): Promise<void> {
  const { db, realm } = ctx;
  let outcome: "erased" | "outdated";
  do {
    await userFor(ctx, id);
    const user_ids = (await accountsOf(db, realm.id, id)).map((account) => account.id);
    const search = await searchHolds(db, realm.id, user_ids);
    // The search takes long: the session may have ended, or the gate be closed to the caller.
    const renewed = { ...ctx, ...(await ctx.identifiedAnew?.()) };
    outcome = await change(renewed, async (waiting) => {
      const writing = await callerInTurn(waiting);
      return attempt(writing, await userFor(writing, id), search);
    });
  } while (outcome === "outdated");
}

/** The caller and the organization as they are now: this cannot be undone, so nobody does it who has just lost the right to. */
async function callerInTurn(waiting: WriteContext): Promise<WriteContext> {
  const ctx = { ...waiting, realm: await realmInTurn(waiting) };
  const caller = (await accountsWithRights(ctx, [ctx.user.id])).get(ctx.user.id);
  demand(caller?.isActive === true, new UserDeactivated());
  return { ...ctx, user: caller.user };
}

/** A person's bots go with them: their names and settings are the person's words. */
async function erase(
  ctx: WriteContext,
  person: UserRow,
  messages: ErasedMessages,
  search: HoldSearch,
): Promise<"erased" | "outdated"> {
  const { db, realm } = ctx;
  demand(!(await isErased(db, person.id)), new AlreadyErased());
  const isNeeded =
    isOwner(person) &&
    person.bot_type === null &&
    person.is_active &&
    !(await hasOtherActiveOwner(db, realm.id, person.id));
  demand(!isNeeded, new LastOwnerStays());
  const user_ids = (await accountsOf(db, realm.id, person.id)).map((account) => account.id);
  const hold = await holdConcerning(db, realm.id, user_ids, search);
  if (hold === "outdated") return hold;
  if (hold) throw isOwner(ctx.user) ? new HeldPersonStays({ reason: hold.reason }) : new UnderLegalHold();

  record(ctx, "user_erasure_started", { user: person.id, messages });
  if (person.is_active) await deactivateUser(ctx, person);
  const accounts = await accountsOf(db, realm.id, person.id);
  const addresses = accounts.map((account) => account.delivery_email);
  await rememberErased(ctx, accounts);
  await forgetMailTo(ctx, addresses);
  await forgetInvitationsTo(db, realm.id, addresses);
  for (const account of accounts) await clearAccount(ctx, account);
  enqueue(ctx, eraseTraces({ user_ids, messages, stage: FIRST_STAGE, after: 0 }));
  return "erased";
}
