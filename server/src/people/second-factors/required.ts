/** Requiring second factors: an owner who lacks one would lock themselves out. */
import { isRequiredOf, OwnFactorFirst, type RequiredRoles } from "../../kernel/access/second-factor.ts";
import { demand } from "../../kernel/api/index.ts";
import { on } from "../../kernel/moments.ts";
import { settingChanging } from "../../organization/moments.ts";

export const checkingOwnFactor = on(settingChanging, async ({ user }, { name, value }) => {
  if (name !== "two_factor_required_for") return;
  demand(user.has_second_factor || !isRequiredOf(value as RequiredRoles, user), new OwnFactorFirst());
});
