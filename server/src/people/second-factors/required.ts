/** Requiring second factors: an owner who lacks one, or would lose it with its provider, would lock themselves out. */
import { type EnabledMethods, lacksSecondFactor } from "../../kernel/access/providers.ts";
import { isRequiredOf, OwnFactorFirst, type RequiredRoles } from "../../kernel/access/second-factor.ts";
import { demand } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { on } from "../../kernel/moments.ts";
import { settingChanging } from "../../organization/moments.ts";
import { accountToSignIn } from "../users/store.ts";

export const checkingOwnFactor = on(settingChanging, async (ctx, { name, value }) => {
  const { user } = ctx;
  if (name === "two_factor_required_for")
    demand(user.has_second_factor || !isRequiredOf(value as RequiredRoles, user), new OwnFactorFirst());
  if (name === "authentication_methods")
    demand(!(await wouldLackFactor(ctx, value as EnabledMethods)), new OwnFactorFirst());
});

async function wouldLackFactor(ctx: WriteContext, authentication_methods: EnabledMethods): Promise<boolean> {
  const account = await accountToSignIn(ctx.db, ctx.realm.id, ctx.user.id);
  const realm = { ...ctx.realm, settings: { ...ctx.realm.settings, authentication_methods } };
  return account !== undefined && lacksSecondFactor({ ...ctx, realm }, account);
}
