/** Puts the features' pages on the server: what a browser may load, whose forms are accepted, what is kept. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../api/index.ts";
import type { App, OpenContext, Realm } from "../context.ts";
import { deactivatedPage, firstStepsPage, framed, noOrganizationPage } from "../pages/frames.ts";
import { html } from "../pages/html.ts";
import { FORM_SECURITY_POLICY } from "../pages/layout.ts";
import {
  type DrawnPage,
  type Elsewhere,
  type Form,
  localPath,
  type Page,
  type PageAnswer,
  type Visit,
} from "../pages/page.ts";
import { hasRealm } from "../realms/store.ts";
import { inLanguage, isSpoken } from "../settings/languages.ts";
import { type Cookie, setCookie } from "./cookies.ts";
import type { Dispatcher } from "./dispatch.ts";
import { CsrfFailed, refuseForgery, TOKEN_FIELD, tokenForForm } from "./forgery.ts";
import type { Incoming, Outgoing } from "./incoming.ts";
import { pathOf, sendJson } from "./reply.ts";
import { sessionToken } from "./session.ts";
import type { WebClient } from "./web-client.ts";

/** Forms of pages are short. */
const MAX_FORM_BYTES = 64 * 1024;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": FORM_SECURITY_POLICY,
  // The address of a page may hold the key that opens it.
  "referrer-policy": "same-origin",
};

/** What pages are drawn with. */
interface Drawn {
  readonly stylesheet: string;
  readonly webClient: WebClient;
}

export function addPages(
  server: FastifyInstance,
  app: App,
  dispatcher: Dispatcher,
  pages: readonly Page[],
  { stylesheet, webClient }: Drawn,
): void {
  for (const page of pages) {
    server.route({
      method: page.show ? ["GET", "HEAD", "POST"] : ["POST"],
      url: page.path,
      bodyLimit: MAX_FORM_BYTES,
      handler: (request, reply) => answer(page, request, reply),
    });
    // The same without its last slash, as people write addresses.
    if (page.show && page.path !== "/")
      server.route({
        method: ["GET", "HEAD"],
        url: page.path.replace(/\/$/, ""),
        handler: (request, reply) => reply.redirect(request.url.replace(/(?=\?|$)/, "/"), 301),
      });
  }

  async function answer(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(HEADERS);
    const realm = await app.identities.realmByHost(app.database.reader, request.host);
    if (!realm && !(await hasRealm(app.database.reader))) return reply.send(firstStepsPage(stylesheet));
    if (!realm) return reply.code(404).send(noOrganizationPage(stylesheet));
    if (!realm.is_active) return reply.send(deactivatedPage(realm, stylesheet));
    const { token, cookie } = tokenForForm(app, request);
    const cookies = cookie ? [cookie] : [];
    try {
      const visit = visitOf(app, await dispatcher.visitor(request, reply), request, token);
      const answered = await (request.method === "POST" ? submitted(app, page, visit, request) : page.show?.(visit));
      if (answered && "application" in answered) {
        if (webClient.isBuilt)
          return webClient.sendShell(request, withCookies(reply, [...cookies, ...answered.cookies]));
        return send(reply, realm, notBuilt(), cookies, stylesheet);
      }
      return send(reply, realm, answered ?? gone(visit), cookies, stylesheet);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = refusal(error, languageOf(request, realm));
      return send(reply, realm, refused, cookies, stylesheet);
    }
  }
}

async function submitted(app: App, page: Page, visit: Visit, request: FastifyRequest): Promise<PageAnswer | undefined> {
  const { [TOKEN_FIELD]: token, ...form } = { ...(request.body as Form | undefined) };
  if (!page.acceptsForeignForms) refuseForgery(app, request, token);
  return page.submit?.(visit, form);
}

function visitOf(app: App, ctx: OpenContext, request: FastifyRequest, token: string): Visit {
  return {
    ...ctx,
    path: pathOf(request),
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    token,
    language: languageOf(request, ctx.realm),
    userAgent: request.headers["user-agent"] ?? "",
    sessionToken: sessionToken(app, request.headers),
  };
}

/** The first of the browser's languages that we speak, else the organization's. */
function languageOf({ headers }: FastifyRequest, { settings }: Realm): string {
  const wanted = headers["accept-language"]?.split(",").map((each) => each.split(";", 1)[0]?.trim() ?? "");
  return wanted?.find(isSpoken) ?? settings.default_language;
}

function send(
  reply: FastifyReply,
  realm: Realm,
  answer: DrawnPage | Elsewhere,
  cookies: readonly Cookie[],
  stylesheet: string,
): FastifyReply {
  withCookies(reply, [...cookies, ...(answer.cookies ?? [])]);
  if ("goTo" in answer) return reply.redirect(localPath(answer.goTo), 302);
  reply.code(answer.status ?? 200).headers(answer.headers ?? {});
  return reply.send(framed(realm, answer, stylesheet));
}

const withCookies = (reply: FastifyReply, cookies: readonly Cookie[]): FastifyReply =>
  cookies.length > 0 ? reply.header("set-cookie", cookies.map(setCookie)) : reply;

const WORDS = {
  en: {
    gone: "There is nothing here",
    goneBody: "Check how the address is spelled.",
    refused: "That did not work",
    forged: "This form is out of date. Load the page again and send it once more.",
    tooMany: "Too many tries. Wait a while and try again.",
  },
  de: {
    gone: "Hier ist nichts",
    goneBody: "Prüfe, wie die Adresse geschrieben ist.",
    refused: "Das hat nicht geklappt",
    forged: "Dieses Formular ist veraltet. Lade die Seite neu und schicke es noch einmal ab.",
    tooMany: "Zu viele Versuche. Warte eine Weile und versuche es dann noch einmal.",
  },
};

/** For who works on it, or has left out the scripts of `npm ci`. */
function notBuilt(): DrawnPage {
  const body = html`<h1>The web client is not built</h1><p class="lead">Run <code>npm run build</code> in Parley’s folder and
start the server again. Apps and bots are served as always.</p>`;
  return { title: "The web client is not built", body, status: 503 };
}

function gone({ language }: Visit): DrawnPage {
  const words = inLanguage(language, WORDS);
  return { title: words.gone, body: html`<h1>${words.gone}</h1><p class="lead">${words.goneBody}</p>`, status: 404 };
}

/** What an operation would answer as an error: one sentence. */
function refusal(error: ApiError, language: string): DrawnPage {
  const words = inLanguage(language, WORDS);
  const { status, headers, message } = error;
  const sentence = error instanceof CsrfFailed ? words.forged : status === 429 ? words.tooMany : message;
  const body = html`<h1>${words.refused}</h1><p class="lead">${sentence}</p>`;
  return { title: words.refused, body, status, headers };
}

/** Whether a person opened the address in a browser and would rather see a page than JSON. */
export function looksForPage({ method, headers }: Incoming): boolean {
  const { accept = "" } = headers;
  return (method === "GET" || method === "HEAD") && quality(accept, "text/html") > quality(accept, "application/json");
}

/** How much a type is wanted; one that is only wanted like any other counts as not asked for. */
function quality(accept: string, type: string): number {
  for (const entry of accept.split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    if (name === type) return Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1);
  }
  return 0;
}

export function sendToSignIn<R extends Outgoing>(reply: R, request: Incoming): R {
  reply.header("location", `/login/?next=${encodeURIComponent(pathOf(request))}`);
  return sendJson(reply, 302, "");
}
