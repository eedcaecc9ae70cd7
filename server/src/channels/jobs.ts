/** Marks channels without messages for half a year as inactive; runs daily. */
import { change } from "../kernel/context.ts";
import { append } from "../kernel/events/log.ts";
import { recurringJob } from "../kernel/jobs/job-kind.ts";
import { serverContext } from "../kernel/server-context.ts";
import { activeRealmIds } from "../organization/realms/store.ts";
import { toThoseWhoSee } from "./audience.ts";
import { channelUpdateEvent } from "./events.ts";
import { channelsSilentSince, markInactive } from "./store.ts";

const DAY = 24 * 3600;
const RECENT_DAYS = 180;

export const retireSilentChannels = recurringJob("retire_silent_channels", DAY, async (app) => {
  const { reader } = app.database;
  for (const id of await activeRealmIds(reader)) {
    const realm = await app.identities.realmById(reader, id);
    await change(serverContext(app, realm), async (ctx) => {
      const silent = await channelsSilentSince(ctx.db, id, ctx.now - RECENT_DAYS * DAY);
      await markInactive(
        ctx.db,
        silent.map((channel) => channel.id),
      );
      for (const channel of silent) {
        const event = { op: "update" as const, stream_id: channel.id, name: channel.name };
        append(
          ctx,
          channelUpdateEvent({ ...event, property: "is_recently_active", value: false }),
          await toThoseWhoSee(ctx.db, channel),
        );
      }
    });
  }
});
