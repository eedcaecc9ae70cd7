/** Which account this browser stores data for. */
import { ACCOUNT, keep, keepsNothing, recall } from "../state/keeping.ts";
import { openDatabase } from "./database.ts";

export const lastAccount = (): number | undefined => recall<number>(ACCOUNT);

export const isAccount = (userId: number): void => keep(ACCOUNT, userId);

/** Locks exist only in secure contexts. */
export const hasLocks = (): boolean => navigator.locks !== undefined;

/** Undefined if nothing is stored: because the reader said so, or the browser cannot, or the account is unknown. */
export async function databaseOf(userId: number | undefined): Promise<IDBDatabase | undefined> {
  if (userId === undefined || keepsNothing() || typeof indexedDB === "undefined" || !hasLocks()) return undefined;
  return openDatabase(userId).catch(() => undefined);
}
