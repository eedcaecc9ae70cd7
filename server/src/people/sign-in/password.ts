/** Checks passwords, for every way to sign in. */

import { demand } from "../../kernel/api/index.ts";
import type { Context, OpenContext } from "../../kernel/context.ts";
import { isEmailAddress } from "../../kernel/names/address.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { EXPIRED_PASSWORD, NOBODYS_HASH, verifyPassword } from "../../kernel/secrets.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import * as contract from "../users/contract.ts";
import { userByDeliveryEmail } from "../users/store.ts";
import { PasswordIsIncorrect } from "./contract.ts";
import { admitAttempt, logRefusal, noteRefusal } from "./record.ts";

/**
 * Finds the account with this email address and password, or throws an API error. With a wrong password, the error and
 * the time it takes are the same whether or not the account exists or is active.
 */
export async function accountByPassword(ctx: OpenContext, username: string, password: string) {
  const { app, db, realm } = ctx;
  demand(isEmailAddress(username), new contract.InvalidEmailAddress());
  const caller = `${realm.id} ${addressKey(username)}`;
  admitAttempt(ctx, username, () => {
    app.limits.admit(caller, "authenticate_by_username");
    app.limits.admit(ctx.ip, "sign_in_failures_by_ip");
  });
  demand(allowsPasswords(realm), new contract.PasswordAuthDisabled());
  demand(password !== "", new contract.AuthenticationFailed());
  const user = await userByDeliveryEmail(db, realm.id, username);
  const isExpired = user?.password_hash === EXPIRED_PASSWORD;
  const hash = isExpired ? NOBODYS_HASH : (user?.password_hash ?? NOBODYS_HASH);
  const isRight = await verifyPassword(password, hash, ctx.ip);
  const refused = (reason: "wrong_password" | "deactivated" | "password_expired") => {
    logRefusal(ctx, { reason: user ? reason : "unknown_account", account: username });
    return noteRefusal(ctx, user && { user: user.id, reason });
  };
  // No password is valid any more, so every attempt gets this error.
  if (isExpired && user.is_active && realm.is_active) {
    await refused("password_expired");
    throw new contract.PasswordResetRequired();
  }
  if (!user?.password_hash || !isRight || user.bot_type !== null) {
    await refused("wrong_password");
    throw new contract.AuthenticationFailed();
  }
  demand(realm.is_active, new contract.RealmDeactivated());
  if (!user.is_active) {
    await refused("deactivated");
    throw new contract.UserDeactivated();
  }
  app.limits.of("authenticate_by_username")?.clear(caller);
  app.limits.of("sign_in_failures_by_ip")?.forgive(ctx.ip);
  return user;
}

/** Checks the password of a user who is already signed in: only the password can be wrong. */
export async function ownAccountByPassword(ctx: Context, password: string) {
  try {
    return await accountByPassword(ctx, ctx.user.delivery_email, password);
  } catch (error) {
    const isWrong = error instanceof contract.AuthenticationFailed || error instanceof contract.PasswordResetRequired;
    throw isWrong ? new PasswordIsIncorrect() : error;
  }
}
