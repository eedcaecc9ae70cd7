/** Changes a user's own password, which requires the old one. */
import { demand } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isStrongPassword } from "../../kernel/passwords.ts";
import { hashPassword } from "../../kernel/secrets.ts";
import { accountByPassword } from "../sign-in/password.ts";
import { AuthenticationFailed, PasswordResetRequired } from "../users/contract.ts";
import { NewPasswordTooWeak, WrongPassword } from "./contract.ts";

interface Passwords {
  readonly old_password: string;
  readonly new_password: string;
}

/** `undefined` if no new password was sent. Wrong old passwords count towards the limit on sign-ins. */
export async function newPasswordHash(
  ctx: Context,
  { old_password, new_password }: Passwords,
): Promise<string | undefined> {
  if (new_password === "") return undefined;
  const { delivery_email, full_name } = ctx.user;
  await accountByPassword(ctx, delivery_email, old_password).catch(asWrongPassword);
  demand(await isStrongPassword(new_password, [delivery_email, full_name]), new NewPasswordTooWeak());
  return hashPassword(new_password);
}

/** The user is already authenticated, so only the password can be wrong. */
function asWrongPassword(error: unknown): never {
  const isWrong = error instanceof AuthenticationFailed || error instanceof PasswordResetRequired;
  throw isWrong ? new WrongPassword() : error;
}
