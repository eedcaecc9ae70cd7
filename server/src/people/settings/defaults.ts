/** Changes the organization's default settings for new users. */
import type { WriteContext } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { realmInTurn } from "../../organization/realms/in-turn.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { USER_DEFAULTS, type UserSettings } from "../../organization/settings/user-settings.ts";
import { changedValues } from "./actions.ts";
import { userDefaultsEvent } from "./events.ts";

export async function updateUserDefaults(ctx: WriteContext, values: Partial<UserSettings>): Promise<void> {
  const { id, chosenUserDefaults } = await realmInTurn(ctx);
  const changed = changedValues(values, chosenUserDefaults);
  if (changed.length === 0) return;
  await storeSettings(ctx.db, id, { [USER_DEFAULTS]: { ...chosenUserDefaults, ...Object.fromEntries(changed) } });
  for (const [property, value] of changed)
    append(ctx, userDefaultsEvent({ op: "update", property, value }), toEveryone);
}
