/** Event queues as streams: Server-Sent Events and WebSockets. */
import { ApiError, said } from "../kernel/api/index.ts";
import { EventSocket } from "../kernel/http/event-socket.ts";
import { EventStream } from "../kernel/http/event-stream.ts";
import type { Incoming } from "../kernel/http/incoming.ts";
import { type Route, streamRoute } from "../kernel/http/route.ts";
import { UpgradableReply } from "../kernel/http/upgrades.ts";
import * as contract from "./contract.ts";
import { ownerOf } from "./owner.ts";

export const streamRoutes: Route[] = [
  streamRoute(contract.streamEvents, async (ctx, { queue_id, last_event_id }, { request, reply, recheck }) => {
    const { queues, streams } = ctx.app;
    if (request.method === "HEAD") return new EventStream(reply).finish();
    const place = await queues.attend(ownerOf(ctx), queue_id, lastEventIdIn(request) ?? last_event_id);
    const outlet = new EventStream(reply);
    outlet.connect(streams.open({ ...place, outlet, version: ctx.realm.version, recheck }));
  }),

  streamRoute(contract.openEventSocket, async (ctx, { queue_id, last_event_id }, { reply, recheck }) => {
    const { queues, streams } = ctx.app;
    if (!(reply instanceof UpgradableReply)) throw new contract.UpgradeRequired();
    const place = await queues.attend(ownerOf(ctx), queue_id, last_event_id);
    const outlet = new EventSocket(reply.upgrade());
    outlet.connect(streams.open({ ...place, outlet, version: ctx.realm.version, recheck }));
  }),
];

/** The header that a browser adds when it reconnects by itself; newer than the value in the URL. */
function lastEventIdIn({ headers }: Incoming): number | undefined {
  const sent = headers["last-event-id"];
  if (sent === undefined || sent === "") return undefined;
  if (!/^-?\d{1,15}$/.test(String(sent))) throw new ApiError(said`Last-Event-ID is not an event id.`);
  return Number(sent);
}
