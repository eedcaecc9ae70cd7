/** The way of a request: organization, credentials, limits, gate, parameters, handler, response, in this order. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { areText, decode, JsonValue, type Operation, type RawParameters, type SentParameters } from "../api/index.ts";
import { seconds } from "../clock.ts";
import { type App, type Context, change, type OpenContext, type Renewed, readSnapshotOf } from "../context.ts";
import type { ReadAnswer } from "../reading/task.ts";
import { NotLoggedIn } from "./authenticate.ts";
import { Callers, knownCaller, type Limiters } from "./callers.ts";
import { clientName } from "./client-name.ts";
import { verifyError } from "./common-errors.ts";
import { sendCompressed } from "./compressed.ts";
import { refuseOtherSites } from "./forgery.ts";
import { pass } from "./gate.ts";
import type { Caller, Incoming, Outgoing } from "./incoming.ts";
import {
  answerPreflight,
  fileRouteOf,
  type Methods,
  mayOverride,
  overridden,
  refuseMethod,
  routeFor,
} from "./methods.ts";
import { holdBody } from "./pacing.ts";
import { multipartFields, multipartOf, parametersOf, type ReceivedParameters } from "./parameters.ts";
import type { PlacesByWeight, RequestSlot } from "./places.ts";
import { readInThread } from "./read-in-thread.ts";
import { type FileRule, type FileRuleFor, receiveFile } from "./receive.ts";
import { sendJson, serializedSuccess, success } from "./reply.ts";
import { ReplyConnection } from "./reply-connection.ts";
import { type Attached, type Exchange, type ReceivedWebhook, type Route, Serialized } from "./route.ts";
import type { Scheme } from "./schemes.ts";
import { hasLargeBody, leaveWhenSent, takeSlot, takeSlotForBody, weightOf } from "./taking-slots.ts";
import { verifyResponse } from "./verify-response.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its responses are JSON, with their own headers. */
    isOperation?: true;
  }
  interface FastifyRequest {
    /** Set before the body is read. */
    caller: Caller | null;
    webhookBody: Buffer | null;
    place: RequestSlot | null;
  }
}

export class Dispatcher {
  readonly #app: App;
  readonly #places: PlacesByWeight;
  readonly #callers: Callers;
  readonly scheme: Scheme;

  constructor(app: App, places: PlacesByWeight, limiters: Limiters | undefined, scheme: Scheme) {
    this.#app = app;
    this.#places = places;
    this.#callers = new Callers(app, limiters, scheme);
    this.scheme = scheme;
  }

  /** Before the body is read, so that unknown callers cannot make the server read megabytes. */
  before(methods: Methods, request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    if (this.scheme.isOpenToOrigins) reply.header("access-control-allow-origin", "*");
    const { method } = request;
    const route = routeFor(methods, method);
    if (method === "OPTIONS") {
      answerPreflight(methods, this.scheme, reply);
      return;
    }
    if (!route && !mayOverride(request)) {
      refuseMethod(methods, reply);
      return;
    }
    try {
      this.scheme.guard(request);
    } catch (error) {
      done(error as Error);
      return;
    }
    // A GET has no body: it is handled immediately, and its caller identified first.
    if (method === "GET") {
      done();
      return;
    }
    // A POST may name another method in its form; only then the gate is known.
    this.#admitted(route ? [route] : [...methods.values()], request, reply).then(() => done(), done);
  }

  /** For a request that bypasses Fastify. */
  async admit(methods: Methods, request: Incoming, reply: Outgoing): Promise<void> {
    this.scheme.guard(request);
    const route = routeFor(methods, request.method);
    if (!route) return;
    await this.#admitted([route], request, reply);
  }

  /** What has arrived of a large body stays in memory until it may be read, and no more is taken from its connection. */
  async #admitted(routes: readonly Route[], request: Incoming, reply: Outgoing): Promise<void> {
    const readOn = hasLargeBody(request) ? holdBody(request.raw) : undefined;
    try {
      request.caller = await this.#callers.identify(routes, request, reply);
      if (readOn) await takeSlotForBody(this.#places, request.caller, request, this.#app.clock);
    } finally {
      readOn?.();
    }
  }

  async handle(methods: Methods, request: Incoming, reply: Outgoing): Promise<unknown> {
    const asked = routeFor(methods, request.method);
    if (asked) request.caller ??= await this.#callers.identify([asked], request, reply);
    if (asked?.operation.isWebhook)
      return this.#answer(methods, request, reply, parametersOf(request), await webhookIn(request));
    const taking = asked ?? fileRouteOf(methods, request);
    if (taking?.fileRule && (taking.operation.takesFile === true || request.isMultipart()))
      return this.#handleFile(methods, taking, taking.fileRule, request, reply);
    const sent = request.isMultipart() ? await multipartOf(request) : parametersOf(request);
    return this.#answer(methods, request, reply, sent);
  }

  /** The file is on disk before its route runs, and removed afterwards. */
  async #handleFile(
    methods: Methods,
    route: Route,
    rule: FileRule | FileRuleFor,
    request: Incoming,
    reply: Outgoing,
  ): Promise<unknown> {
    const known = typeof rule === "function" ? await this.#fileRule(route, rule, request, reply) : rule;
    try {
      const { fields, file, discard } = await receiveFile(this.#app, request, known);
      try {
        const all = Object.assign(Object.create(null), request.query, fields);
        // Only this operation of the path takes a file, unless the form must first say which one is meant.
        const possible = routeFor(methods, request.method) ? new Map([[request.method, route]]) : methods;
        return await this.#answer(possible, request, reply, { all, body: fields }, file);
      } finally {
        await discard();
      }
    } finally {
      known.ended?.();
    }
  }

  async #fileRule(route: Route, rule: FileRuleFor, request: Incoming, reply: Outgoing): Promise<FileRule> {
    const { operation } = route;
    const caller = knownCaller(route, request) ?? (await this.#callers.identify([route], request, reply));
    const ctx = this.#contextFor(caller, request, reply, undefined) as Context;
    this.scheme.refuseWebhookBots(ctx.user, operation.openToWebhookBots);
    pass(operation.gate, ctx.user);
    return rule(ctx, pathOf(operation, request.params as RawParameters));
  }

  async #answer(
    methods: Methods,
    request: Incoming,
    reply: Outgoing,
    received: ReceivedParameters,
    attached?: Attached,
  ): Promise<unknown> {
    const { all: sent, body } = this.scheme.guarded(request, received);
    const route = methods.get(overridden(request.method, body));
    if (!route) {
      request.place?.leave();
      return refuseMethod(methods, reply);
    }
    try {
      request.caller ??= await this.#callers.identify([route], request, reply);
      const weight = weightOf(route.operation);
      const ofBody = request.place;
      if (!route.open && (!ofBody || weight === "heavy change")) {
        const turn = takeSlot(this.#places, weight, request.caller, request);
        if (turn) await turn;
        ofBody?.leave();
      }
      return await this.#workOn(route, request, reply, sent, attached);
    } catch (error) {
      if (this.#app.checked) verifyError(route.operation, error);
      throw error;
    } finally {
      if (!route.open) leaveWhenSent(request, reply);
    }
  }

  /** The caller is identified again if the request has waited. */
  async #workOn(
    route: Route,
    request: Incoming,
    reply: Outgoing,
    sent: SentParameters,
    attached?: Attached,
  ): Promise<unknown> {
    const { operation } = route;
    const caller = knownCaller(route, request) ?? (await this.#callers.identify([route], request, reply));
    const { user } = caller;
    if (user) {
      this.scheme.refuseWebhookBots(user, operation.openToWebhookBots);
      pass(operation.gate, user);
    }
    let ctx = this.#contextFor(caller, request, reply, textOf(sent.client), route);
    const path = pathOf(operation, request.params as RawParameters);
    const read =
      route.inThread && areText(sent)
        ? await readInThread(ctx, request, { operation, sent, path, asksForMuch: route.inThread.asksForMuch?.(sent) })
        : undefined;
    if (read === "unanswered") ctx = { ...ctx, ...(await ctx.identifiedAnew?.()) };
    else if (read) return sendRead(reply, read);
    const { loop } = this.#app;
    // Waiting for events takes no processor time.
    if (operation.path !== "/events") loop.entered(operation.path);
    const { values, ignored: unknown } = await this.#decoded(route, ctx, sent, path);
    // A service does not read the response, and adds parameters of its own.
    const ignored = operation.isWebhook ? [] : unknown;
    if (route.open) return this.#open(route.open, ctx as Context, values, { request, reply });
    try {
      const answer = await this.#run(route, ctx, values, attached);
      if (this.#app.checked) verifyResponse(route, answer);
      loop.entered(operation.path);
      const text = answer instanceof Serialized ? serializedSuccess(answer, ignored) : success(answer, ignored);
      return await sendCompressed(request, reply, text instanceof Promise ? await text : text);
    } finally {
      loop.left();
    }
  }

  async #decoded({ operation, noteRefused }: Route, ctx: OpenContext, sent: SentParameters, path: RawParameters) {
    try {
      return decode(operation, sent, path);
    } catch (error) {
      await noteRefused?.(ctx as Context, path.integration, error);
      throw error;
    }
  }

  #contextFor(
    caller: Pick<OpenContext, "realm" | "user" | "session">,
    request: Incoming,
    reply: Outgoing,
    client: string | undefined,
    route?: Route,
  ): OpenContext {
    const userAgent = request.headers["user-agent"];
    return {
      app: this.#app,
      db: this.#app.database.reader,
      realm: caller.realm,
      user: caller.user,
      now: seconds(this.#app.clock),
      client: this.scheme.clientName(clientName(client, userAgent)),
      dialect: this.scheme.dialectOf(userAgent, client),
      userAgent: userAgent ?? "",
      ip: request.ip,
      requestId: request.id,
      session: caller.session,
      connection: new ReplyConnection(request, reply),
      isLight: route?.operation.isLight,
      audit: route?.operation.audit,
      identifiedAnew: route && (() => this.#anew(route, caller, request, reply)),
    };
  }

  /** What was allowed when a request began may no longer be after waiting. */
  async #anew(
    route: Route,
    { user: before }: Pick<OpenContext, "user">,
    request: Incoming,
    reply: Outgoing,
  ): Promise<Renewed> {
    const { realm, user } = await this.#callers.identify([route], request, reply);
    if (user?.id !== before?.id) throw this.scheme.notLoggedIn();
    if (user) pass(route.operation.gate, user);
    return { realm, now: seconds(this.#app.clock), ...(user && { user }) };
  }

  /** A page on another site must not read events with our cookies: browsers protect responses, but not WebSockets. */
  #open(
    open: NonNullable<Route["open"]>,
    ctx: Context,
    values: object,
    { request, reply }: Omit<Exchange, "recheck">,
  ): Promise<void> {
    if (!this.scheme.isOpenToOrigins) refuseOtherSites(request);
    const recheck = async () => {
      const account = await this.scheme.identify(request);
      if (account?.user.id !== ctx.user.id) throw this.scheme.notLoggedIn();
      return account.realm.version;
    };
    return open(ctx, values as never, { request, reply, recheck });
  }

  async #run(route: Route, ctx: OpenContext, values: object, attached?: Attached): Promise<object> {
    try {
      return await this.#handled(route, ctx, values, attached);
    } catch (error) {
      // The error for visitors says how to sign in.
      throw error instanceof NotLoggedIn ? this.scheme.notLoggedIn() : error;
    }
  }

  #handled(route: Route, ctx: OpenContext, values: object, attached?: Attached): Promise<object> {
    const params = values as never;
    switch (route.mode) {
      case "read":
        return route.handle(ctx, params, attached);
      case "snapshot":
        return readSnapshotOf(ctx, (reading) => route.handle(reading, params));
      case "write":
        return change(ctx, (writing) => this.#entered(route, writing, params));
      default:
        throw new Error(route.mode satisfies never);
    }
  }

  /** Others may have run while this waited for its transaction. */
  #entered(route: Route, writing: OpenContext, params: never): Promise<object> {
    this.#app.loop.entered(route.operation.path);
    return route.handle(writing, params);
  }

  /** For file requests: by the account, or without credentials as a visitor. Not counted per account. */
  async visitor(request: Incoming, reply: Outgoing): Promise<OpenContext> {
    const account = await this.#callers.account(request, reply);
    const caller = account
      ? { ...account, session: account.session?.id }
      : { realm: await this.#callers.realmOf(request, reply), user: undefined };
    return this.#contextFor(caller, request, reply, undefined);
  }
}

async function webhookIn(request: Incoming): Promise<ReceivedWebhook> {
  const fields = request.isMultipart() ? await multipartFields(request) : undefined;
  return { url: request.url, headers: request.headers, body: request.webhookBody ?? Buffer.alloc(0), fields };
}

/** The text of a parameter that every operation accepts; other types are ignored. */
function textOf(sent: SentParameters[string] | undefined): string | undefined {
  const value = sent instanceof JsonValue ? sent.value : sent;
  return typeof value === "string" ? value : undefined;
}

/** The rest of a path has no name in the router. */
function pathOf({ tail }: Operation, params: RawParameters): RawParameters {
  return tail === undefined ? params : { ...params, [tail]: params["*"] as string };
}

function sendRead(reply: Outgoing, { bytes, isCompressed }: ReadAnswer): Outgoing {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return sendJson(reply, 200, [body], isCompressed ? "gzip" : undefined);
}
