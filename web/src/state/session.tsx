/** The current user and their connections; created once at the start and shared with every component. */
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

export interface Session {
  readonly connection: Connection;
  readonly sync: Sync | SharedSync;
  readonly store: Store;
  readonly messages: MessageCache;
  /** Unsent messages. */
  readonly outbox: Outbox;
  /** Read marks that are not on the server yet. */
  readonly readMarks: ReadMarks;
  /** Reactions that are not on the server yet. */
  readonly reactions: PendingReactions;
  /** Reads public content without an account. */
  readonly isVisitor: boolean;
}

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("There is no session here.");
  return session;
}
