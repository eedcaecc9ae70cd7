/** Permissions as components ask for them. */
import { holdsInRealm } from "./holds.ts";
import { useStore } from "./store.ts";

export { type GroupValue, holds, holdsInRealm, isAdministrator } from "./holds.ts";

export const useRealmPermission = (name: string): boolean => useStore((state) => holdsInRealm(state, name));
