/** What the audit log learns of sign-ins that change nothing else. */
import type { UserId } from "../../kernel/api/index.ts";
import { demandDeclared, type EntryOf, originOf, record, recordFrom } from "../../kernel/audit/record.ts";
import type { Origin } from "../../kernel/audit/store.ts";
import { changeOutOfTurn, type OpenContext } from "../../kernel/context.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";

/** Whoever gave the password is the account's user. */
export function noteFetchedKey(ctx: OpenContext, user: UserId): Promise<void> {
  return changeOutOfTurn(ctx, async (writing) => record(writing, "api_key_fetched", { user }, { as: user }));
}

type RefusedSignIn = EntryOf<"sign_in_refused">;

const recordRefusal = jobKind<{ origin: Origin; refusal: RefusedSignIn | null }>("record_refused_sign_in");

/**
 * A refused password, of an account or of none. A job records it, and there is a job in both cases: otherwise the time of
 * the response would tell which addresses have an account. The limits on attempts bound the entries.
 */
export async function noteRefusal(ctx: OpenContext, refusal: RefusedSignIn | undefined): Promise<void> {
  demandDeclared(ctx, "sign_in_refused");
  const job = recordRefusal({ origin: originOf(ctx), refusal: refusal ?? null });
  await changeOutOfTurn(ctx, async (writing) => enqueue(writing, job));
}

export const signInJobs = [
  recordRefusal.insideOutOfTurn(async (ctx, { origin, refusal }) => {
    if (refusal) recordFrom(ctx, origin, "sign_in_refused", refusal);
  }),
];
