/** Who uses this window, and what they are connected with; made once at the start and given to every part of the screen. */
import type {
  Connection,
  MessageCache,
  Outbox,
  PendingReactions,
  ReadMarks,
  SharedSync,
  Store,
  Sync,
} from "@parley/client";
import { createContext, useContext } from "react";
import type { Keeper } from "../offline/kept.ts";

export interface Session {
  readonly connection: Connection;
  readonly sync: Sync | SharedSync;
  readonly store: Store;
  readonly messages: MessageCache;
  /** What was written here and is not yet a message. */
  readonly outbox: Outbox;
  /** What was seen here and is not yet known to the server. */
  readonly readMarks: ReadMarks;
  /** Reactions that were made here and are not yet known to the server. */
  readonly reactions: PendingReactions;
  /** Keeps all this for the next time; not where nothing is to be kept. */
  readonly keeper?: Keeper;
  /** Reads what is open to everybody, without an account. */
  readonly isVisitor: boolean;
}

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("There is no session here.");
  return session;
}
