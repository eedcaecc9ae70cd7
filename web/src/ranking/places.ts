/** Recently visited places: shown in the palette before anything is typed. */
import { type Address, addressKey } from "../address/address.ts";

const SHOWN = 6;

/** Moves the opened place to the front; each place appears once. */
export function withPlace(places: readonly Address[], opened: Address): readonly Address[] {
  const key = addressKey(opened);
  if (places[0] && addressKey(places[0]) === key) return places;
  // One more than is shown, because the first is the current one.
  return [opened, ...places.filter((place) => addressKey(place) !== key)].slice(0, SHOWN + 1);
}

/** The places to return to, most recent first, without the current one. */
export function lastPlaces(places: readonly Address[], current: Address | undefined): readonly Address[] {
  const here = current && addressKey(current);
  return places.filter((place) => addressKey(place) !== here).slice(0, SHOWN);
}
