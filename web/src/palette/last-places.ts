/** Recently visited places, for the palette; stored in this browser. */
import { useEffect } from "react";
import type { Address } from "../address/address.ts";
import { lastPlaces, withPlace } from "../ranking/places.ts";
import { Remembered } from "../state/remembered.ts";

const places = new Remembered<readonly Address[]>("places", []);

export function useNotedPlace(address: Address): void {
  useEffect(() => {
    // Dialogs are not places to return to.
    if (address.kind !== "dialog" && address.kind !== "user") places.set(withPlace(places.get(), address));
  }, [address]);
}

export const placesBefore = (current: Address): readonly Address[] => lastPlaces(places.get(), current);
