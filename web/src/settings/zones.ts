/** Time zones to choose from. */

/** "America/New York". */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ");

/** All zones that this browser knows, and the chosen one. UTC is missing from what browsers list. */
export function zonesToChoose(chosen: string): readonly string[] {
  const known = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
  if (chosen !== "") known.add(chosen);
  return [...known].sort((a, b) => a.localeCompare(b));
}
