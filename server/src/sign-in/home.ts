/** The page at the root: what the organization is, and the way in or out. Opening it prolongs the session. */
import { change } from "../context.ts";
import { renderPlain } from "../markdown/render.ts";
import { button } from "../pages/fields.ts";
import { type Html, html, trusted } from "../pages/html.ts";
import { form, type Page, type Visit, wordsFor } from "../pages/page.ts";
import { renewSession } from "../sessions/actions.ts";
import { signInWords } from "./words.ts";

export const homePage: Page = {
  path: "/",
  async show(visit) {
    const { name, description } = visit.realm.settings;
    const body = html`<img class="icon" src="/static/icon.svg" width="56" height="56" alt="">
<h1>${name}</h1>
${description !== "" && html`<div class="lead description">${trusted(renderPlain(description))}</div>`}
${door(visit)}
<h2>Connect an app</h2>
<p>Give this address to your app, and sign in with your email address:</p>
<pre><code>${visit.realm.url}</code></pre>
<p>Programs sign in with your email address and API key. <a href="/api/">Read the API</a>.</p>
<p class="more">A client for the browser is on its way; it will open at this address.</p>`;
    const cookies = visit.session === undefined ? [] : await change(visit, renewSession);
    return { title: name, body, isWide: true, cookies };
  },
};

function door(visit: Visit): Html {
  const words = wordsFor(visit, signInWords);
  if (!visit.user) return html`<p><a href="/login/">${words.signIn}</a></p>`;
  return html`<p>${words.signedIn(visit.user.full_name)}</p>
${form(visit, button(words.signOut), "/accounts/logout/")}`;
}
