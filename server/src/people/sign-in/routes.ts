import { demand } from "../../kernel/api/index.ts";
import { steppedRoute } from "../../kernel/http/route.ts";
import { allowsPasswords } from "../../organization/settings/authentication-methods.ts";
import { demandConfirmed } from "../second-factors/confirm.ts";
import { accountToSignIn } from "../users/store.ts";
import * as contract from "./contract.ts";
import { ownAccountByPassword } from "./password.ts";
import { noteFetchedKey } from "./record.ts";

export const signInRoutes = [
  steppedRoute(contract.fetchOwnApiKey, async (ctx, { password, confirmation }) => {
    const { app, db, realm, user } = ctx;
    const email = user.delivery_email;
    const needsPassword = confirmation === "" && allowsPasswords(realm);
    if (confirmation !== "") demandConfirmed(ctx, confirmation);
    const account = needsPassword
      ? await ownAccountByPassword(ctx, password)
      : await accountToSignIn(db, realm.id, user.id);
    demand(account !== undefined, new contract.PasswordIsIncorrect());
    await noteFetchedKey(ctx, account.id);
    return { api_key: app.secrets.decrypt(account.api_key_encrypted), email, user_id: account.id };
  }),
];
