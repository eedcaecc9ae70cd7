/** Signs out. The code is loaded when it is needed, like the server. */
import type { Session } from "../state/session.tsx";

export const signOut = (session: Session): Promise<void> =>
  import("./leave.tsx").then((loaded) => loaded.signOut(session));
