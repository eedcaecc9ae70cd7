/** What the pages of links in emails have in common. */
import type { UserId } from "../../kernel/api/ids.ts";
import { html } from "../../kernel/pages/html.ts";
import { type Elsewhere, type PageAnswer, SIGN_IN_PATH, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { emailChangeWords } from "./words/index.ts";

/** For links that were used, have expired, or were never made: which of these, nobody learns. */
export function expiredLinkPage(visit: Visit): PageAnswer {
  const words = wordsFor(visit, emailChangeWords);
  const body = html`<h1>${words.over}</h1><p class="lead">${words.overExplained}</p>`;
  return { title: words.over, body, status: 404 };
}

/**
 * Only the account that the link is about can use it: if somebody mistyped their address, the email went to a stranger, who would
 * otherwise get the account with it.
 */
export const isTheirs = ({ user }: Visit, link: { readonly user_id: UserId }): boolean => user?.id === link.user_id;

/** Whoever is signed in with another account signs out first: the sign-in page then leads back to the link. */
export const signInFirst = ({ path, user }: Visit): Elsewhere => ({
  goTo: user ? "/" : `${SIGN_IN_PATH}?next=${encodeURIComponent(path)}`,
});
