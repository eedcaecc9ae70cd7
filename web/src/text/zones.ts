/** Time zones as `Intl` wants them. */

const known = new Map<string, { readonly timeZone?: string }>();

/** The option for a zone of the settings. Empty, and zones that this browser does not know, mean the browser's own. */
export function zoneOption(timeZone: string): { readonly timeZone?: string } {
  let option = known.get(timeZone);
  if (!option) {
    option = isKnown(timeZone) ? { timeZone } : {};
    known.set(timeZone, option);
  }
  return option;
}

function isKnown(timeZone: string): boolean {
  try {
    return timeZone !== "" && new Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
