/** What the audit log learns of sign-ins that change nothing else. */
import { RateLimitHit, type UserId } from "../../kernel/api/index.ts";
import { demandDeclared, type EntryOf, originOf, record, recordFrom } from "../../kernel/audit/record.ts";
import type { Origin } from "../../kernel/audit/store.ts";
import { changeOutOfTurn, type OpenContext } from "../../kernel/context.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";

interface LoggedRefusal {
  readonly reason: string;
  /** As it was entered, or the account's own address. */
  readonly account: string;
}

/**
 * A line for programs that watch the log and block addresses (docs/sign-in.md has a filter for fail2ban): the fields and
 * their order stay as they are. What a person enters comes after the address, and JSON escapes its quotation marks.
 */
export function logRefusal({ app, realm, ip }: OpenContext, { reason, account }: LoggedRefusal): void {
  app.metrics.signInsRefused.inc({ reason });
  app.log.warn({ ip, reason, account: account.slice(0, 254), organization: realm.string_id }, "sign-in refused");
}

/** Counts an attempt; one beyond the limits is logged as well. */
export function admitAttempt(ctx: OpenContext, account: string, admit: () => void): void {
  try {
    admit();
  } catch (error) {
    if (error instanceof RateLimitHit) logRefusal(ctx, { reason: "too_many_attempts", account });
    throw error;
  }
}

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
