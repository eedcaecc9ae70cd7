import { demand } from "../../kernel/api/index.ts";
import { steppedRoute } from "../../kernel/http/route.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { userByDeliveryEmail } from "../users/store.ts";
import * as contract from "./contract.ts";
import { ownAccountByPassword } from "./password.ts";
import { noteFetchedKey } from "./record.ts";

export const signInRoutes = [
  steppedRoute(contract.fetchOwnApiKey, async (ctx, { password }) => {
    const { app, db, realm } = ctx;
    const email = ctx.user.delivery_email;
    const account = allowsPasswords(realm)
      ? await ownAccountByPassword(ctx, password)
      : await userByDeliveryEmail(db, realm.id, email);
    demand(account !== undefined, new contract.PasswordIsIncorrect());
    await noteFetchedKey(ctx, account.id);
    return { api_key: app.secrets.decrypt(account.api_key_encrypted), email, user_id: account.id };
  }),
];
