/** The last places that the reader was at: what the palette shows before anything is typed. */
import { type Address, addressKey } from "../address/address.ts";

const SHOWN = 6;

/** The places with the one just opened before them; each stands once. */
export function withPlace(places: readonly Address[], opened: Address): readonly Address[] {
  const key = addressKey(opened);
  if (places[0] && addressKey(places[0]) === key) return places;
  // One more than is shown, because the first is where the reader is.
  return [opened, ...places.filter((place) => addressKey(place) !== key)].slice(0, SHOWN + 1);
}

/** Where to go back to, the last first: not where the reader is. */
export function lastPlaces(places: readonly Address[], current: Address | undefined): readonly Address[] {
  const here = current && addressKey(current);
  return places.filter((place) => addressKey(place) !== here).slice(0, SHOWN);
}
