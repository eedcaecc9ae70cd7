import type { ShapeOf } from "../../kernel/api/index.ts";
import { type Context, change } from "../../kernel/context.ts";
import { route, steppedRoute } from "../../kernel/http/route.ts";
import { updateSettings, valuesFrom } from "./actions.ts";
import { runCommand } from "./commands.ts";
import * as contract from "./contract.ts";
import { updateUserDefaults } from "./defaults.ts";
import { newPasswordHash } from "./password.ts";

async function changeOwn(
  ctx: Context,
  { full_name, email, old_password, new_password, ...settings }: ShapeOf<(typeof contract.updateSettings)["params"]>,
): Promise<object> {
  const values = valuesFrom(settings);
  const password_hash = await newPasswordHash(ctx, { old_password, new_password });
  await change(ctx, (writing) => updateSettings(writing, { values, full_name, email, password_hash }));
  return {};
}

export const settingsRoutes = [
  steppedRoute(contract.updateSettings, changeOwn),
  steppedRoute(contract.updateDisplaySettings, changeOwn),
  steppedRoute(contract.updateNotificationSettings, changeOwn),

  route(contract.runCommand, async (ctx, { command }) => ({ msg: await runCommand(ctx, command) })),

  route(contract.updateUserDefaults, async (ctx, settings) => {
    await updateUserDefaults(ctx, valuesFrom(settings));
    return {};
  }),
];
