/** Beginning, prolonging and ending the session of a browser. */

import type { UserId } from "../../kernel/api/ids.ts";
import { seconds } from "../../kernel/clock.ts";
import type { App, InTransaction, OpenContext } from "../../kernel/context.ts";
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
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsIn,
  endOldestSessions,
  expiryOf,
  insertSession,
  prolongSession,
} from "./store.ts";

/** A session is prolonged once a day at most: whoever opens the application often need not make the database write. */
const PROLONGED_AFTER_SECONDS = 86_400;

/** What was said of the computer before. */
type Browsing = Pick<PageVisit, "sessionToken" | "isShared">;

/**
 * Signs somebody in and answers with the cookies. The token is always a new one, and one that the browser came with is
 * worth nothing any more: it may have been planted there.
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
    expires_at: now + (shared.isShared ? SHARED_SESSION_SECONDS : SESSION_SECONDS),
  });
  await endOldestSessions(db, realm.id, user_id, limitOf(app, "sessions"));
  return [...cookiesOf(app, token, shared), ...sharedCookies(ctx, shared)];
}

const cookiesOf = (app: App, token: string, shared: Shared): Cookie[] => [
  sessionCookie(app, token, shared),
  tokenCookie(app, tokenOfSession(app, token), shared),
];

const sharedCookies = ({ app, isShared }: Pick<PageVisit, "app" | "isShared">, now: Shared): Cookie[] =>
  now.isShared === isShared ? [] : [sharedCookie(app, now)];

export async function endSession(ctx: InTransaction<Visit>): Promise<Cookie[]> {
  const { app, db, realm, sessionToken } = ctx;
  if (sessionToken !== undefined) await deleteSession(db, realm.id, sessionHash(app, sessionToken));
  return [noSessionCookie(app), tokenCookie(app, randomToken()), ...sharedCookies(ctx, { isShared: false })];
}

/**
 * Counts its time anew, and answers with the cookies that say so; none when that was done not long ago. On a computer that
 * is shared a session is never prolonged.
 */
export async function renewSession(ctx: InTransaction<Visit>): Promise<Cookie[]> {
  const { app, db, now, session, sessionToken, isShared } = ctx;
  const expires_at = session === undefined ? undefined : await expiryOf(db, session);
  if (session === undefined || sessionToken === undefined || expires_at === undefined || isShared) return [];
  if (expires_at > now + SESSION_SECONDS - PROLONGED_AFTER_SECONDS) return [];
  await prolongSession(db, session, now + SESSION_SECONDS);
  return cookiesOf(app, sessionToken, { isShared });
}

export const sweepSessions = recurringJob("sweep_sessions", 86_400, ({ database, clock }) =>
  database.transaction((tx) => deleteExpiredSessions(tx, seconds(clock))),
);

export const endingSessions = on(organizationClosed, ({ db, realm }) => deleteSessionsIn(db, realm.id));
