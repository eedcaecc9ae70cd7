import { html } from "../../kernel/pages/html.ts";
import { type PageAnswer, type Visit, wordsFor } from "../../kernel/pages/page.ts";
import { emailChangeWords } from "./words/index.ts";

/** For links that were used, have expired, or were never made: which of these, nobody learns. */
export function expiredLinkPage(visit: Visit): PageAnswer {
  const words = wordsFor(visit, emailChangeWords);
  const body = html`<h1>${words.over}</h1><p class="lead">${words.overExplained}</p>`;
  return { title: words.over, body, status: 404 };
}
