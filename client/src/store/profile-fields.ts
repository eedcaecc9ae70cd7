import type { profileFields, ShapeOf } from "@parley/server/contract";
import { part } from "./part.ts";

export type ProfileField = ShapeOf<typeof profileFields.profileFieldFields>;

/** In their order. */
export const profileFieldsPart = part<readonly ProfileField[]>({
  from: (snapshot) => snapshot.custom_profile_fields ?? [],
  on: { custom_profile_fields: (_, { fields }) => fields },
});
