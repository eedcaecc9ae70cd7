/** Where the reader has been, for the palette to lead back; kept as long as this browser is. */
import { useEffect } from "react";
import type { Address } from "../address/address.ts";
import { lastPlaces, withPlace } from "../ranking/places.ts";
import { Remembered } from "../state/remembered.ts";

const places = new Remembered<readonly Address[]>("places", []);

export function useNotedPlace(address: Address): void {
  useEffect(() => {
    // What stands over another view is no place to go back to.
    if (address.kind !== "dialog" && address.kind !== "user") places.set(withPlace(places.get(), address));
  }, [address]);
}

export const placesBefore = (current: Address): readonly Address[] => lastPlaces(places.get(), current);
