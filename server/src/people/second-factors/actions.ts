/** Adds and removes second factors. The first one turns two-factor authentication on, the last one turns it off. */
import { isOwner } from "../../kernel/access/roles.ts";
import { isRequiredOf } from "../../kernel/access/second-factor.ts";
import type { SessionId, UserId } from "../../kernel/api/ids.ts";
import { demand, InsufficientPermission } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { MustBeOwner, NotForBots } from "../../kernel/http/gate.ts";
import { happened } from "../../kernel/moments.ts";
import { keyReplaced } from "../moments.ts";
import { deleteSessionsOf } from "../sessions/store.ts";
import { activePersonFor } from "../users/access/viewer.ts";
import { accountToSignIn, changeUser } from "../users/store.ts";
import { keepingWayIn } from "../ways-in/ways.ts";
import { FactorIsRequired, NoSecondFactor, OnlyWayInOfPerson, WrongCode } from "./contract.ts";
import { type Change, type Notified, notifyOfChange } from "./notify.ts";
import { mayRemoveSecondFactors } from "./permissions.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import * as store from "./store.ts";
import { stepOf } from "./totp.ts";

/** Returns the new recovery codes; none if the account keeps its own. */
export async function addAuthenticator(
  ctx: Writing,
  user: Notified,
  { secret, code, keptSession }: { secret: string; code: string; keptSession?: SessionId | undefined },
): Promise<string[]> {
  const { app, db, now: created_at } = ctx;
  const step = stepOf(secret, code.replace(/\s/g, ""), created_at);
  demand(step !== undefined, new WrongCode());
  const secret_encrypted = app.secrets.encrypt(secret);
  await store.putAuthenticator(db, { user_id: user.id, secret_encrypted, created_at, last_step: step });
  record(ctx, "second_factor_added", { user: user.id, factor: "authenticator" }, { as: user.id });
  await notifyOfChange(ctx, user, "authenticator_added");
  return turnOn(ctx, user.id, keptSession);
}

/**
 * Whoever knew only the password until now is out: other sessions end, and the API key is replaced. Returns the recovery
 * codes of an account that had no second factor before.
 */
export async function turnOn(ctx: Writing, userId: UserId, keptSession: SessionId | undefined): Promise<string[]> {
  const { app, db, realm } = ctx;
  const account = await accountToSignIn(db, realm.id, userId);
  if (account?.has_second_factor === true) return [];
  const { apiKey: _, ...key } = app.secrets.newApiKey();
  await deleteSessionsOf(db, userId, keptSession);
  await changeUser(db, userId, { ...key, has_second_factor: true });
  record(ctx, "api_key_replaced", { user: userId }, { as: userId });
  await happened(ctx, keyReplaced, { userId });
  return putRecoveryCodes(ctx, userId);
}

async function putRecoveryCodes({ app, db }: Writing, userId: UserId): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(app, userId, code));
  await store.replaceRecoveryCodes(db, userId, hashes);
  return codes;
}

export async function removeAuthenticator(ctx: WriteContext): Promise<void> {
  demand(await store.deleteAuthenticator(ctx.db, ctx.user.id), new NoSecondFactor());
  await factorRemoved(ctx, "authenticator", "authenticator_removed");
}

/** After a factor was deleted: with the last one, two-factor authentication is off, unless it is required. */
export async function factorRemoved(
  ctx: WriteContext,
  factor: "authenticator" | "passkey",
  change: Change,
): Promise<void> {
  const { db, realm, user } = ctx;
  const isLast = !(await store.authenticatorOf(db, user.id)) && (await store.passkeysOf(db, user.id)).length === 0;
  demand(!isLast || !isRequiredOf(realm.settings.two_factor_required_for, user), new FactorIsRequired());
  if (isLast) await turnOff(ctx, user.id);
  record(ctx, "second_factor_removed", { user: user.id, factor });
  await notifyOfChange(ctx, user, change);
}

async function turnOff({ db }: Writing, userId: UserId): Promise<void> {
  await store.replaceRecoveryCodes(db, userId, []);
  await changeUser(db, userId, { has_second_factor: false });
}

export async function replaceRecoveryCodes(ctx: WriteContext): Promise<string[]> {
  demand(ctx.user.has_second_factor, new NoSecondFactor());
  record(ctx, "recovery_codes_replaced", { user: ctx.user.id });
  await notifyOfChange(ctx, ctx.user, "recovery_codes_replaced");
  return putRecoveryCodes(ctx, ctx.user.id);
}

/** For a person who has lost their second factors: their password is enough again, until they set up a new one. */
export async function removeSecondFactors(ctx: WriteContext, userId: UserId): Promise<void> {
  const { user } = ctx;
  demand(!user.is_bot, new NotForBots());
  const person = await activePersonFor(ctx, userId);
  demand(!isOwner(person) || isOwner(user), new MustBeOwner());
  demand(mayRemoveSecondFactors(user, person), new InsufficientPermission());
  await takeSecondFactors(ctx, person, "removed_by_administrator");
}

/** The caller checks permissions. */
export async function takeSecondFactors(ctx: Writing, person: Notified, by: Change): Promise<void> {
  const account = await accountToSignIn(ctx.db, ctx.realm.id, person.id);
  demand(account?.has_second_factor === true, new NoSecondFactor());
  await keepingWayIn(ctx, person.id, new OnlyWayInOfPerson(), async () => {
    await store.deleteAuthenticator(ctx.db, person.id);
    await store.deletePasskeys(ctx.db, person.id);
    await turnOff(ctx, person.id);
  });
  record(ctx, "second_factors_removed", { user: person.id });
  await notifyOfChange(ctx, person, by);
}
