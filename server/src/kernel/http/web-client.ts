/**
 * Serves the built web client: files from memory, precompressed, under names that change with their content. And the
 * session: what a page needs before any other request.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import mime from "mime";
import { admitsVisitors } from "../access/visitors.ts";
import { ApiError, said } from "../api/index.ts";
import type { App, Realm } from "../context.ts";
import type { RealmSettings } from "../realm.ts";
import { setCookie } from "./cookies.ts";
import type { Dispatcher } from "./dispatch.ts";
import { tokenForForm } from "./forgery.ts";
import { GRAVATAR } from "./gravatar.ts";
import { sendError, sendJson } from "./reply.ts";

const BUILT = join(import.meta.dirname, "../../../../web/dist");
const SHELL = "index.html";
const FOR_GOOD = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

/**
 * Nothing from other sites, no inline scripts or styles, and HTML only through the one Trusted Types policy. Pictures of people
 * come from the provider if the organization says so.
 */
export const applicationSecurityPolicy = ({ enable_gravatar }: Pick<RealmSettings, "enable_gravatar">): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${enable_gravatar ? ` ${GRAVATAR}` : ""}`,
    "media-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types parley",
  ].join("; ");

/** A service worker has its own policy: it runs itself, and fetches our files. Other workers only compute. */
const SERVICE_WORKER = "service-worker.js";
const SERVICE_WORKER_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'";
const WORKER = /-worker-[^/]*\.js$/;
const WORKER_POLICY = "default-src 'none'; require-trusted-types-for 'script'";

interface Built {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
}

/** The files by path; empty if the client was not built. */
export class WebClient {
  readonly #files = new Map<string, Built>();

  constructor(place: string = BUILT) {
    if (!existsSync(join(place, SHELL))) return;
    for (const name of readdirSync(place, { recursive: true }) as string[]) {
      const path = join(place, name);
      if (/(?:^|\/)\.|\.(?:gz|br)$/.test(name) || !statSync(path).isFile()) continue;
      const type = mime.getType(name) ?? "application/octet-stream";
      const read = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
      const charset = /^text\/|javascript|json|svg/.test(type) ? "; charset=utf-8" : "";
      this.#files.set(name, {
        type: type + charset,
        plain: readFileSync(path),
        gzip: read(".gz"),
        brotli: read(".br"),
      });
    }
  }

  get isBuilt(): boolean {
    return this.#files.has(SHELL);
  }
  get names(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** The page of the application. */
  sendShell({ settings }: Realm, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.header("content-security-policy", applicationSecurityPolicy(settings));
    return this.send(SHELL, request, reply);
  }

  send(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const file = this.#files.get(name);
    if (!file) return sendError(reply, new ApiError(said`Not found`, { status: 404 }));
    reply.headers({
      "content-type": file.type,
      "cache-control": name.startsWith("assets/") ? FOR_GOOD : ASK_AGAIN,
      vary: "Accept-Encoding",
      ...policyOf(name),
    });
    const accepted = String(request.headers["accept-encoding"] ?? "");
    if (file.brotli && /\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(file.brotli);
    if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(file.gzip);
    return reply.send(file.plain);
  }
}

function policyOf(name: string): Readonly<Record<string, string>> {
  const policy = name === SERVICE_WORKER ? SERVICE_WORKER_POLICY : WORKER.test(name) ? WORKER_POLICY : undefined;
  return policy === undefined ? {} : { "content-security-policy": policy };
}

export function addWebClient(server: FastifyInstance, app: App, client: WebClient, browsing: Dispatcher): void {
  for (const name of client.names.filter((each) => each !== SHELL))
    server.route({
      method: ["GET", "HEAD"],
      url: `/${name}`,
      handler: (request, reply) => client.send(name, request, reply),
    });

  /** The current user, and the token that their requests must include. Other origins cannot read it. */
  server.get("/session", async (request, reply) => {
    const ctx = await browsing.visitor(request, reply);
    const { token, cookie } = tokenForForm(app, request);
    if (cookie) reply.header("set-cookie", setCookie(cookie));
    const user_id = ctx.user?.id ?? null;
    const may_visit = user_id === null && (await admitsVisitors(app, ctx.db, ctx.realm));
    const session = { user_id, may_visit, csrf_token: token, realm_name: ctx.realm.settings.name };
    return sendJson(reply, 200, `${JSON.stringify(session)}\n`);
  });
}
