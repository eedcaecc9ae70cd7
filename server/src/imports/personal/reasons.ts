/** Why something of a person's settings is left out. */
export const SETTINGS = "personal settings";
export const VALUES = "values of profile fields";

export const REFUSED = "the value is not one that can be here";
export const TOO_MANY = "the person has too many";
export const NO_CHANNEL = "the channel is not in the archive, or was left out";
export const NO_PERSON = "the person is not in the archive";

/** Notes why something is left out. */
export type Leave = (what: string, reason: string, count?: number) => undefined;

export function upTo<T>(limit: number, list: readonly T[], leave: Leave): T[] {
  leave(SETTINGS, TOO_MANY, list.length - limit);
  return list.slice(0, limit);
}
