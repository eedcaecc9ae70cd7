import { isAdministrator, isVisitor } from "../../kernel/access/roles.ts";
import { commonSnapshotPart, openSnapshotPart } from "../../kernel/feature.ts";
import { botsState, embeddedBotsState } from "./contract.ts";
import { channelNamesFor, presentBot } from "./present.ts";
import { botsOf } from "./store.ts";

/** The bots that the user manages. Bots, whatever their role, and visitors manage none. */
export const botsSnapshot = openSnapshotPart("realm_bot", botsState, async (ctx) => {
  const { db, realm, user, app } = ctx;
  if (user.is_bot || isVisitor(user)) return { realm_bots: [] };
  const bots = await botsOf(db, realm.id, isAdministrator(user) ? {} : { ownerId: user.id });
  const nameOf = await channelNamesFor(ctx, user, bots);
  return { realm_bots: bots.map((bot) => presentBot(realm, bot, nameOf, (sealed) => app.secrets.decrypt(sealed))) };
});

export const embeddedBotsSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_embedded_bots", embeddedBotsState, async () => ({ realm_embedded_bots: [] })),
);
