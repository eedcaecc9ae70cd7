/** Notifies connected clients after the server restarts with another version. */
import { type App, change } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { versionFields } from "../../kernel/version.ts";
import { restartEvent, webReloadEvent } from "./events.ts";
import { realmsServedByOthers, recordVersion } from "./store.ts";

/**
 * Written to the log like other events, so each existing queue gets it once, whichever process serves it. New queues
 * get the version when they register.
 */
export async function announceVersion(app: App): Promise<void> {
  for (const realmId of await realmsServedByOthers(app.database.reader)) {
    const realm = await app.identities.realmById(app.database.reader, realmId);
    await change(serverContext(app, realm), async (ctx) => {
      // Several processes may start at once.
      if (!(await recordVersion(ctx.db, realmId))) return;
      const { zulip_version, zulip_merge_base, zulip_feature_level } = versionFields;
      const version = { zulip_version, zulip_merge_base, zulip_feature_level, server_generation: app.startedAt };
      append(ctx, restartEvent(version), toEveryone);
      append(ctx, webReloadEvent({ immediate: false }), toEveryone);
    });
  }
}
