/** Outside of hooks: with an import in one, the compiler would leave it as it is, and every letter would draw the tools again. */
import { attempt } from "../../actions/attempt.ts";
import type { Session } from "../../state/session.tsx";
import type { CalledCommand } from "./bot-commands.ts";

/** Calls the command; what is needed for that is loaded with the first one. */
export const loadAndCall = (session: Session, sheetId: number, called: CalledCommand): Promise<void> =>
  attempt(async () => (await import("./call.ts")).callCommand(session, sheetId, called));
