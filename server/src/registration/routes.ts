import { isGuest, isVisitor } from "../kernel/access/roles.ts";
import {
  ApiError,
  type ClientProfile,
  capabilitiesFrom,
  demand,
  MissingArgument,
  type ShapeOf,
  said,
} from "../kernel/api/index.ts";
import type { Context } from "../kernel/context.ts";
import { idAt } from "../kernel/events/log.ts";
import type { QueueOptions } from "../kernel/events/queue.ts";
import { DEFAULT_LIFESPAN_SECONDS, LONGEST_LIFESPAN_SECONDS } from "../kernel/events/queues.ts";
import type { SnapshotPart } from "../kernel/feature.ts";
import { type Route, route, Serialized, steppedRoute } from "../kernel/http/route.ts";
import { versionFields } from "../kernel/version.ts";
import { checkQueueNarrow } from "../messages/queue-narrow.ts";
import { defaultsOf } from "../people/bots/store.ts";
import { knowsPronouns } from "../people/profile-fields/pronouns.ts";
import { noteActivity } from "../people/users/activity.ts";
import * as contract from "./contract.ts";
import { ownerOf } from "./owner.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";
import { streamRoutes } from "./streams.ts";

type RegistrationRequest = ShapeOf<typeof contract.registrationParams>;
/** A queue that `GET /events` registers has no subscribers. */
type QueueRequest = RegistrationRequest &
  Partial<Pick<ShapeOf<typeof contract.register.params>, "include_subscribers">>;

/** Phones sleep, so their queues live longer. */
const MOBILE_LIFESPAN_SECONDS = 12 * 3600;

export function registrationRoutes(parts: readonly SnapshotPart[]): Route[] {
  return [
    steppedRoute(contract.register, async (ctx, request) => {
      if (isVisitor(ctx.user)) return registerVisitor(ctx, parts, request);
      const options = await queueOptions(ctx, request);
      const { membersAfter, position } = await readSnapshot(ctx, parts, {
        profile: options.profile,
        include_subscribers: request.include_subscribers,
        presence_history_limit_days: request.presence_history_limit_days,
        types: request.fetch_event_types ?? request.event_types ?? undefined,
      });
      const [queue_id] = await Promise.all([
        ctx.app.queues.register(ownerOf(ctx), position, options, lifespanOf(request)),
        noteActivity(ctx),
      ]);
      return answerOf({ queue_id, last_event_id: idAt(position) }, membersAfter);
    }),

    route(contract.getEvents, async (ctx, request) => {
      const owner = ownerOf(ctx);
      const queue_id = request.queue_id ?? (await registerBare(ctx, request));
      const frames = await ctx.app.queues.poll(owner, queue_id, {
        lastEventId: request.last_event_id,
        dontBlock: request.dont_block,
        connection: ctx.connection,
      });
      return new Serialized(
        `"events":[${frames.map((frame) => frame.text).join()}],"queue_id":${JSON.stringify(queue_id)}`,
      );
    }),

    ...streamRoutes,

    steppedRoute(contract.deleteQueue, async (ctx, { queue_id }) => {
      await ctx.app.queues.delete(ownerOf(ctx), queue_id);
      ctx.app.wakeups.queueGone(queue_id);
      return {};
    }),
  ];
}

/** The state that visitors can see. They get no queue. */
async function registerVisitor(
  ctx: Context,
  parts: readonly SnapshotPart[],
  request: ShapeOf<(typeof contract.register)["params"]>,
) {
  const { client_gravatar, include_subscribers } = request;
  demand(!client_gravatar, new contract.NotForVisitors({ parameter: "client_gravatar" }));
  demand(include_subscribers === "false", new contract.NotForVisitors({ parameter: "include_subscribers" }));
  const { membersAfter } = await readSnapshot(ctx, parts, {
    profile: { ...profileOf(ctx, request), client_gravatar: false },
    include_subscribers,
    types: request.fetch_event_types ?? request.event_types ?? undefined,
  });
  return answerOf({ queue_id: null }, membersAfter);
}

function answerOf(queue: object, membersAfter: Snapshot["membersAfter"]): Serialized {
  return new Serialized(...membersAfter(JSON.stringify({ ...versionFields, ...queue }).slice(1, -1)));
}

/** Registers a queue without a snapshot, for clients that only need events from now on. */
async function registerBare(
  ctx: Context,
  request: RegistrationRequest & { last_event_id?: number | undefined },
): Promise<string> {
  if (request.last_event_id !== undefined && request.last_event_id >= 0)
    throw new MissingArgument({ var_name: "queue_id" });
  const options = await queueOptions(ctx, request);
  const { position } = await readSnapshot(ctx, [], {
    profile: profileOf(ctx, request),
    include_subscribers: "false",
    types: [],
  });
  return ctx.app.queues.register(ownerOf(ctx), position, options, lifespanOf(request));
}

async function queueOptions(ctx: Context, request: QueueRequest): Promise<QueueOptions> {
  const { all_public_streams, narrow } = await filtersOf(ctx, request);
  demand(!all_public_streams || !isGuest(ctx.user), new ApiError(said`User not authorized for this query`));
  checkQueueNarrow(narrow);
  return {
    event_types: request.event_types ?? null,
    narrow,
    all_public_streams,
    profile: profileOf(ctx, request),
  };
}

/** Bots can have defaults for what the request omits. */
async function filtersOf({ db, user }: Context, request: RegistrationRequest) {
  const isComplete = request.all_public_streams !== undefined && request.narrow !== undefined;
  const own = user.is_bot && !isComplete ? await defaultsOf(db, user.id) : undefined;
  const ownNarrow: [string, string][] = own?.register_channel ? [["channel", own.register_channel]] : [];
  return {
    all_public_streams: request.all_public_streams ?? own?.default_all_public_streams ?? false,
    narrow: request.narrow ?? ownNarrow,
  };
}

function profileOf(ctx: Context, request: QueueRequest): ClientProfile {
  const { include_subscribers = "false" } = request;
  return {
    capabilities: capabilitiesFrom(request.client_capabilities ?? {}),
    apply_markdown: request.apply_markdown,
    client_gravatar: request.client_gravatar ?? true,
    slim_presence: request.slim_presence,
    dialect: ctx.dialect,
    ...(knowsPronouns(ctx.userAgent) ? {} : { lacksPronouns: true }),
    ...(include_subscribers === "false" ? { lacksSubscribers: true } : {}),
  };
}

function lifespanOf({ queue_lifespan_secs, idle_queue_timeout }: RegistrationRequest): number {
  const wanted =
    idle_queue_timeout === "mobile" ? MOBILE_LIFESPAN_SECONDS : Number(idle_queue_timeout ?? queue_lifespan_secs);
  return Math.ceil(Math.min(wanted > 0 ? wanted : DEFAULT_LIFESPAN_SECONDS, LONGEST_LIFESPAN_SECONDS));
}
