import { Role } from "../../kernel/access/roles.ts";
import { demand } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { steppedRoute } from "../../kernel/http/route.ts";
import { isStrongPassword } from "../../kernel/passwords.ts";
import { hashPassword } from "../../kernel/secrets.ts";
import { checkNewName } from "../../people/users/actions.ts";
import { addressFault, refusedAddress } from "../../people/users/addresses.ts";
import * as contract from "../../people/users/contract.ts";
import { join } from "./join.ts";

/** Accounts that an administrator creates join like all others. */
export const signUpRoutes = [
  steppedRoute(contract.createUser, async (ctx, { email, password, full_name }) => {
    demand(ctx.user.can_create_users, new contract.NotAllowedToCreateUsers());
    await checkNewName(ctx, full_name);
    const fault = await addressFault(ctx, email);
    if (fault) throw refusedAddress(fault, email);
    demand(await isStrongPassword(password, [email, full_name]), new contract.PasswordTooWeak());
    const password_hash = await hashPassword(password, ctx.ip);
    const { user } = await change(ctx, (writing) =>
      // Only the caller has said that the address is the person's.
      join(writing, { email, full_name, role: Role.member, password_hash, is_email_verified: false }),
    );
    return { user_id: user.id };
  }),
];
