/** Proving who one is with a password: the one place for every door. */
import { demand } from "../api/index.ts";
import type { OpenContext, Realm } from "../context.ts";
import { fold } from "../db/names.ts";
import { EXPIRED_PASSWORD, hashPassword, randomToken, verifyPassword } from "../secrets.ts";
import * as contract from "../users/contract.ts";
import { isEmailAddress } from "../users/names.ts";
import { userByDeliveryEmail } from "../users/store.ts";

/** Checked when there is no account or it has no password, so that the answer takes as long as for a wrong one. Opens nothing. */
let nobodysHash: Promise<string> | undefined;

/** The account that an address and a password open; throws what the caller is told otherwise, in the reference's order. */
export async function accountByPassword(ctx: OpenContext, username: string, password: string) {
  const { app, db, realm } = ctx;
  demand(isEmailAddress(username), new contract.InvalidEmailAddress());
  const caller = `${realm.id} ${fold(username)}`;
  app.limits.admit(caller, "authenticate_by_username");
  app.limits.admit(ctx.ip, "sign_in_failures_by_ip");
  demand(allowsPasswords(realm), new contract.PasswordAuthDisabled());
  demand(password !== "", new contract.AuthenticationFailed());
  const user = await userByDeliveryEmail(db, realm.id, username);
  if (user && !realm.is_active) throw new contract.RealmDeactivated();
  if (user && !user.is_active) throw new contract.UserDeactivated();
  if (user?.password_hash === EXPIRED_PASSWORD) throw new contract.PasswordResetRequired();
  nobodysHash ??= hashPassword(randomToken());
  const isRight = await verifyPassword(password, user?.password_hash ?? (await nobodysHash));
  if (!user?.password_hash || !isRight || user.bot_type !== null) throw new contract.AuthenticationFailed();
  app.limits.of("authenticate_by_username")?.clear(caller);
  app.limits.of("sign_in_failures_by_ip")?.forgive(ctx.ip);
  return user;
}

/** Whether the organization lets people in with passwords. */
export function allowsPasswords({ settings }: Realm): boolean {
  const { authentication_methods: methods } = settings as { authentication_methods?: Record<string, boolean> };
  return methods?.Email !== false;
}
