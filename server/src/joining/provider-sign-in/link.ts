/** Linking one's own account to an identity provider: the way there, and the way back. */
import { change } from "../../kernel/context.ts";
import { html } from "../../kernel/pages/html.ts";
import { type Page, type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { spend } from "../../kernel/sealed/store.ts";
import type { OidcProvider } from "../../kernel/sign-in-config.ts";
import { providersFor } from "../../organization/settings/authentication-methods.ts";
import { ProviderRefused } from "../../people/identity-providers/errors.ts";
import { begin, complete, type Returned } from "../../people/identity-providers/flow.ts";
import { providerWords } from "../../people/identity-providers/words/index.ts";
import { finishLink, isLinking, linkingWith, providerLinkPath } from "../../people/linked-providers/actions.ts";

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

/** Back from the provider. */
export async function linked(visit: Visit, provider: OidcProvider): Promise<PageAnswer> {
  try {
    await link(visit, provider, await complete(visit, provider));
    return { goTo: ACCOUNT };
  } catch (error) {
    return drawNotLinked(visit, error);
  }
}

/** Only for who began it, still in the session in which they confirmed their identity. */
async function link(
  visit: Visit,
  { second_factor: has_second_factor }: OidcProvider,
  { issuer, subject, sealed, link: linking }: Returned,
): Promise<void> {
  if (!linking || !isLinking(visit, linking)) throw new ProviderRefused("not_begun_here");
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
