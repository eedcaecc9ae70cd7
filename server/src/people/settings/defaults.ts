/** Changes the organization's default settings for new users. */

import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { realmInTurn } from "../../organization/realms/in-turn.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { settingChange } from "../../organization/settings/recorded.ts";
import { USER_DEFAULTS, type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import { changedValues } from "./actions.ts";
import { userDefaultsEvent } from "./events.ts";

export async function updateUserDefaults(ctx: WriteContext, values: Partial<UserSettings>): Promise<void> {
  const { id, chosenUserDefaults } = await realmInTurn(ctx);
  const changed = changedValues(values, chosenUserDefaults);
  if (changed.length === 0) return;
  await storeSettings(ctx.db, id, { [USER_DEFAULTS]: { ...chosenUserDefaults, ...Object.fromEntries(changed) } });
  for (const [property, value] of changed) {
    append(ctx, userDefaultsEvent({ op: "update", property, value }), toEveryone);
    const { [property]: setting } = userSettings;
    const from = chosenUserDefaults[property] ?? setting.default;
    record(ctx, "user_default_changed", settingChange(property, setting, { from, to: value }));
  }
}
