/** What the settings of an organization refer to: its pictures, channels and groups. */
import { realmPermissions } from "../../kernel/access/permission-settings.ts";
import type { MovedIds } from "./ids.ts";
import { movedPath } from "./moved-rows.ts";
import type { Scope } from "./scope.ts";

type StoredSettings = Readonly<Record<string, unknown>>;

export const picturesIn = (settings: StoredSettings) => (settings.pictures ?? {}) as Record<string, string>;

const CHANNEL_SETTING = /_(?:stream|channel)_id$/;

/** Whether a setting refers to a channel; null and -1 mean none. */
const namesChannel = (name: string, value: unknown): value is number =>
  CHANNEL_SETTING.test(name) && typeof value === "number" && value > 0;

export function withoutHiddenChannels(settings: StoredSettings, scope: Scope): Record<string, unknown> {
  const isShown = ([name, value]: [string, unknown]) => !namesChannel(name, value) || scope.hasChannel(value);
  return Object.fromEntries(Object.entries(settings).filter(isShown));
}

export function movedSettings(settings: StoredSettings, ids: MovedIds): Record<string, unknown> {
  const moved = (name: string, value: unknown) => {
    if (name === "pictures") return movedPictures(settings, ids);
    if (namesChannel(name, value)) return ids.of("channel", value);
    return Object.hasOwn(realmPermissions, name) && typeof value === "number" ? ids.of("user_group", value) : value;
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, moved(name, value)]));
}

const movedPictures = (settings: StoredSettings, ids: MovedIds) =>
  Object.fromEntries(Object.entries(picturesIn(settings)).map(([name, path]) => [name, movedPath(path, ids)]));
