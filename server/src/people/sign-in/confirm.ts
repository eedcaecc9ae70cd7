/**
 * The step of a sign-in that the person may not have begun: a provider or another site vouches for them, and they have done nothing
 * yet. Before an app gets a key or this browser a session, a page of our own asks whether that is what they want, and says as whom.
 */
import { ApiError } from "../../kernel/api/index.ts";
import { button } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { appHeaders } from "../destinations/app-flow.ts";
import { confirm, pendingAt, STEPS } from "./actions.ts";
import type { PendingSignIn } from "./pending.ts";
import { signInWords } from "./words/index.ts";

export const confirmPage: Page = {
  path: STEPS.confirm,
  audit: ["signed_in", "api_key_fetched"],
  async show(visit) {
    const pending = await pendingAt(visit, "confirm");
    return pending ? draw(visit, pending) : { goTo: SIGN_IN_PATH };
  },
  async submit(visit) {
    const pending = await pendingAt(visit, "confirm");
    if (!pending) return { goTo: SIGN_IN_PATH };
    try {
      return await confirm(visit, pending);
    } catch (error) {
      // Confirmed in another tab, or the account has changed since the first step.
      if (error instanceof ApiError) return { goTo: SIGN_IN_PATH };
      throw error;
    }
  },
};

function draw(visit: Visit, { proof, destination: { flow } }: PendingSignIn): PageAnswer {
  const words = wordsFor(visit, signInWords).confirm;
  const { full_name, delivery_email } = proof.account;
  const title = words[flow?.app ?? "browser"];
  const body = html`<h1>${title}</h1>
<p class="lead">${words.as(full_name, delivery_email)}</p>
<p>${words.ifYours}</p>
${form(visit, button(words.signIn))}
<p class="more"><a href="${SIGN_IN_PATH}">${words.cancel}</a></p>`;
  return { title, body, headers: appHeaders(flow) };
}
