/**
 * The operations of this server, carried out in this process as one of its people: what is copied is checked as if they had
 * asked for it themselves, and compared as they see it. Nobody is sent a notice, and nobody is subscribed or welcomed.
 */
import { subscribingNewcomers } from "../channels/subscribe/actions.ts";
import type { Fields } from "../imports/json.ts";
import { answeringNewcomers } from "../joining/welcome/answers.ts";
import type { ArgumentsOf, Operation, Shape, ShapeOf } from "../kernel/api/index.ts";
import { decode, JsonValue } from "../kernel/api/index.ts";
import { seconds } from "../kernel/clock.ts";
import { type App, type Context, change, type Realm, readSnapshotOf, type User } from "../kernel/context.ts";
import { serializedSuccess } from "../kernel/http/reply.ts";
import { type Route, Serialized } from "../kernel/http/route.ts";
import { plainOf } from "../kernel/http/shared-text.ts";
import type { Listeners, When } from "../kernel/moments.ts";
import { nameOf } from "../kernel/reading/task.ts";
import { operatorContext } from "../kernel/server-context.ts";
import { sendingNotices } from "../messages/notices/send.ts";
import { checkingOwnFactor } from "../people/second-factors/required.ts";
import { sharedCacheOf } from "../registration/shared/cache.ts";

/** Second factors do not come over an API: where they are required, everyone sets one up at their first sign-in here, also owners. */
const SILENCED: readonly When[] = [
  subscribingNewcomers,
  answeringNewcomers,
  ...sendingNotices,
  checkingOwnFactor,
].flat();

/** This server, with changes that nobody is told of. */
export function quietly<A extends App>(app: A): A {
  const silenced = new Set<unknown>(SILENCED.map(({ listener }) => listener));
  const listeners: Listeners = new Map(
    [...app.listeners].map(([moment, heard]) => [moment, heard.filter((each) => !silenced.has(each))]),
  );
  return Object.create(app, { listeners: { value: listeners } }) as A;
}

export class LocalServer {
  readonly app: App;
  readonly #realmId: number;
  readonly #routes: ReadonlyMap<string, Route>;

  constructor(app: App, realm: Pick<Realm, "id">, routes: readonly Route[]) {
    this.app = app;
    this.#realmId = realm.id;
    this.#routes = new Map(routes.map((route) => [nameOf(route.operation), route]));
  }

  realm(): Promise<Realm> {
    return this.app.identities.realmById(this.app.database.reader, this.#realmId);
  }

  /** What the operator does: with the organization as it is now. */
  async asOperator(now?: number) {
    const ctx = operatorContext(this.app, await this.realm());
    return now === undefined ? ctx : { ...ctx, now };
  }

  async call<P extends Shape, R extends Shape>(
    as: number,
    operation: Operation<P, R>,
    args: ArgumentsOf<P>,
  ): Promise<ShapeOf<R>> {
    const route = this.#routes.get(nameOf(operation));
    if (!route) throw new Error(`There is no ${nameOf(operation)}.`);
    const given = Object.entries(args as Fields).filter(([, value]) => value !== undefined);
    const inPath = (name: string) => operation.pathParams.includes(name);
    const path = Object.fromEntries(
      given.filter(([name]) => inPath(name)).map(([name, value]) => [name, String(value)]),
    );
    const sent = given.filter(([name]) => !inPath(name)).map(([name, value]) => [name, new JsonValue(value)] as const);
    const { values } = decode(operation as never, Object.fromEntries(sent), path);
    const answer = await run(route, await this.#contextFor(as, route), values as never);
    if (!(answer instanceof Serialized)) return answer as ShapeOf<R>;
    const text = serializedSuccess(answer, []);
    return JSON.parse(typeof text === "string" ? text : Buffer.concat(text.map(plainOf)).toString()) as ShapeOf<R>;
  }

  async #contextFor(as: number, { operation }: Route): Promise<Context> {
    const realm = await this.realm();
    return {
      ...operatorContext(this.app, realm),
      user: await this.user(as),
      now: seconds(this.app.clock),
      audit: operation.audit,
    };
  }

  async user(id: number): Promise<User> {
    const { identities, database } = this.app;
    const { version } = await this.realm();
    const row = await database.reader.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return identities.user(database.reader, row, version);
  }

  /** After rows were changed past the operations. */
  forget(): void {
    sharedCacheOf(this.app).clear();
  }
}

function run(route: Route, ctx: Context, values: never): Promise<object> {
  switch (route.mode) {
    case "read":
      return route.handle(ctx, values);
    case "snapshot":
      return readSnapshotOf(ctx, (reading) => route.handle(reading, values));
    case "write":
      return change(ctx, (writing) => route.handle(writing, values));
    default:
      throw new Error(route.mode satisfies never);
  }
}
