/** The frame of an organization's pages, and what a browser sees where there is no organization to be seen. */
import type { Realm } from "../context.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";

const card = (title: string, stylesheet: string, body: Html) =>
  page(title, stylesheet, html`<body class="card"><main>${body}</main></body>`);

export interface Framed {
  readonly title: string;
  readonly body: Html;
  /** To be read, and with a heading of its own. */
  readonly isWide?: boolean;
}

/** A page of an organization: its mark and name, and below them the one thing to do. */
export function framed(
  { settings: { name } }: Realm,
  { title, body, isWide = false }: Framed,
  stylesheet: string,
): string {
  if (isWide) return card(title, stylesheet, body);
  return page(
    `${title} · ${name}`,
    stylesheet,
    html`<body class="card"><main class="narrow">
<p class="masthead"><img src="/static/icon.svg" width="40" height="40" alt=""> ${name}</p>
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
