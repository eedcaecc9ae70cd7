/** A new password for oneself: whoever knows the old one may set it. */
import { demand } from "../api/index.ts";
import type { Context } from "../context.ts";
import { hashPassword, verifyPassword } from "../secrets.ts";
import { PasswordAuthDisabled } from "../users/contract.ts";
import { isStrongPassword } from "../users/passwords.ts";
import { signInLimit } from "../users/sign-in-limit.ts";
import { userByDeliveryEmail } from "../users/store.ts";
import { allowsPasswords } from "./authentication-methods.ts";
import { NewPasswordTooWeak, WrongPassword } from "./contract.ts";

interface Passwords {
  readonly old_password: string;
  readonly new_password: string;
}

/** Undefined when no new one is sent. Guessing the old one counts like guessing it at the door. */
export async function newPasswordHash(
  ctx: Context,
  { old_password, new_password }: Passwords,
): Promise<string | undefined> {
  if (new_password === "") return undefined;
  const { app, db, realm, user } = ctx;
  demand(allowsPasswords(realm.settings), new PasswordAuthDisabled());
  const attempts = signInLimit(app, realm.id, user.delivery_email);
  attempts?.admit();
  const account = await userByDeliveryEmail(db, realm.id, user.delivery_email);
  const isRight = await verifyPassword(old_password, account?.password_hash ?? "");
  demand(isRight, new WrongPassword());
  attempts?.clear();
  demand(await isStrongPassword(new_password, [user.delivery_email, user.full_name]), new NewPasswordTooWeak());
  return hashPassword(new_password);
}
