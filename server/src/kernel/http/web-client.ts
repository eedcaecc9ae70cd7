/**
 * Serves the built web client: files from memory, precompressed, under names that change with their content. And the
 * session: what a page needs before any other request.
 */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import mime from "mime";
import { admitsVisitors } from "../access/visitors.ts";
import type { App, Realm } from "../context.ts";
import type { RealmSettings } from "../realm.ts";
import { setCookie } from "./cookies.ts";
import type { Dispatcher } from "./dispatch.ts";
import { tokenForForm } from "./forgery.ts";
import { GRAVATAR } from "./gravatar.ts";
import { sendJson } from "./reply.ts";

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

/** Forms that the build has compressed, the smallest first. */
const [SMALLEST, COMMON] = [".br", ".gz"];
const COMPRESSED = [
  { encoding: "br", suffix: SMALLEST, accepts: /\bbr\b/ },
  { encoding: "gzip", suffix: COMMON, accepts: /\bgzip\b/ },
] as const;

const plainName = (name: string): string => name.replace(/\.(?:gz|br)$/, "");
const zlib = {
  gzip: promisify<Buffer, { level: number }, Buffer>(gzip),
  gunzip: promisify<Buffer, Buffer>(gunzip),
  brotliDecompress: promisify<Buffer, Buffer>(brotliDecompress),
};

/**
 * The files by path; none if the client was not built. Each is read when it is first asked for, and kept. Of what is compressed, a
 * package has only the smallest form: others are made from it when they are first asked for.
 */
export class WebClient {
  readonly #place: string;
  readonly #found: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #kept = new Map<string, Buffer>();
  /** By plain name, what was made because the build's is not there. */
  readonly #gzipped = new Map<string, Promise<Buffer>>();

  constructor(place: string = BUILT) {
    this.#place = place;
    const found = existsSync(place) ? filesIn(place) : [];
    const names = new Set(found.map(plainName));
    const isBuilt = names.has(SHELL);
    this.#found = new Set(isBuilt ? found : []);
    this.#names = isBuilt ? names : new Set();
  }

  get isBuilt(): boolean {
    return this.#names.has(SHELL);
  }
  has(name: string): boolean {
    return this.#names.has(name);
  }
  get names(): readonly string[] {
    return [...this.#names];
  }

  /**
   * Reads all files, a few at a time: while the next version is being built in the same place, people who open the
   * client get all of this one.
   */
  async keepAll(): Promise<void> {
    for (const name of this.#found) {
      if (this.#kept.has(name) || this.#isCompressed(name)) continue;
      this.#kept.set(name, await readFile(join(this.#place, name)));
    }
  }

  /** The page of the application. */
  sendShell({ settings }: Realm, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header("content-security-policy", applicationSecurityPolicy(settings));
    return this.send(SHELL, request, reply);
  }

  /** Sends a file that the client has. */
  async send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const form = this.#isCompressed(name) ? COMPRESSED.find(({ accepts }) => accepts.test(accepted)) : undefined;
    const content = await (form?.encoding === "br"
      ? this.#read(name + SMALLEST)
      : form
        ? this.#inCommonForm(name)
        : this.#plain(name));
    reply.headers({
      "content-type": typeOf(name),
      "cache-control": name.startsWith("assets/") ? FOR_GOOD : ASK_AGAIN,
      vary: "Accept-Encoding",
      ...policyOf(name),
    });
    if (form) reply.header("content-encoding", form.encoding);
    return reply.send(content);
  }

  #isCompressed(name: string): boolean {
    return this.#found.has(name + SMALLEST);
  }

  /** Nearly everybody takes a compressed form, so the plain one is not kept where there is one. */
  async #plain(name: string): Promise<Buffer> {
    if (!this.#isCompressed(name)) return this.#read(name);
    return this.#found.has(name + COMMON)
      ? zlib.gunzip(await this.#read(name + COMMON))
      : zlib.brotliDecompress(await this.#read(name + SMALLEST));
  }

  /** Once for each file, however many ask for it at the same time. */
  #inCommonForm(name: string): Promise<Buffer> {
    if (this.#found.has(name + COMMON)) return this.#read(name + COMMON);
    const known = this.#gzipped.get(name);
    if (known) return known;
    const made = this.#plain(name).then((plain) => zlib.gzip(plain, { level: 9 }));
    made.catch(() => this.#gzipped.delete(name));
    this.#gzipped.set(name, made);
    return made;
  }

  async #read(name: string): Promise<Buffer> {
    const kept = this.#kept.get(name) ?? (await readFile(join(this.#place, name)));
    this.#kept.set(name, kept);
    return kept;
  }
}

/** Without hidden ones, which are the build's own. */
const filesIn = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((name) => !/(?:^|\/)\./.test(name));

function typeOf(name: string): string {
  const type = mime.getType(name) ?? "application/octet-stream";
  return /^text\/|javascript|json|svg/.test(type) ? `${type}; charset=utf-8` : type;
}

function policyOf(name: string): Readonly<Record<string, string>> {
  const policy = name === SERVICE_WORKER ? SERVICE_WORKER_POLICY : WORKER.test(name) ? WORKER_POLICY : undefined;
  return policy === undefined ? {} : { "content-security-policy": policy };
}

export function addWebClient(server: FastifyInstance, app: App, client: WebClient, browsing: Dispatcher): void {
  // One route for each folder: one for each file would take longer than the rest of the start.
  const folders = new Set(client.names.map((name) => name.slice(0, name.indexOf("/") + 1)));
  for (const folder of folders) {
    if (folder !== "") serve(`${folder}*`, (request) => folder + (request.params as { "*": string })["*"]);
  }
  for (const name of client.names) if (!name.includes("/") && name !== SHELL) serve(name, () => name);
  server.addHook("onListen", async () => {
    client.keepAll().catch((error: unknown) => app.log.warn({ err: error }, "could not read the web client"));
  });

  function serve(path: string, nameOf: (request: FastifyRequest) => string): void {
    server.route({
      method: ["GET", "HEAD"],
      url: `/${path}`,
      handler: async (request, reply) => {
        const name = nameOf(request);
        return client.has(name) ? client.send(name, request, reply) : reply.callNotFound();
      },
    });
  }

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
