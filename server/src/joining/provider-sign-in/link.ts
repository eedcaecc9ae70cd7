/** Linking one's own account to an identity provider: the way there, and the way back. */
import { providersFor } from "../../kernel/access/providers.ts";
import { change } from "../../kernel/context.ts";
import { html } from "../../kernel/pages/html.ts";
import { type Page, type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { spend } from "../../kernel/sealed/store.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { ProviderRefused } from "../../people/identity-providers/errors.ts";
import { begin, complete, type Linking, type Returned } from "../../people/identity-providers/flow.ts";
import { providerWords } from "../../people/identity-providers/words/index.ts";
import { finishLink, isLinking, linkingWith, providerLinkPath } from "../../people/linked-providers/actions.ts";
import { admitAttempt } from "../../people/sign-in/record.ts";
import { NO_ATTEMPT } from "./refused.ts";

/** Where the settings of the account are in the web client. */
const ACCOUNT = "/#settings/account-and-privacy";

/** Opened with a ticket from the settings. Whoever has none is shown where to get one. */
export const beginLinkPage: Page = {
  path: providerLinkPath(":provider"),
  async show(visit) {
    const provider = providersFor(visit).find(({ id }) => id === visit.params.provider);
    const link = provider && linkingWith(visit, provider, visit.query.ticket);
    if (!provider || !link) return { goTo: ACCOUNT };
    try {
      return await begin(visit, provider, { destination: { next: ACCOUNT, isShared: visit.isShared }, link });
    } catch (error) {
      return drawNotLinked(visit, error);
    }
  },
};

/** Back from the provider. Nothing is asked of it for a stranger, or for somebody who has tried too often. */
export async function linked(visit: Visit, provider: OidcProvider, linking: Linking): Promise<PageAnswer> {
  const { limits } = visit.app;
  admitAttempt(visit, "", () => limits.admit(visit.ip, "sign_in_failures_by_ip"));
  const forgive = () => limits.of("sign_in_failures_by_ip")?.forgive(visit.ip);
  try {
    if (!isLinking(visit, linking)) throw new ProviderRefused("not_begun_here");
    await link(visit, provider, linking, await complete(visit, provider));
    forgive();
    return { goTo: ACCOUNT };
  } catch (error) {
    if (error instanceof ProviderRefused && NO_ATTEMPT.includes(error.reason)) forgive();
    return drawNotLinked(visit, error);
  }
}

/** Only for who began it, still in the session in which they confirmed their identity: `finishLink` looks at it once more. */
async function link(
  visit: Visit,
  { second_factor: has_second_factor }: OidcProvider,
  linking: Linking,
  { issuer, subject, sealed }: Returned,
): Promise<void> {
  await change(visit, async (writing) => {
    if (!(await spend(writing.db, linking.user_id, sealed))) throw new ProviderRefused("not_begun_here");
    await finishLink(writing, linking, { issuer, subject, has_second_factor });
  });
}

/** Nobody has tried to get in, so no log of sign-ins learns of it. Throws what is about neither the person nor the provider. */
function drawNotLinked(visit: Visit, error: unknown): PageAnswer {
  if (!(error instanceof ProviderRefused)) throw error;
  const words = wordsFor(visit, providerWords);
  const body = html`<h1>${words.notLinked}</h1><p class="lead" role="alert">${words.reasons[error.reason]}</p>
<p class="more"><a href="${ACCOUNT}">${words.backToSettings}</a></p>`;
  return { title: words.notLinked, body, status: error.reason === "provider_failed" ? 502 : 403 };
}
