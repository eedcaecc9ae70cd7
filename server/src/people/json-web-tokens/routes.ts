import { lacksOwnFactor, SecondFactorRequired } from "../../kernel/access/second-factor.ts";
import { demand } from "../../kernel/api/index.ts";
import { openRoute } from "../../kernel/http/route.ts";
import { profilesOf } from "../profile-fields/profiles.ts";
import { admitAttempt, logRefusal, noteFetchedKey, noteRefusal } from "../sign-in/record.ts";
import { AuthenticationFailed, UserDeactivated } from "../users/contract.ts";
import { presentUser } from "../users/present.ts";
import { userByDeliveryEmail } from "../users/store.ts";
import * as contract from "./contract.ts";
import { checkToken } from "./token.ts";

export const jsonWebTokenRoutes = [
  openRoute(contract.fetchApiKeyWithToken, async (ctx, { token, include_profile }) => {
    const { app, db, realm, ip } = ctx;
    admitAttempt(ctx, "", () => app.limits.admit(ip, "sign_in_failures_by_ip"));
    const { email } = await checkToken(ctx, token).catch((error: unknown) => {
      if (error instanceof contract.InvalidJsonWebToken) logRefusal(ctx, { reason: "bad_token", account: "" });
      throw error;
    });
    const account = await userByDeliveryEmail(db, realm.id, email);
    // Whose address nobody has confirmed may be somebody else's.
    if (!account || account.bot_type !== null || !account.is_email_verified) {
      logRefusal(ctx, { reason: account ? "unconfirmed_address" : "unknown_account", account: email });
      if (account?.bot_type === null) await noteRefusal(ctx, { user: account.id, reason: "unconfirmed_address" });
      throw new AuthenticationFailed();
    }
    if (!account.is_active) {
      logRefusal(ctx, { reason: "deactivated", account: email });
      await noteRefusal(ctx, { user: account.id, reason: "deactivated" });
      throw new UserDeactivated();
    }
    // The key would open the account without its second factor.
    demand(!account.has_second_factor && !lacksOwnFactor(realm, account), new SecondFactorRequired());
    app.limits.of("sign_in_failures_by_ip")?.forgive(ip);
    await noteFetchedKey(ctx, account.id);
    const key = { api_key: app.secrets.decrypt(account.api_key_encrypted), email: account.delivery_email };
    if (!include_profile) return { ...key, user_id: account.id };
    const profiles = await profilesOf(db, realm.id, [account.id]);
    const user = presentUser(account, { realm, viewer: account, client_gravatar: false, profiles });
    return { ...key, user_id: account.id, user };
  }),
];
