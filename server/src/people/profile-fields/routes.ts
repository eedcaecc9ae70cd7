import { route } from "../../kernel/http/route.ts";
import { createField, removeField, reorderFields, updateField } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentField } from "./present.ts";
import { fieldsOf } from "./store.ts";
import { changeProfile } from "./values.ts";

export const profileFieldRoutes = [
  route(contract.getProfileFields, async ({ db, realm }) => ({
    custom_fields: (await fieldsOf(db, realm.id)).map(presentField),
  })),

  route(contract.createProfileField, async (ctx, request) => ({ id: await createField(ctx, request) })),

  route(contract.updateProfileField, async (ctx, request) => {
    await updateField(ctx, request);
    return {};
  }),

  route(contract.deleteProfileField, async (ctx, { field_id }) => {
    await removeField(ctx, field_id);
    return {};
  }),

  route(contract.reorderProfileFields, async (ctx, { order }) => {
    await reorderFields(ctx, order);
    return {};
  }),

  route(contract.updateOwnProfile, async (ctx, { data }) => {
    await changeProfile(ctx, ctx.user, data);
    return {};
  }),

  route(contract.deleteOwnProfile, async (ctx, { data }) => {
    await changeProfile(
      ctx,
      ctx.user,
      data.map((id) => ({ id, value: null })),
    );
    return {};
  }),
];
