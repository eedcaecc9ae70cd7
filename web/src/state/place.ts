/** The current address and navigation. Everything worth a link is in the fragment. */
import type { State } from "@parley/client";
import { useSyncExternalStore } from "react";
import { type Address, homeAddress } from "../address/address.ts";
import { fragmentOf, parseFragment } from "../address/fragment.ts";
import { Router } from "../address/router.ts";
import { useSession } from "./session.tsx";
import { useStore } from "./store.ts";

export const router = new Router(window);

/** The current address; undefined if the fragment is invalid. */
export function useAddress(): Address | undefined {
  const { fragment } = useSyncExternalStore(router.subscribe, router.getSnapshot);
  return useStore((state) => addressAt(fragment, state));
}

type AddressNames = Pick<State, "channels" | "users" | "settings">;
let last:
  | { readonly fragment: string; readonly names: AddressNames; readonly address: Address | undefined }
  | undefined;

/** Memoized by meaning: parsing needs names, which change with other events. */
function addressAt(fragment: string, names: AddressNames): Address | undefined {
  const isRead =
    last?.fragment === fragment &&
    last.names.channels.channels === names.channels.channels &&
    last.names.users.users === names.users.users &&
    last.names.settings === names.settings;
  if (last && isRead) return last.address;
  const parsed = parseFragment(fragment, names);
  const address = JSON.stringify(parsed) === JSON.stringify(last?.address) ? last?.address : parsed;
  last = { fragment, names, address };
  return address;
}

/** Identifies the history entry, by which views are restored. */
export const useEntryId = (): string => useSyncExternalStore(router.subscribe, () => router.getSnapshot().id);

export const hrefOf = (address: Address, state: State): string => `#${fragmentOf(address, state)}`;

/** The link to an address, for anchors. */
export const useHref = (address: Address): string => useStore((state) => hrefOf(address, state));

/** Navigates to an address, from a handler. */
export function useGo(): (address: Address) => void {
  const { store } = useSession();
  return (address) => router.navigate(fragmentOf(address, store.state));
}

export const goHome = (state: State): void => router.navigate(fragmentOf(homeAddress(state), state));
