import { isRequiredOf } from "../../kernel/access/second-factor.ts";
import { demand } from "../../kernel/api/index.ts";
import { change } from "../../kernel/context.ts";
import { route, steppedRoute } from "../../kernel/http/route.ts";
import { addAuthenticator, removeAuthenticator, removeSecondFactors, replaceRecoveryCodes } from "./actions.ts";
import { confirmIdentity, demandConfirmed, waysToConfirm } from "./confirm.ts";
import * as contract from "./contract.ts";
import { addPasskey, checkedPasskey, removePasskey, renamePasskey, startPasskey } from "./passkeys.ts";
import { secretOf, startSetup } from "./setup.ts";
import { authenticatorOf, countRecoveryCodes, passkeysOf, peopleWithSecondFactor } from "./store.ts";

export const secondFactorRoutes = [
  route(contract.getSecondFactors, async ({ db, realm, user }) => {
    const authenticator = await authenticatorOf(db, user.id);
    return {
      is_required: isRequiredOf(realm.settings.two_factor_required_for, user),
      authenticator: authenticator
        ? { created_at: authenticator.created_at, last_used_at: authenticator.last_used_at }
        : null,
      passkeys: (await passkeysOf(db, user.id)).map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at,
        last_used_at,
      })),
      recovery_codes_left: await countRecoveryCodes(db, user.id),
    };
  }),

  route(contract.getIdentityConfirmation, waysToConfirm),

  steppedRoute(contract.confirmIdentity, confirmIdentity),

  steppedRoute(contract.startAuthenticator, async (ctx, { confirmation }) => {
    demandConfirmed(ctx, confirmation);
    return startSetup(ctx, ctx.user);
  }),

  route(contract.addAuthenticator, async (ctx, { setup, code }) => {
    const secret = secretOf(ctx, ctx.user, setup);
    demand(secret !== undefined, new contract.SetupIsOver());
    return { recovery_codes: await addAuthenticator(ctx, ctx.user, { secret, code, keptSession: ctx.session }) };
  }),

  route(contract.removeAuthenticator, async (ctx, { confirmation }) => {
    demandConfirmed(ctx, confirmation);
    await removeAuthenticator(ctx);
    return {};
  }),

  route(contract.replaceRecoveryCodes, async (ctx, { confirmation }) => {
    demandConfirmed(ctx, confirmation);
    return { recovery_codes: await replaceRecoveryCodes(ctx) };
  }),

  steppedRoute(contract.startPasskey, async (ctx, { confirmation }) => {
    demandConfirmed(ctx, confirmation);
    return startPasskey(ctx);
  }),

  steppedRoute(contract.addPasskey, async (ctx, { setup, credential, name }) => {
    const checked = await checkedPasskey(ctx, setup, credential);
    return change(ctx, (writing) => addPasskey(writing, checked, name));
  }),

  route(contract.renamePasskey, async (ctx, { passkey_id, name }) => {
    await renamePasskey(ctx, passkey_id, name);
    return {};
  }),

  route(contract.removePasskey, async (ctx, { passkey_id, confirmation }) => {
    demandConfirmed(ctx, confirmation);
    await removePasskey(ctx, passkey_id);
    return {};
  }),

  route(contract.getPeopleWithSecondFactor, async ({ db, realm }) => ({
    user_ids: await peopleWithSecondFactor(db, realm.id),
  })),

  route(contract.removeSecondFactors, async (ctx, { user_id }) => {
    await removeSecondFactors(ctx, user_id);
    return {};
  }),
];
