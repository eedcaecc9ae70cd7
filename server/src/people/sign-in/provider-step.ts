/** The step after the password for people whose second factor is asked for by an identity provider: they sign in there. */
import { html } from "../../kernel/pages/html.ts";
import { type Page, SIGN_IN_PATH, wordsFor } from "../../kernel/pages/page.ts";
import { signInButtons } from "../identity-providers/buttons.ts";
import { providerWords } from "../identity-providers/words/index.ts";
import { pendingAt, STEPS } from "./actions.ts";

export const providerStepPage: Page = {
  path: STEPS.provider,
  async show(visit) {
    const pending = await pendingAt(visit, "provider");
    if (!pending) return { goTo: SIGN_IN_PATH };
    const words = wordsFor(visit, providerWords);
    const body = html`<h1>${words.useProvider}</h1>
<p class="lead">${words.useProviderBody(visit.realm.settings.name)}</p>
${signInButtons(visit, pending.destination)}
<p class="more"><a href="${SIGN_IN_PATH}">${words.back}</a></p>`;
    return { title: words.useProvider, body };
  },
};
