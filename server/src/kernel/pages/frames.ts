/** The frame of an organization's pages, and pages without an organization. */

import { commandLine } from "../command-line.ts";
import type { Realm } from "../context.ts";
import { inLanguage } from "../languages.ts";
import { type Html, html } from "./html.ts";
import { type Assets, page } from "./layout.ts";
import { sharedPageWords } from "./words/index.ts";

/** The appearance of pages for a request. */
export interface Look {
  readonly assets: Assets;
  readonly language: string;
}

export interface Framed {
  readonly title: string;
  readonly body: Html;
}

/** A column with the organization's icon and name, and one thing to do. */
export function framed(name: string, { title, body }: Framed, look: Look): string {
  return page({
    title: title === name ? title : `${title} · ${name}`,
    body: html`<body class="column"><main>
<p class="masthead"><img src="/static/icon.svg" width="40" height="40" alt=""> <bdi>${name}</bdi></p>
${body}
</main></body>`,
    ...look,
  });
}

const SERVER = "Parley";

/** One sentence and one link. */
const saying = (heading: string, sentence: string, link: Html) => ({
  title: heading,
  body: html`<h1>${heading}</h1><p class="lead">${sentence}</p><p class="more">${link}</p>`,
});

const COMMAND = commandLine(`init --name "Acme" \\
  --owner-name "Your Name" \\
  --owner-email you@example.com \\
  --owner-password "a few words"`);

export function firstStepsPage(url: string, look: Look): string {
  const words = inLanguage(look.language, sharedPageWords).server;
  const body = html`<h1>${words.ready}</h1>
<p class="lead">${words.setUp} <code>${url}/setup/</code></p>
<p>${words.orCommand}</p>
<pre tabindex="0"><code>${COMMAND}</code></pre>
<p class="hint">${words.commandExplained}</p>
<p class="more"><a href="/api/">${words.readApi}</a></p>`;
  return framed(SERVER, { title: words.ready, body }, look);
}

export function noOrganizationPage(look: Look): string {
  const words = inLanguage(look.language, sharedPageWords).server;
  const link = html`<a href="/api/">${words.readApi}</a>`;
  return framed(SERVER, saying(words.nobody, words.nobodyExplained, link), look);
}

export function deactivatedPage({ settings: { name } }: Realm, look: Look): string {
  const { server, errors } = inLanguage(look.language, sharedPageWords);
  return framed(name, saying(name, server.deactivated, html`<a href="/">${errors.tryAgain}</a>`), look);
}

/** An internal error. The reader only gets an id that is in the log. */
export function faultPage(requestId: string, path: string, look: Look): string {
  const words = inLanguage(look.language, sharedPageWords).errors;
  const link = html`<a href="${path}">${words.tryAgain}</a>`;
  return framed(SERVER, saying(words.failed, words.failedExplained(requestId), link), look);
}

/** For pages of a server without an organization. */
export const framedByServer = (framing: Framed, look: Look): string => framed(SERVER, framing, look);
