/** Whose things this browser keeps. */
import { keep, keepsNothing, recall } from "../state/keeping.ts";
import { openDatabase } from "./database.ts";

const ACCOUNT = "account";

export const lastAccount = (): number | undefined => recall<number>(ACCOUNT);

export const isAccount = (userId: number): void => keep(ACCOUNT, userId);

/** Browsers give them to pages that came over a connection that nobody listens to, and to those of the same computer. */
export const hasLocks = (): boolean => navigator.locks !== undefined;

/** Undefined where nothing is kept: by the reader's wish, or because the browser does not, or cannot say to whom it belongs. */
export async function databaseOf(userId: number | undefined): Promise<IDBDatabase | undefined> {
  if (userId === undefined || keepsNothing() || typeof indexedDB === "undefined" || !hasLocks()) return undefined;
  return openDatabase(userId).catch(() => undefined);
}
