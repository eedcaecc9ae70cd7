/** Serves the features' pages: CSRF checks, headers, and caching. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasRealm } from "../access/store.ts";
import { ApiError, RateLimitHit } from "../api/index.ts";
import type { App, Realm } from "../context.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { refusalByMachine } from "../health/machine.ts";
import { inLanguage, languageTag, spokenIn } from "../languages.ts";
import { waiting } from "../pages/fields.ts";
import {
  deactivatedPage,
  type Framed,
  faultPage,
  firstStepsPage,
  framed,
  framedByServer,
  type Look,
  noOrganizationPage,
} from "../pages/frames.ts";
import { type Html, html } from "../pages/html.ts";
import { type Assets, FORM_SECURITY_POLICY } from "../pages/layout.ts";
import {
  type DrawnPage,
  type FirstPage,
  type Form,
  localPath,
  type Page,
  type PageAnswer,
  type PageVisit,
  SIGN_IN_PATH,
  type Visit,
} from "../pages/page.ts";
import { type SharedPageWords, sharedPageWords } from "../pages/words/index.ts";
import { type Cookie, setCookie } from "./cookies.ts";
import type { Dispatcher } from "./dispatch.ts";
import { CsrfFailed, refuseForgery, TOKEN_FIELD, tokenForForm } from "./forgery.ts";
import type { Incoming, Outgoing } from "./incoming.ts";
import { RULE_HEADER } from "./rate-limit.ts";
import { fromHttpError, pathOf, sendJson } from "./reply.ts";
import { isSharedComputer, knownBrowser, pendingSignIn, providerSignIn, sessionToken } from "./session.ts";
import { speakerOf } from "./speaker.ts";
import type { WebClient } from "./web-client.ts";

/** Page forms are short. */
const MAX_FORM_BYTES = 64 * 1024;

export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": FORM_SECURITY_POLICY,
  // A page's URL may contain a secret key.
  "referrer-policy": "same-origin",
};

export interface Pages {
  readonly pages: readonly Page[];
  readonly firstPages: readonly FirstPage[];
}

/** What pages are drawn with. */
interface Drawn {
  readonly assets: Assets;
  readonly webClient: WebClient;
}

export function addPages(
  server: FastifyInstance,
  app: App,
  dispatcher: Dispatcher,
  { pages, firstPages }: Pages,
  { assets, webClient }: Drawn,
): void {
  for (const page of pages) add(page.path, page.show !== undefined, (request, reply) => answer(page, request, reply));
  for (const page of firstPages) add(page.path, true, (request, reply) => answerFirst(page, request, reply));

  function add(path: string, isShown: boolean, answer: PageHandler): void {
    server.route({
      method: isShown ? ["GET", "HEAD", "POST"] : ["POST"],
      url: path,
      bodyLimit: MAX_FORM_BYTES,
      handler: (request, reply) => orFault(request, reply, answer),
    });
    // Also without the trailing slash.
    if (isShown && path !== "/")
      server.route({
        method: ["GET", "HEAD"],
        url: path.replace(/\/$/, ""),
        handler: (request, reply) => reply.redirect(request.url.replace(/(?=\?|$)/, "/"), 301),
      });
  }

  /** People see a page even if the error is ours. */
  async function orFault(request: FastifyRequest, reply: FastifyReply, answer: PageHandler): Promise<FastifyReply> {
    reply.headers(PAGE_HEADERS);
    try {
      return await answer(request, reply);
    } catch (error) {
      const [path, look] = [pathOf(request), { assets, language: languageOf(request) }];
      const isAway = error instanceof DatabaseUnavailable;
      const refused = isAway ? fromHttpError(error) : refusalByMachine(app.troubles, error);
      if (refused)
        return reply
          .code(refused.status)
          .headers(refused.headers)
          .send(faultPage(request.id, path, look));
      // As it is declared: the one in the request may have a key in it.
      const { url } = request.routeOptions;
      app.log.error({ err: error, reqId: request.id, method: request.method, path: url }, "request failed");
      return reply.code(500).send(faultPage(request.id, path, look));
    }
  }

  async function answer(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const realm = await app.identities.realmByHost(app.database.reader, request.host);
    const look: Look = { assets, language: languageOf(request, realm) };
    if (!realm && !(await hasRealm(app.database.reader))) return reply.send(firstStepsPage(app.url(), look));
    if (!realm) return reply.code(404).send(noOrganizationPage(look));
    if (!realm.is_active) return reply.send(deactivatedPage(realm, look));
    const { token, cookie } = tokenForForm(app, request);
    const ask = async () => {
      const ctx = await dispatcher.visitor(request, reply);
      const visit: Visit = { ...ctx, ...arrivalOf(app, request, token, look), audit: page.audit };
      return (
        (await (request.method === "POST" ? submitted(app, page, visit, request) : page.show?.(visit))) ?? gone(visit)
      );
    };
    const answered = await orRefusal(app, ask, look.language);
    withCookies(reply, [...(cookie ? [cookie] : []), ...(answered.cookies ?? [])]);
    if ("application" in answered && webClient.isBuilt) return webClient.sendShell(realm, request, reply);
    return send(reply, answered, (framing) => framed(realm.settings.name, framing, look));
  }

  async function answerFirst(page: FirstPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const look: Look = { assets, language: languageOf(request) };
    const isPost = request.method === "POST";
    if (!isPost && (await hasRealm(app.database.reader))) return reply.redirect("/", 302);
    const { token, cookie } = tokenForForm(app, request);
    const arrival = arrivalOf(app, request, token, look);
    const answered = await orRefusal(
      app,
      () => (isPost ? submitted(app, page, arrival, request) : page.show(arrival)),
      look.language,
    );
    withCookies(reply, [...(cookie ? [cookie] : []), ...(answered.cookies ?? [])]);
    return send(reply, answered, (framing) => framedByServer(framing, look));
  }
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Handles a submitted form, after the CSRF check. */
function submitted<A extends PageVisit>(
  app: App,
  page: {
    readonly acceptsForeignForms?: boolean;
    submit?: ((arrival: A, form: Form) => Promise<PageAnswer>) | undefined;
  },
  arrival: A,
  request: FastifyRequest,
): Promise<PageAnswer> {
  const { [TOKEN_FIELD]: token, ...form } = { ...(request.body as Form | undefined) };
  if (!page.acceptsForeignForms) refuseForgery(app, request, token);
  return page.submit?.(arrival, form) as Promise<PageAnswer>;
}

function arrivalOf(app: App, request: FastifyRequest, token: string, { language }: Look): PageVisit {
  return {
    app,
    path: pathOf(request),
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    token,
    language,
    userAgent: request.headers["user-agent"] ?? "",
    sessionToken: sessionToken(app, request.headers),
    isShared: isSharedComputer(app, request.headers),
    pendingSignIn: pendingSignIn(app, request.headers),
    providerSignIn: providerSignIn(app, request.headers),
    knownBrowser: knownBrowser(app, request.headers),
  };
}

/** The first language of the browser that we speak, otherwise the organization's. */
export function languageOf({ headers }: FastifyRequest, realm?: Realm): string {
  return languageTag(spokenIn(headers["accept-language"]) ?? realm?.settings.default_language ?? "en");
}

function send(reply: FastifyReply, answer: PageAnswer, frame: (framing: Framed) => string): FastifyReply {
  if ("application" in answer) return send(reply, notBuilt(), frame);
  reply.headers(answer.headers ?? {});
  if ("leaveTo" in answer) return reply.redirect(answer.leaveTo, 302);
  if ("goTo" in answer) return reply.redirect(localPath(answer.goTo), 302);
  return reply.code(answer.status ?? 200).send(frame(answer));
}

const withCookies = (reply: FastifyReply, cookies: readonly Cookie[]): FastifyReply =>
  cookies.length > 0 ? reply.header("set-cookie", cookies.map(setCookie)) : reply;

/** For developers, or if the scripts of `npm ci` did not run. */
function notBuilt(): DrawnPage {
  const body = html`<h1>The web client is not built</h1><p class="lead">Run <code>npm run build</code> in Parley&rsquo;s folder and
start the server again. Apps and bots are served as always.</p>`;
  return { title: "The web client is not built", body, status: 503 };
}

function gone({ language }: PageVisit): DrawnPage {
  const words = inLanguage(language, sharedPageWords).errors;
  return { title: words.gone, body: html`<h1>${words.gone}</h1><p class="lead">${words.goneBody}</p>`, status: 404 };
}

/** For people who open an address that does not exist. */
export async function missingPage(app: App, request: FastifyRequest, assets: Assets): Promise<string> {
  const realm = await app.identities.realmByHost(app.database.reader, request.host);
  const look: Look = { assets, language: languageOf(request, realm) };
  const words = inLanguage(look.language, sharedPageWords).errors;
  const body = html`<h1>${words.gone}</h1><p class="lead">${words.goneBody}</p><p class="more"><a href="/">${words.home}</a></p>`;
  return framed(realm?.settings.name ?? "Parley", { title: words.gone, body }, look);
}

/** An operation's error as a page: the message and a way back. */
async function orRefusal(app: App, ask: () => Promise<PageAnswer>, language: string): Promise<PageAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const words = inLanguage(language, sharedPageWords).errors;
    const { status, headers, sentence: refusal } = error;
    const sentence =
      error.code === RateLimitHit.code
        ? html`${waiting(error, language)}${limitHint(headers?.[RULE_HEADER], words)}`
        : html`<p class="lead" dir="auto">${error instanceof CsrfFailed ? words.forged : speakerOf(app, language).say(refusal)}</p>`;
    const body = html`<h1>${words.failed}</h1>${sentence}<p class="more"><a href="/">${words.tryAgain}</a></p>`;
    return { title: words.failed, body, status, headers };
  }
}

/** For an office whose people share one address: how the operator makes room for them. */
const limitHint = (rule: string | undefined, words: SharedPageWords["errors"]): Html | undefined =>
  rule === undefined
    ? undefined
    : html`<p class="hint">${words.limit} <code>PARLEY_RATE_LIMITS=${rule}=&hellip;</code></p>`;

/** Whether a person opened the URL in a browser and expects a page instead of JSON. */
export function looksForPage({ method, headers }: Incoming): boolean {
  const { accept = "" } = headers;
  return (method === "GET" || method === "HEAD") && quality(accept, "text/html") > quality(accept, "application/json");
}

/** A type's preference in the Accept header; a wildcard counts as not requested. */
function quality(accept: string, type: string): number {
  for (const entry of accept.split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    if (name === type) return Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1);
  }
  return 0;
}

export function sendToSignIn<R extends Outgoing>(reply: R, request: Incoming): R {
  reply.header("location", `${SIGN_IN_PATH}?next=${encodeURIComponent(pathOf(request))}`);
  return sendJson(reply, 302, "");
}
