/** Signing in a browser with a JSON web token: another site sends its users here with a form. */
import { ApiError, RateLimitHit } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { type Page, type PageAnswer, SIGN_IN_PATH, type Visit } from "../../kernel/pages/page.ts";
import { spend } from "../../kernel/sealed/store.ts";
import { namesIn } from "../../people/identity-providers/claims.ts";
import { ProviderRefused } from "../../people/identity-providers/errors.ts";
import { checkToken, takesTokens } from "../../people/json-web-tokens/token.ts";
import { enter } from "../../people/sign-in/actions.ts";
import { admitAttempt } from "../../people/sign-in/record.ts";
import { CLAIMING } from "../sign-up/claim.ts";
import { accountOf } from "./account.ts";
import { refuse } from "./refused.ts";

export const tokenPage: Page = {
  path: "/accounts/login/jwt/",
  // The signed token says who it is, and no cookie counts. That it is meant is asked for on a page of our own.
  acceptsForeignForms: true,
  audit: ["signed_in", "sign_in_refused", "user_created", "group_member_added", ...CLAIMING],
  async show() {
    return { goTo: SIGN_IN_PATH };
  },
  async submit(visit, { token = "" }) {
    if (!takesTokens(visit)) return { goTo: SIGN_IN_PATH };
    const { limits } = visit.app;
    admitAttempt(visit, "", () => limits.admit(visit.ip, "sign_in_failures_by_ip"));
    try {
      const answer = await signInWithToken(visit, token);
      limits.of("sign_in_failures_by_ip")?.forgive(visit.ip);
      return answer;
    } catch (error) {
      const isBad = error instanceof ApiError && !(error instanceof RateLimitHit);
      return refuse(visit, isBad ? new ProviderRefused("bad_token") : error);
    }
  },
};

async function signInWithToken(visit: Visit, token: string): Promise<PageAnswer> {
  const { email, expires_at, claims } = await checkToken(visit, token);
  // The operator trusts the key: whoever signs with it answers for the address.
  const stated = { email, isVerified: claims.email_verified !== false, names: namesIn(claims, email) };
  const account = await change(visit, async (writing) => {
    const found = await accountOf(writing, stated);
    // A form that is sent twice, or that somebody has copied, signs in once.
    // What is signed is looked at, because a signature can be written in several ways.
    const signed = token.slice(0, token.lastIndexOf("."));
    // Another organization's users may have the same addresses, and the same token.
    const id = writing.app.secrets.keyedHash("json web token", `${writing.realm.id} ${signed}`);
    if (!(await spend(writing.db, found.account.id, { id, expires_at }))) throw new ProviderRefused("bad_token");
    return found.account;
  });
  return enter(visit, { account, by: "token" }, { next: "/", isShared: false });
}
