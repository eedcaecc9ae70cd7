/** Signing in and up with an identity provider: the way there, and the way back. */
import { providersFor } from "../../kernel/access/providers.ts";
import { change } from "../../kernel/context.ts";
import { localPath, type Page, type PageAnswer, SIGN_IN_PATH, type Visit } from "../../kernel/pages/page.ts";
import { spend } from "../../kernel/sealed/store.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { providerSignInPath, providerSignUpPath } from "../../organization/settings/authentication-methods.ts";
import { appFlowIn } from "../../people/destinations/app-flow.ts";
import { followClaims, linkAccount } from "../../people/identity-providers/actions.ts";
import { emailOf, namesIn, roleIn } from "../../people/identity-providers/claims.ts";
import { ProviderRefused } from "../../people/identity-providers/errors.ts";
import { begin, complete, forgetBegun, linkIn, type Returned } from "../../people/identity-providers/flow.ts";
import { enter, type SignInAccount } from "../../people/sign-in/actions.ts";
import { drawDesktopStart, isDesktopApp } from "../../people/sign-in/desktop.ts";
import { admitAttempt } from "../../people/sign-in/record.ts";
import { accountToSignIn } from "../../people/users/store.ts";
import { CLAIMING } from "../sign-up/claim.ts";
import { whereToBegin } from "../welcome/begin.ts";
import { accountOf } from "./account.ts";
import { tokenPage } from "./json-web-token.ts";
import { beginLinkPage, linked } from "./link.ts";
import { refuse } from "./refused.ts";

const providerOf = (visit: Visit): OidcProvider | undefined =>
  providersFor(visit).find(({ id }) => id === visit.params.provider);

const beginPage = (path: (id: string) => string): Page => ({
  path: path(":provider"),
  async show(visit) {
    const provider = providerOf(visit);
    if (!provider) return { goTo: SIGN_IN_PATH };
    const next = localPath(visit.query.next);
    const flow = appFlowIn(visit.query);
    if (!flow && isDesktopApp(visit)) return drawDesktopStart(visit);
    if (visit.user && !flow) return { goTo: next };
    const destination = { next, isShared: visit.isShared, ...(flow ? { flow } : {}) };
    try {
      return await begin(visit, provider, { destination, invitation: visit.query.multiuse_object_key });
    } catch (error) {
      return refuse(visit, error);
    }
  },
});

const returnPage: Page = {
  path: "/complete/oidc/:provider/",
  audit: [
    "signed_in",
    "api_key_fetched",
    "sign_in_refused",
    "identity_linked",
    "user_created",
    "group_member_added",
    "group_member_removed",
    ...CLAIMING,
  ],
  async show(visit) {
    const provider = providerOf(visit);
    if (!provider) return { goTo: SIGN_IN_PATH };
    const { limits } = visit.app;
    const link = linkIn(visit);
    if (link) return forgetting(visit, await linked(visit, provider, link));
    admitAttempt(visit, "", () => limits.admit(visit.ip, "sign_in_failures_by_ip"));
    let answer: PageAnswer;
    try {
      answer = await signInWith(visit, provider, await complete(visit, provider));
      limits.of("sign_in_failures_by_ip")?.forgive(visit.ip);
    } catch (error) {
      answer = await refuse(visit, error);
    }
    return forgetting(visit, answer);
  },
};

const forgetting = (visit: Visit, answer: PageAnswer): PageAnswer => ({
  ...answer,
  cookies: [...(answer.cookies ?? []), forgetBegun(visit)],
});

async function signInWith(visit: Visit, provider: OidcProvider, returned: Returned): Promise<PageAnswer> {
  const { issuer, subject, claims, invitation, sealed } = returned;
  const stated = {
    ...emailOf(claims),
    names: namesIn(claims, emailOf(claims).email ?? ""),
    identity: { issuer, subject },
    role: roleIn(provider, claims),
    invitation,
  };
  const identity = { issuer, subject, has_second_factor: provider.second_factor };
  const { account, isNew, isProven } = await change(visit, async (writing) => {
    const { account, isNew, isLinked } = await accountOf(writing, stated);
    if (!(await spend(writing.db, account.id, sealed))) throw new ProviderRefused("not_begun_here");
    // Whoever has got hold of the address does not get past the account's own second factor, nor change anything before it.
    const isProven = isLinked || !account.has_second_factor;
    if (isProven) {
      await linkAccount(writing, account, identity, { isLinked });
      await followClaims(writing, account, { provider, claims });
    }
    // The role decides which steps follow.
    const now = (await accountToSignIn(writing.db, writing.realm.id, account.id)) as SignInAccount;
    return { account: now, isNew, isProven };
  });
  const { destination } = returned;
  const next = isNew && destination.next === "/" ? await whereToBegin(visit, account.id) : destination.next;
  const proof = { account, by: "provider", identity: { ...identity, isLinked: isProven } } as const;
  return enter(visit, { ...proof, hasBothFactors: isProven && provider.second_factor }, { ...destination, next });
}

export const providerSignInPages = [
  beginPage(providerSignInPath),
  beginPage(providerSignUpPath),
  beginLinkPage,
  returnPage,
  tokenPage,
];
