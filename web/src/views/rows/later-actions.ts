/** What can be done with a row of the first screen, loaded when a row is pointed at or has the cursor. */
import { attempt } from "../../actions/attempt.ts";
import type { Conversation } from "../../address/narrow.ts";
import { later, withBasics } from "../../parts/later.tsx";
import type { Session } from "../../state/session.tsx";

const load = () => withBasics(import("./RowActions.tsx"));

export const RowActions = later(() => load().then((loaded) => loaded.RowActions), { isOptional: true });

export const markConversationRead = (session: Session, conversation: Conversation): void =>
  void attempt(async () => (await load()).markConversationRead(session, conversation));

export const toggleMuted = (session: Session, conversation: Conversation, isMuted: boolean): void =>
  void attempt(async () => (await load()).toggleMuted(session, conversation, isMuted));
