/** The help pages, made from `docs/help`, to read and to search; and those of integrations, made from `docs/integrations`. */
import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import MarkdownIt from "markdown-it";
import { Html, html } from "../pages/html.ts";
import { type Assets, page, SEARCH_SECURITY_POLICY } from "../pages/layout.ts";
import { CachedText } from "./cached.ts";

/** In the order of the contents; the first is shown at /help/. */
const NAMES = [
  "getting-started",
  "topics",
  "search",
  "formatting",
  "keyboard",
  "notifications",
  "email",
  "administration",
  "apps",
  "integrations",
] as const;

/** Where people look for them on servers of this kind. */
const OTHER_PATHS: Readonly<Record<string, (typeof NAMES)[number]>> = {
  "/apps": "apps",
  "/integrations": "integrations",
};

const HTML = "text/html; charset=utf-8";
const ASK_AGAIN = "public, no-cache";
const LONGEST_QUERY = 100;

interface HelpPage {
  readonly name: string;
  readonly title: string;
  readonly body: Html;
  /** Lower case, for the search. */
  readonly sections: readonly { readonly anchor: string; readonly title: string; readonly text: string }[];
}

export function addHelp(server: FastifyInstance, { stylesheet }: Assets): void {
  // Read on first use: most processes serve no help before anything else.
  let read: readonly HelpPage[] | undefined;
  const pages = () => {
    read ??= NAMES.map((name) => readPage(name));
    return read;
  };
  const sent = new Map<HelpPage, CachedText>();
  const send = (shown: HelpPage | undefined, current: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!shown) return reply.callNotFound();
    const text = sent.get(shown) ?? new CachedText(HTML, frame(stylesheet, pages(), shown.title, shown.body, current));
    sent.set(shown, text);
    return text.send(request, secured(reply), ASK_AGAIN);
  };
  const show = (name: string, request: FastifyRequest, reply: FastifyReply) =>
    send(
      pages().find((each) => each.name === name),
      name,
      request,
      reply,
    );
  const integrations = new Map<string, HelpPage | undefined>();
  /** One of the files that there are: whatever else is asked for is not kept. */
  const integration = (name: string): HelpPage | undefined => {
    if (!integrations.has(name) && isIntegration(name)) integrations.set(name, readPage(name, INTEGRATIONS));
    return integrations.get(name);
  };
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    server.route({ method: ["GET", "HEAD"], url, handler: async (request, reply) => handler(request, reply) });

  get("/help", (_request, reply) => reply.redirect("/help/", 308));
  get("/help/", (request, reply) => {
    const { q } = request.query as { q?: unknown };
    if (typeof q !== "string" || q.trim() === "") return show(NAMES[0], request, reply);
    const words = q.slice(0, LONGEST_QUERY);
    const body = results(words, pages());
    return secured(reply)
      .type(HTML)
      .send(frame(stylesheet, pages(), `Search: ${words}`, body, undefined, words));
  });
  get("/help/:name", (request, reply) => show((request.params as { name: string }).name, request, reply));
  get("/integrations/:name", (request, reply) =>
    send(integration((request.params as { name: string }).name), "integrations", request, reply),
  );
  for (const [path, name] of Object.entries(OTHER_PATHS))
    for (const url of [path, `${path}/`]) get(url, (_request, reply) => reply.redirect(`/help/${name}`, 302));
}

const secured = (reply: FastifyReply): FastifyReply => reply.header("content-security-policy", SEARCH_SECURITY_POLICY);

const markdown = new MarkdownIt({ html: false });
markdown.renderer.rules.heading_open = (tokens, index) => {
  const { tag } = tokens[index] as { tag: string };
  return `<${tag} id="${anchorOf(tokens[index + 1]?.content ?? "")}">`;
};

const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const HELP = new URL("../../../../docs/help/", import.meta.url);
const INTEGRATIONS = new URL("../../../../docs/integrations/", import.meta.url);

const isIntegration = (name: string): boolean =>
  /^[a-z0-9_]{1,40}$/.test(name) && existsSync(new URL(`${name}.md`, INTEGRATIONS));

function readPage(name: string, folder = HELP): HelpPage {
  const source = readFileSync(new URL(`${name}.md`, folder), "utf8");
  const sections = source
    .split(/^##? /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return { anchor: anchorOf(title), title, text: `${title}\n${lines.join(" ")}`.toLowerCase() };
    });
  return { name, title: sections[0]?.title ?? name, body: new Html(markdown.render(source)), sections };
}

function results(query: string, pages: readonly HelpPage[]): Html {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = pages.flatMap(({ name, title, sections }) =>
    sections
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map((section) => ({ href: `/help/${name}#${section.anchor}`, page: title, ...section })),
  );
  // A word in the heading says what a section is about.
  const rank = ({ title }: { title: string }) => (words.some((word) => title.toLowerCase().includes(word)) ? 0 : 1);
  found.sort((a, b) => rank(a) - rank(b));
  return html`<h1>Search: ${query}</h1>
${found.length === 0 && html`<p>Nothing was found. Try fewer or other words.</p>`}
<ul>${found.map(({ href, page, title }) => html`<li><a href="${href}">${title}</a>${title !== page && html` in ${page}`}</li>`)}</ul>`;
}

function frame(
  stylesheet: string,
  pages: readonly HelpPage[],
  title: string,
  body: Html,
  current: string | undefined,
  query = "",
): string {
  return page({
    title: `${title} · Help`,
    assets: { stylesheet },
    body: html`<body class="reference">
<a class="skip" href="#content">Skip to the contents</a>
<nav aria-label="Contents">
<a class="brand" href="/"><img src="/static/icon.svg" width="28" height="28" alt=""> Help</a>
<form class="query" action="/help/" role="search"><input class="wide" type="search" name="q" value="${query}" maxlength="${LONGEST_QUERY}" placeholder="Search help" aria-label="Search help"></form>
<details class="contents"><summary class="toggle">Contents</summary>
${pages.map(({ name, title }) => html`<a href="/help/${name}"${name === current && new Html(' aria-current="page"')}>${title}</a>`)}
<a href="/api/">API reference</a>
</details>
</nav>
<main id="content" class="help">${body}</main>
</body>`,
  });
}
