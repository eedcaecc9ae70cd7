/** What a browser sees at the root: the organization, or how to make the first one. */
import type { Realm } from "../context.ts";
import { renderPlain } from "../markdown/render.ts";
import { type Html, html, trusted } from "./html.ts";
import { page } from "./layout.ts";

const card = (title: string, stylesheet: string, body: Html) =>
  page(title, stylesheet, html`<body class="card"><main>${body}</main></body>`);

/** A page of an organization: its mark and name, and below them the one thing to do. */
export function framed({ settings: { name } }: Realm, title: string, body: Html, stylesheet: string): string {
  return page(
    `${title} · ${name}`,
    stylesheet,
    html`<body class="card"><main class="narrow">
<p class="mark"><img src="/static/icon.svg" width="40" height="40" alt=""> ${name}</p>
${body}
</main></body>`,
  );
}

const MAKE_ONE = `npm run -s parley -- init --name "Acme" \\
  --owner-email you@example.com --owner-name "Your Name"`;

export function firstStepsPage(stylesheet: string): string {
  return card(
    "Parley is ready",
    stylesheet,
    html`<img class="icon" src="/static/icon.svg" width="56" height="56" alt="">
<h1>Parley is ready</h1>
<p class="lead">There is no organization yet. Make one, and you are its owner:</p>
<pre><code>${MAKE_ONE}</code></pre>
<p>Run it in Parley’s folder, with the same <code>PARLEY_DATA</code> or <code>PARLEY_DATABASE_URL</code> as this server. It
prints your API key; add <code>--owner-password</code> to sign in with a password too. This server need not be restarted:
reload this page when it is done.</p>
<p class="more"><a href="/api/">Read the API</a></p>`,
  );
}

export function organizationPage(realm: Realm, stylesheet: string): string {
  const { name, description } = realm.settings;
  return card(
    name,
    stylesheet,
    html`<img class="icon" src="/static/icon.svg" width="56" height="56" alt="">
<h1>${name}</h1>
${description !== "" && html`<div class="lead description">${trusted(renderPlain(description))}</div>`}
<h2>Connect an app</h2>
<p>Give this address to your app, and sign in with your email address:</p>
<pre><code>${realm.url}</code></pre>
<p>Programs sign in with your email address and API key. <a href="/api/">Read the API</a>.</p>
<p class="more">A client for the browser is on its way; it will open at this address.</p>`,
  );
}

export function noOrganizationPage(stylesheet: string): string {
  return card(
    "No organization here",
    stylesheet,
    html`<h1>No organization here</h1>
<p class="lead">This server has no organization at this address. Check how it is spelled, or ask who gave it to you.</p>`,
  );
}

export function deactivatedPage(realm: Realm, stylesheet: string): string {
  return card(
    realm.settings.name,
    stylesheet,
    html`<h1>${realm.settings.name}</h1><p class="lead">This organization has been deactivated.</p>`,
  );
}
