/** Begins, extends and ends browser sessions. */

import { isVisitor } from "../../kernel/access/roles.ts";
import { raiseVersion } from "../../kernel/access/store.ts";
import type { SessionId, UserId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import { seconds } from "../../kernel/clock.ts";
import type { App, InTransaction, OpenContext, WriteContext } from "../../kernel/context.ts";
import type { Cookie } from "../../kernel/http/cookies.ts";
import { tokenCookie, tokenOfSession } from "../../kernel/http/forgery.ts";
import {
  noSessionCookie,
  SESSION_SECONDS,
  SHARED_SESSION_SECONDS,
  type Shared,
  sessionCookie,
  sessionHash,
  sharedCookie,
} from "../../kernel/http/session.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { lockAccount } from "../../kernel/limits/lock-account.ts";
import { limitOf } from "../../kernel/limits/room.ts";
import { on } from "../../kernel/moments.ts";
import type { PageVisit, Visit } from "../../kernel/pages/page.ts";
import { randomToken } from "../../kernel/secrets.ts";
import { organizationClosed } from "../../organization/moments.ts";
import { NoSuchSession } from "./contract.ts";
import { deviceIn } from "./device.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsIn,
  deleteSessionsOf,
  deleteSessionWithId,
  endOldestSessions,
  expiryOf,
  insertSession,
  prolongSession,
} from "./store.ts";

/** Sessions are extended at most once a day, so that opening the application often does not write to the database. */
const PROLONGED_AFTER_SECONDS = 86_400;

/** The session and the choice about a shared computer that the browser came with. */
type Browsing = Pick<PageVisit, "sessionToken" | "isShared">;

/**
 * Signs a user in and returns the cookies. The token is always new, and a token that the browser sent is invalidated:
 * an attacker may have planted it.
 */
export async function beginSession(
  ctx: InTransaction<OpenContext & Browsing>,
  user_id: UserId,
  shared: Shared = { isShared: false },
): Promise<Cookie[]> {
  const { app, db, realm, now, sessionToken } = ctx;
  if (sessionToken !== undefined) await deleteSession(db, realm.id, sessionHash(app, sessionToken));
  const token = randomToken();
  await lockAccount(db, user_id);
  await insertSession(db, {
    token_hash: sessionHash(app, token),
    user_id,
    begun_at: now,
    seen_at: now,
    device: deviceIn(ctx.userAgent) ?? "",
    expires_at: now + (shared.isShared ? SHARED_SESSION_SECONDS : SESSION_SECONDS),
  });
  await endOldestSessions(db, realm.id, user_id, limitOf(app, "sessions"));
  record(ctx, "signed_in", { user: user_id }, { as: user_id });
  return [...cookiesOf(app, token, shared), ...sharedCookies(ctx, shared)];
}

const cookiesOf = (app: App, token: string, shared: Shared): Cookie[] => [
  sessionCookie(app, token, shared),
  tokenCookie(app, tokenOfSession(app, token), shared),
];

const sharedCookies = ({ app, isShared }: Pick<PageVisit, "app" | "isShared">, now: Shared): Cookie[] =>
  now.isShared === isShared ? [] : [sharedCookie(app, now)];

export async function endSession(ctx: InTransaction<Visit>): Promise<Cookie[]> {
  const { app, db, realm, user, sessionToken } = ctx;
  if (sessionToken !== undefined) await deleteSession(db, realm.id, sessionHash(app, sessionToken));
  if (user && !isVisitor(user)) record(ctx, "signed_out", { user: user.id });
  return [noSessionCookie(app), tokenCookie(app, randomToken()), ...sharedCookies(ctx, { isShared: false })];
}

/**
 * Extends the session and returns its new cookies, or none if it was extended recently. Sessions on shared computers
 * are never extended.
 */
export async function renewSession(ctx: InTransaction<Visit>): Promise<Cookie[]> {
  const { app, db, now, session, sessionToken, isShared } = ctx;
  const expires_at = session === undefined ? undefined : await expiryOf(db, session);
  if (session === undefined || sessionToken === undefined || expires_at === undefined || isShared) return [];
  if (expires_at > now + SESSION_SECONDS - PROLONGED_AFTER_SECONDS) return [];
  await prolongSession(db, session, { seen_at: now, expires_at: now + SESSION_SECONDS });
  return cookiesOf(app, sessionToken, { isShared });
}

/** Ends one of the user's own sessions, wherever it is. Its open connections end with it. */
export async function endOwnSession(ctx: WriteContext, id: SessionId): Promise<void> {
  const { db, realm, user } = ctx;
  const isGone = await deleteSessionWithId(db, { realmId: realm.id, userId: user.id, id });
  demand(isGone, new NoSuchSession());
  record(ctx, "session_ended", { user: user.id, session_id: id });
}

/** Ends all sessions of the user but the one that asks. */
export async function endOtherSessions(ctx: WriteContext): Promise<void> {
  const { db, realm, user, session } = ctx;
  if (!(await deleteSessionsOf(db, user.id, session))) return;
  record(ctx, "sessions_ended", { user: user.id });
  await raiseVersion(db, realm.id);
}

export const sweepSessions = recurringJob("sweep_sessions", 86_400, ({ database, clock }) =>
  database.transaction((tx) => deleteExpiredSessions(tx, seconds(clock))),
);

export const endingSessions = on(organizationClosed, ({ db, realm }) => deleteSessionsIn(db, realm.id));
