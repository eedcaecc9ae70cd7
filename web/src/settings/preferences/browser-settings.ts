/** Settings of this browser only, which the API does not have. */
import { singleKeys } from "../../keyboard/single-keys.ts";
import type { SettingSource } from "../setting.ts";

export const browserSettings: SettingSource<"single_keys"> = {
  read: () => singleKeys.get(),
  save: async (_connection, _key, value) => singleKeys.set(value === true),
};
