/** The frame of an organization's pages, and pages without an organization. */

import type { Realm } from "../context.ts";
import { inLanguage } from "../languages.ts";
import { type Html, html } from "./html.ts";
import { type Assets, page } from "./layout.ts";

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
<p class="masthead"><img src="/static/icon.svg" width="40" height="40" alt=""> ${name}</p>
${body}
</main></body>`,
    ...look,
  });
}

const SERVER = "Parley";

const WORDS = {
  en: {
    ready: "Parley is ready",
    setUp: "There is no organization yet. Open the link that the server printed when it started. It begins with",
    orCommand: "Or create the organization on the command line:",
    commandExplained:
      "Run it in Parley’s folder, with the same PARLEY_DATA or PARLEY_DATABASE_URL as this server, then reload this page.",
    readApi: "API documentation",
    nobody: "No organization here",
    nobodyExplained:
      "There is no organization at this address. Check its spelling, or ask the person who gave it to you.",
    deactivated: "This organization has been deactivated.",
    failed: "Something went wrong",
    failedExplained: (id: string) => `This is not your fault. The operator can find the error in the log as ${id}.`,
    tryAgain: "Try again",
  },
  de: {
    ready: "Parley ist bereit",
    setUp: "Noch gibt es keine Organisation. Öffne den Link, den der Server beim Start ausgegeben hat: Er beginnt mit",
    orCommand: "Oder lege die Organisation auf der Kommandozeile an:",
    commandExplained:
      "Führe das im Ordner von Parley aus, mit demselben PARLEY_DATA oder PARLEY_DATABASE_URL wie dieser Server, und lade dann diese Seite neu.",
    readApi: "Die API lesen",
    nobody: "Hier ist keine Organisation",
    nobodyExplained:
      "Unter dieser Adresse gibt es keine Organisation. Prüfe, wie sie geschrieben ist, oder frage, wer sie dir gegeben hat.",
    deactivated: "Diese Organisation wurde deaktiviert.",
    failed: "Hier ist etwas schiefgegangen",
    failedExplained: (id: string) => `Es liegt nicht an dir. Im Protokoll des Servers steht es unter ${id}.`,
    tryAgain: "Noch einmal versuchen",
  },
};

/** One sentence and one link. */
const saying = (heading: string, sentence: string, link: Html) => ({
  title: heading,
  body: html`<h1>${heading}</h1><p class="lead">${sentence}</p><p class="more">${link}</p>`,
});

const COMMAND = `npm run -s parley -- init --name "Acme" \\
  --owner-name "Your Name" \\
  --owner-email you@example.com \\
  --owner-password "a few words"`;

export function firstStepsPage(url: string, look: Look): string {
  const words = inLanguage(look.language, WORDS);
  const body = html`<h1>${words.ready}</h1>
<p class="lead">${words.setUp} <code>${url}/setup/</code></p>
<p>${words.orCommand}</p>
<pre tabindex="0"><code>${COMMAND}</code></pre>
<p class="hint">${words.commandExplained}</p>
<p class="more"><a href="/api/">${words.readApi}</a></p>`;
  return framed(SERVER, { title: words.ready, body }, look);
}

export function noOrganizationPage(look: Look): string {
  const words = inLanguage(look.language, WORDS);
  const link = html`<a href="/api/">${words.readApi}</a>`;
  return framed(SERVER, saying(words.nobody, words.nobodyExplained, link), look);
}

export function deactivatedPage({ settings: { name } }: Realm, look: Look): string {
  const words = inLanguage(look.language, WORDS);
  return framed(name, saying(name, words.deactivated, html`<a href="/">${words.tryAgain}</a>`), look);
}

/** An internal error. The reader only gets an id that is in the log. */
export function faultPage(requestId: string, path: string, look: Look): string {
  const words = inLanguage(look.language, WORDS);
  const link = html`<a href="${path}">${words.tryAgain}</a>`;
  return framed(SERVER, saying(words.failed, words.failedExplained(requestId), link), look);
}

/** For pages of a server without an organization. */
export const framedByServer = (framing: Framed, look: Look): string => framed(SERVER, framing, look);
