/** The page that confirms a new address. Opening it changes nothing: mail scanners open links too. */
import { change } from "../../kernel/context.ts";
import { linkFor } from "../../kernel/one-time-links/store.ts";
import { button } from "../../kernel/pages/fields.ts";
import { html } from "../../kernel/pages/html.ts";
import { form, type Page, wordsFor } from "../../kernel/pages/page.ts";
import { finishEmailChange } from "./actions.ts";
import { expiredLinkPage, isTheirs, signInFirst } from "./links.ts";
import { confirmOwnPage } from "./own-address.ts";
import { emailChangeWords } from "./words/index.ts";

const confirmPage: Page = {
  path: "/accounts/confirm_new_email/:key/",
  audit: ["user_email_changed"],
  async show(visit) {
    const words = wordsFor(visit, emailChangeWords);
    const link = await linkFor(visit, ["email_change"], visit.params.key as string);
    if (!link) return expiredLinkPage(visit);
    if (!isTheirs(visit, link)) return signInFirst(visit);
    const body = html`<h1>${words.confirm}</h1><p class="lead">${words.explain(link.delivery_email, link.email)}</p>
${form(visit, button(words.button))}`;
    return { title: words.confirm, body };
  },
  async submit(visit) {
    const words = wordsFor(visit, emailChangeWords);
    const key = visit.params.key as string;
    const link = await linkFor(visit, ["email_change"], key);
    if (!link) return expiredLinkPage(visit);
    if (!isTheirs(visit, link)) return signInFirst(visit);
    if (!(await change(visit, (writing) => finishEmailChange(writing, key, link)))) return expiredLinkPage(visit);
    const body = html`<h1>${words.done}</h1><p class="lead">${words.now(link.email)}</p>
<p class="more"><a href="/">${words.goOn}</a></p>`;
    return { title: words.done, body };
  },
};

export const emailChangePages = [confirmPage, confirmOwnPage];
