/** Content that the system passes to the installed application: shared text, which starts a message, or a link. */
import { useEffect } from "react";
import { compose } from "../composer/intents.ts";
import { readyToWrite } from "../composer/ready.ts";
import { router } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { handedOver } from "./handed-over.ts";
import { permissionNow } from "./permission.ts";
import { renewPush } from "./push.ts";
import { worker } from "./worker.ts";

export function useShared(): void {
  const { connection } = useSession();
  useEffect(() => {
    worker.start((fragment) => router.navigate(fragment));
    // On failure, the next start repeats it.
    if (permissionNow() === "granted") renewPush(connection).catch(() => {});
    const { text, fragment } = handedOver(new URL(location.href));
    const open = () => {
      history.replaceState(history.state, "", `/${location.hash}`);
      if (fragment !== undefined) router.navigate(fragment);
    };
    if (text === undefined && fragment !== undefined) open();
    // Until the composer has it, the address does: a reloaded page finds it there.
    if (text !== undefined)
      readyToWrite().then(
        () => compose({ to: "channel", text }) && open(),
        () => {},
      );
  }, [connection]);
}
