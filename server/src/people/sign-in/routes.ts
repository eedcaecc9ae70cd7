import { demand } from "../../kernel/api/index.ts";
import { steppedRoute } from "../../kernel/http/route.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { AuthenticationFailed, PasswordResetRequired } from "../users/contract.ts";
import { userByDeliveryEmail } from "../users/store.ts";
import * as contract from "./contract.ts";
import { accountByPassword } from "./password.ts";
import { noteFetchedKey } from "./record.ts";

export const signInRoutes = [
  steppedRoute(contract.fetchOwnApiKey, async (ctx, { password }) => {
    const { app, db, realm } = ctx;
    const email = ctx.user.delivery_email;
    const account = allowsPasswords(realm)
      ? await accountByPassword(ctx, email, password).catch(asIncorrectPassword)
      : await userByDeliveryEmail(db, realm.id, email);
    demand(account !== undefined, new contract.PasswordIsIncorrect());
    await noteFetchedKey(ctx, account.id);
    return { api_key: app.secrets.decrypt(account.api_key_encrypted), email, user_id: account.id };
  }),
];

/** The user is already authenticated, so only the password can be wrong. */
function asIncorrectPassword(error: unknown): never {
  const isWrong = error instanceof AuthenticationFailed || error instanceof PasswordResetRequired;
  throw isWrong ? new contract.PasswordIsIncorrect() : error;
}
