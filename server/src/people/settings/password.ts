/** A new password for oneself: whoever knows the old one may set it. */
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

/** Undefined when no new one is sent. Guessing the old one counts like guessing it at the door. */
export async function newPasswordHash(
  ctx: Context,
  { old_password, new_password }: Passwords,
): Promise<string | undefined> {
  if (new_password === "") return undefined;
  const { delivery_email, full_name } = ctx.user;
  await accountByPassword(ctx, delivery_email, old_password).catch(inOwnWords);
  demand(await isStrongPassword(new_password, [delivery_email, full_name]), new NewPasswordTooWeak());
  return hashPassword(new_password);
}

/** Who asks is known already: what is wrong can only be the password. */
function inOwnWords(error: unknown): never {
  const isWrong = error instanceof AuthenticationFailed || error instanceof PasswordResetRequired;
  throw isWrong ? new WrongPassword() : error;
}
