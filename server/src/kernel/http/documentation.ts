/** Serves what is derived from the contract: the OpenAPI document, the API page, and icons. */
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../context.ts";
import { iconSvg, logoSvg, serverIcon } from "../pages/icon.ts";
import { iconPng } from "../pages/icon-png.ts";
import {
  API_PAGE_SCRIPT_PATH,
  API_PAGE_SECURITY_POLICY,
  type Assets,
  CONTENT_SECURITY_POLICY,
  SCRIPT_PATH,
  STYLESHEET_PATH,
} from "../pages/layout.ts";
import { CachedText } from "./cached.ts";
import type { MakeDocuments } from "./documents.ts";

const HTML = "text/html; charset=utf-8";
const CSS = "text/css; charset=utf-8";
const JAVASCRIPT = "text/javascript; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const SVG = "image/svg+xml; charset=utf-8";

const ASK_AGAIN = "public, no-cache";
const FOR_AN_HOUR = "public, max-age=3600";
const FOR_GOOD = "public, max-age=31536000, immutable";

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/** The design tokens of the web client. */
const STYLES = ["../../../../web/src/styles/tokens.css", "../pages/pages.css"];

/** Returns the URLs of the stylesheet and script that pages share. */
export function addDocumentation(server: FastifyInstance, app: App, makeDocuments: MakeDocuments): Assets {
  const get = (url: string, answer: PageHandler) =>
    server.route({ method: ["GET", "HEAD"], url, handler: (request, reply) => answer(request, reply) });

  // The URL changes with the content, so that browsers may cache it forever.
  const asset = (path: string, type: string, files: readonly string[]): string => {
    const text = new CachedText(
      type,
      files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\n"),
    );
    const address = `${path}?${text.etag.replace(/\W/g, "")}`;
    get(path, (request, reply) => text.send(request, reply, request.url === address ? FOR_GOOD : ASK_AGAIN));
    return address;
  };
  const stylesheet = asset(STYLESHEET_PATH, CSS, STYLES);
  const script = asset(SCRIPT_PATH, JAVASCRIPT, ["../pages/pages.js"]);
  const apiPageScript = asset(API_PAGE_SCRIPT_PATH, JAVASCRIPT, ["../pages/api-page.js"]);

  // Made on first use, so that it does not delay the start.
  const documents = madeOnce(async () => {
    const { openApi, page } = await makeDocuments({ url: app.url(), assets: { stylesheet, script: apiPageScript } });
    return { openApi: new CachedText(JSON_TYPE, openApi), page: new CachedText(HTML, page) };
  });

  get("/api/v1/openapi.json", async (request, reply) =>
    (await documents()).openApi.send(request, reply.header("access-control-allow-origin", "*"), ASK_AGAIN),
  );
  get("/api", (_request, reply) => reply.redirect("/api/", 308));
  get("/api/", async (request, reply) =>
    (await documents()).page.send(
      request,
      reply.header("content-security-policy", API_PAGE_SECURITY_POLICY),
      ASK_AGAIN,
    ),
  );

  get("/static/icon.svg", async (request, reply) => {
    const realm = await realmFor(app, request);
    // Our own pages always request it here.
    if (realm?.iconUrl !== undefined) return reply.redirect(realm.iconUrl, 302);
    const icon = new CachedText(SVG, realm ? iconSvg(realm.settings.name) : serverIcon());
    const open = secured(reply).header("access-control-allow-origin", "*");
    return icon.send(request, open, realm ? FOR_AN_HOUR : ASK_AGAIN);
  });
  const sendPng: PageHandler = async (request, reply) => {
    const realm = await realmFor(app, request);
    if (realm?.iconUrl !== undefined) return reply.redirect(realm.iconUrl, 302);
    const icon = await iconPng(realm?.settings.name);
    return secured(reply)
      .header("access-control-allow-origin", "*")
      .header("cache-control", FOR_AN_HOUR)
      .type("image/png")
      .send(icon);
  };
  get("/static/icon.png", sendPng);
  // Browsers ask for it without being told, and take any format.
  get("/favicon.ico", sendPng);
  for (const night of [false, true])
    get(`/static/${night ? "night-" : ""}logo.svg`, async (request, reply) => {
      const realm = await realmFor(app, request);
      const logo = new CachedText(SVG, logoSvg(realm?.settings.name ?? "Parley", { night }));
      return logo.send(request, secured(reply).header("access-control-allow-origin", "*"), FOR_AN_HOUR);
    });

  return { stylesheet, script };
}

const realmFor = (app: App, request: FastifyRequest) => app.identities.realmByHost(app.database.reader, request.host);

const secured = (reply: FastifyReply): FastifyReply => reply.header("content-security-policy", CONTENT_SECURITY_POLICY);

/** Once for all who wait for it; after a failure, again. */
function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
